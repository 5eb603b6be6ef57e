import { useAsk, useDeed } from '#access/panel/ask.ts'
import { sendForm } from '#platform/panel/upload.ts'
import type { ColumnMap, StatementImport, StatementPreview } from '../../statement-contract.ts'

/** A file that was chosen for an account, and a person's choice of columns. */
export interface ChosenStatement {
  file: File
  metodo: number
  mapa: ColumnMap | null
}

/** Longest statement: as long as a server takes a request. */
const PATIENCE = 115_000
/** Milliseconds between looks at an import in its middle. */
const LOOK_EVERY = 700

/** The accounts, and their imports. */
export function useStatements(importing: boolean) {
  return useAsk('GET /api/panel/extractos', { refetchInterval: importing ? LOOK_EVERY : false })
}

export function usePreview() {
  return useDeed((chosen: ChosenStatement) => send<StatementPreview>('/extractos/vista', chosen))
}

export function useImport(onDone: () => void) {
  // A part of it may be in, with any answer.
  return useDeed((chosen: ChosenStatement) => send<StatementImport>('/extractos', chosen), {
    refreshes: ['GET /api/panel/extractos'],
    done: onDone,
  })
}

/** @throws PanelFailure */
function send<Answer>(path: string, { file, metodo, mapa }: ChosenStatement): Promise<Answer> {
  const form = new FormData()
  form.append('metodo_id', String(metodo))
  if (mapa) form.append('mapa', JSON.stringify(mapa))
  form.append('archivo', file)
  return sendForm(path, form, PATIENCE, LOST)
}

const LOST = {
  error: 'No hay respuesta del servidor',
  details: 'Revisa tu conexión e intenta de nuevo: lo que ya entró no entra dos veces.',
}

/** The file in memory: a file that a phone lends from another application may be gone at the next request. */
export async function keepFile(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name)
}
