import { useState } from 'react'
import { formatCount } from '#platform/money.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure, SelectField } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import type { ColumnMap, StatementImports, StatementPreview } from '../../statement-contract.ts'
import { ColumnsForm } from './columns-form.tsx'
import { PreviewView } from './preview-view.tsx'
import { Ask, Questions } from './questions.tsx'
import { keepFile, useImport, usePreview, useStatements } from './statements.ts'
import './statement.css'

/** A bank's statement, from its file to its import: a preview is shown first. */
export function StatementImport({ onImported }: { onImported: () => void }) {
  const statements = useStatements(false)
  if (!statements.data) return <Waiting query={statements} label="Cargando las cuentas" />
  return <Steps {...statements.data} onImported={onImported} />
}

function Steps({ cuentas, importaciones, onImported }: StatementImports & { onImported: () => void }) {
  // The account that a statement was imported for last.
  const [metodo, setMetodo] = useState(importaciones[0]?.metodo_id ?? cuentas[0]?.metodo_id ?? 0)
  const [file, setFile] = useState<File | null>(null)
  const [changing, setChanging] = useState(false)
  const [sure, setSure] = useState('')
  const preview = usePreview()
  const bring = useImport(onImported)
  const mapa = preview.variables?.mapa ?? null
  const titulo = cuentas.find(({ metodo_id }) => metodo_id === metodo)?.titulo ?? ''
  const seen = preview.data && `${preview.data.archivo.sha256} ${metodo}`
  const doubted = Boolean(preview.data?.cuenta.duda) && sure !== seen

  async function look(chosen: File, account: number, columns: ColumnMap | null) {
    setFile(chosen)
    setChanging(false)
    bring.reset()
    preview.mutate({ file: chosen, metodo: account, mapa: columns })
  }
  function again() {
    setFile(null)
    preview.reset()
    bring.reset()
  }

  if (bring.isPending && preview.data) return <ImportProgress preview={preview.data} metodo={metodo} />
  return (
    <div className="stack gap-4">
      <SelectField
        label="Cuenta"
        options={cuentas.map(({ metodo_id, titulo }) => [metodo_id, titulo])}
        value={metodo}
        disabled={preview.isPending}
        onChange={(event) => {
          const account = Number(event.target.value)
          setMetodo(account)
          if (file) void look(file, account, null)
        }}
      />
      {preview.data && !changing ? (
        <PreviewView preview={preview.data} />
      ) : (
        <ChooseFile
          file={file}
          pending={preview.isPending}
          onChoose={async (chosen) => look(await keepFile(chosen), metodo, null)}
        />
      )}
      {preview.data && file && !changing ? (
        <Questions
          preview={preview.data}
          pending={preview.isPending}
          onAnswer={(said) => void look(file, metodo, said)}
        />
      ) : null}
      {seen && doubted ? (
        <Ask
          title="¿De qué cuenta es este extracto?"
          text={`Parece de otro banco, de otra moneda o de otra cuenta que ${titulo}. Elige arriba la cuenta, o di que es de esta.`}
          pending={false}
          answers={[[`Es de ${titulo}`, () => setSure(seen)]]}
        />
      ) : null}
      <Failure of={preview.error ?? bring.error} />
      {preview.data && file && preview.data.columnas.length > 0 ? (
        <ColumnsForm
          key={JSON.stringify([preview.data.archivo.sha256, preview.data.mapa])}
          preview={preview.data}
          pending={preview.isPending}
          onTry={(columns) => void look(file, metodo, columns)}
        />
      ) : null}
      {preview.data && file ? (
        <div className="row wrap thumbs stays line-above surface pad-y-3">
          <p className="faint small whole-line maybe" id="por-que">
            {whyOff(preview.data, doubted)}
          </p>
          <Button look="plain" text="Otro archivo" className="target" onClick={again} />
          <Button
            look="go"
            text={importName(preview.data)}
            className="target to-end"
            pending={bring.isPending}
            aria-describedby="por-que"
            disabled={whyOff(preview.data, doubted) !== ''}
            onClick={() => bring.mutate({ file, metodo, mapa })}
          />
        </div>
      ) : null}
    </div>
  )
}

/** Why nothing can be imported yet; empty if it can. */
function whyOff({ mapa, cuentas, preguntas }: StatementPreview, doubted: boolean): string {
  if (mapa === null) return 'Primero di arriba las columnas.'
  if (doubted) return 'Primero di arriba de qué cuenta es.'
  if (cuentas.leidos > cuentas.rechazados) return ''
  return preguntas.length > 0 ? 'Primero responde lo que se pregunta arriba.' : 'No hay filas que importar.'
}

function importName({ cuentas, mapa }: StatementPreview): string {
  if (mapa === null || cuentas.leidos === cuentas.rechazados) return 'Importar'
  const fresh = cuentas.nuevos + cuentas.conocidos
  return fresh === 0 ? 'Importar, sin nada nuevo' : `Importar ${fresh}`
}

/** Where a file is chosen. */
function ChooseFile(props: { file: File | null; pending: boolean; onChoose: (file: File) => void }) {
  return (
    <div className="statement-drop dashed centre gap-3">
      <label className="btn target ring" aria-busy={props.pending}>
        <Icon name="up" />
        {props.pending ? `Leyendo ${props.file?.name ?? ''}…` : 'Elegir el extracto'}
        <input
          className="sr"
          type="file"
          disabled={props.pending}
          accept=".csv,.txt,.xlsx,.xls,.xml,.ofx,.qfx,.qif,.sta,.940,.htm,.html,text/csv,text/plain"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) props.onChoose(file)
            event.target.value = ''
          }}
        />
      </label>
      <p className="soft compact">
        Excel, CSV o TXT de la página del banco. Nada se escribe hasta que toques Importar.
      </p>
    </div>
  )
}

/** Progress: the server reports it for the import of that file. */
function ImportProgress({ preview, metodo }: { preview: StatementPreview; metodo: number }) {
  const { data } = useStatements(true)
  const mine = data?.importaciones.find(
    ({ metodo_id, sha256, terminado_en }) =>
      metodo_id === metodo && sha256 === preview.archivo.sha256 && terminado_en === null,
  )
  const all = preview.cuentas.leidos - preview.cuentas.rechazados
  const done = mine?.hechos ?? 0
  return (
    <div className="stack gap-3" role="status">
      <strong>Importando {preview.archivo.nombre}</strong>
      <progress className="full" max={all} value={done} aria-label="Filas importadas" />
      <p className="soft compact">
        {formatCount(done)} de {formatCount(all)} filas. Puedes seguir en otra parte: no se detiene.
      </p>
    </div>
  )
}
