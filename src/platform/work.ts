/** Header of a request that brings the work it was asked for: `<reto>.<number>`. */
export const WORK_HEADER = 'x-tombola-trabajo'

/** Calls that may be asked for work. */
export const WORK_KINDS = ['apartado', 'reporte', 'correccion', 'consulta'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/**
 * What is to be found out: the number from 0 up to below `hasta` whose SHA-256, of the text `<sal>.<number>`, is `huella` in
 * hexadecimal. `reto` is the server's and comes back with it.
 */
export interface WorkChallenge {
  reto: string
  sal: string
  huella: string
  hasta: number
}
