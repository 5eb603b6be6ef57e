/** Why a file is no statement that can be read: its code, which errors-of-files.ts has sentences for. */
export type FileProblem =
  | 'EXTRACTO_XLS'
  | 'EXTRACTO_PDF'
  | 'EXTRACTO_ILEGIBLE'
  | 'EXTRACTO_COMPRIMIDO'
  | 'EXTRACTO_LINEA_LARGA'
  | 'EXTRACTO_MUY_ANCHO'
  | 'EXTRACTO_MUY_LARGO'
  | 'EXTRACTO_VACIO'

export class UnreadableFile extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}
