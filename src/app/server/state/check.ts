import { DAY, HOUR, MINUTE } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Finding, StateLevel } from '../../state-contract.ts'

/** Result of a check: how urgent it is, in words for a person, and the sysadmin's part. */
export type Found = Omit<Finding, 'clave' | 'nombre'>

/** One check. It reads and never writes, and takes seconds at most: an open screen repeats it every few seconds. */
export interface Check {
  /** For programs: it never changes. */
  clave: string
  /** Its subject, for people. */
  nombre: string
  look(ctx: Ctx): Found | Promise<Found>
}

/** Time for another host to answer a check, in milliseconds: `/metrics` waits a little longer for all of them. */
export const OUTSIDE = 3_000

/** Nothing is to be done. */
export const well = (texto: string, detalle = ''): Found => ({ nivel: 'bien', texto, que_hacer: '', detalle })
const asks =
  (nivel: StateLevel) =>
  (texto: string, que_hacer: string, detalle = ''): Found => ({ nivel, texto, que_hacer, detalle })
/** Somebody should look at it these days. */
export const attention = asks('atento')
/** Somebody has to act today. */
export const grave = asks('grave')

const LEVELS: readonly StateLevel[] = ['bien', 'atento', 'grave']
const weightOf = ({ nivel }: Pick<Finding, 'nivel'>) => LEVELS.indexOf(nivel)

export const worstOf = (findings: readonly Pick<Finding, 'nivel'>[]): StateLevel =>
  LEVELS[Math.max(0, ...findings.map(weightOf))] ?? 'bien'

const UNITS = [
  [DAY, 'día', 'días'],
  [HOUR, 'hora', 'horas'],
  [MINUTE, 'minuto', 'minutos'],
  [1_000, 'segundo', 'segundos'],
] as const

/** `2 días`, `40 minutos`: a span in its largest unit, in whole ones. */
export function spanText(milliseconds: number): string {
  const [size, one, many] = UNITS.find(([unit]) => Math.abs(milliseconds) >= unit) ?? UNITS[3]
  const count = Math.round(Math.abs(milliseconds) / size)
  return `${count} ${count === 1 ? one : many}`
}

/** Its result, unless it takes longer. @throws where it does */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`after ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
