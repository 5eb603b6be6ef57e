import { AppError } from '#platform/errors.ts'
import { WorkFailure } from '#platform/server/limited/start-child.ts'
import type { FileProblem } from './reading/unreadable.ts'

/** What each is, and what its owner can do. */
const SENTENCES: Record<FileProblem, [error: string, details: string]> = {
  EXTRACTO_XLS: [
    'Este Excel es de los viejos, o tiene clave',
    'Ábrelo en Excel, en Google Sheets o en LibreOffice, elige Guardar como y el tipo «Libro de Excel (.xlsx)», sin clave, y sube ese archivo.',
  ],
  EXTRACTO_PDF: [
    'Un PDF no se puede leer con seguridad',
    'Descarga los mismos movimientos en Excel, CSV o TXT: el banco los ofrece donde ofrece el PDF.',
  ],
  EXTRACTO_COMPRIMIDO: [
    'Este archivo no es lo que dice ser',
    'Se abre a un tamaño que ningún extracto tiene, o trae instrucciones dentro. Descárgalo otra vez de la página del banco.',
  ],
  EXTRACTO_LINEA_LARGA: [
    'Este archivo tiene una línea que no termina',
    'No es un extracto, o se dañó al bajar. Descárgalo otra vez de la página del banco.',
  ],
  EXTRACTO_MUY_ANCHO: [
    'Este archivo tiene demasiadas columnas',
    'Un extracto tiene unas diez, y se leen hasta 200. Descárgalo otra vez de la página del banco.',
  ],
  EXTRACTO_MUY_LARGO: [
    'Este archivo tiene demasiadas filas',
    'Se leen hasta 150.000 a la vez. Descarga el extracto por meses e importa cada uno.',
  ],
  EXTRACTO_VACIO: [
    'Este archivo no tiene movimientos',
    'Elige en la página del banco las fechas que quieres y descárgalo otra vez.',
  ],
  EXTRACTO_ILEGIBLE: [
    'No se puede leer este archivo',
    'Está dañado, o no es un extracto. Descárgalo otra vez en Excel (.xlsx), CSV o TXT, y súbelo sin abrirlo antes.',
  ],
}

/** Why a file is not read. Nothing was kept of it, and nothing of before is lost. */
export function refuseFile(problem: FileProblem): AppError {
  return new AppError(422, problem, ...SENTENCES[problem])
}

/** What the process that reads met. @param error anything; what is none of its failures is thrown as it is. */
export function refuseWork(error: unknown): never {
  if (!(error instanceof WorkFailure)) throw error
  if (error.problem === 'ilegible') throw refuseFile(isProblem(error.said) ? error.said : 'EXTRACTO_ILEGIBLE')
  if (error.blame)
    throw new AppError(
      422,
      'EXTRACTO_PESADO',
      'Este archivo pide demasiado',
      'Leerlo toma más tiempo o memoria que ningún extracto. Descárgalo otra vez, por semanas si es muy largo.',
    )
  throw new AppError(
    503,
    'EXTRACTO_EN_COLA',
    'Se están leyendo otros extractos',
    'Espera unos segundos e intenta de nuevo. Nada se importó de este.',
    { headers: { 'retry-after': '5' }, cause: error },
  )
}

const isProblem = (said: unknown): said is FileProblem => typeof said === 'string' && Object.hasOwn(SENTENCES, said)
