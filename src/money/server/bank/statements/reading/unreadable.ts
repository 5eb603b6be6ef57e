/** Why a file is no statement that can be read: codes of refusals. */
export const FILE_PROBLEMS = [
  'EXTRACTO_XLS',
  'EXTRACTO_PDF',
  'EXTRACTO_IMAGEN',
  'EXTRACTO_ZIP',
  'EXTRACTO_DATOS',
  'EXTRACTO_PAGINA',
  'EXTRACTO_ILEGIBLE',
  'EXTRACTO_COMPRIMIDO',
  'EXTRACTO_LINEA_LARGA',
  'EXTRACTO_MUY_ANCHO',
  'EXTRACTO_MUY_LARGO',
  'EXTRACTO_VACIO',
] as const

export type FileProblem = (typeof FILE_PROBLEMS)[number]

export class UnreadableFile extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}
