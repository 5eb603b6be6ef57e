import { after, type CalendarDate, HOUR, type Instant, MINUTE, parseDay } from '#platform/clock.ts'
import { type Fields, isHex, isInstantText, kinds, list, oneOf, or, that, whole } from './read-json.ts'
import type { DrawRule, Lottery } from './rule.ts'
import { LEAST_MINUTES } from './rule-limits.ts'

/** The two people who typed a lottery's result: initials, and a number that no other has: `M. R. (1)`. Never the same one twice. */
export type Hands = [string, string]

/** Why the shop itself moves a draw whose list was frozen too late for the mails that witness it. After the hour no other reason is allowed. */
export const LATE_FREEZE = 'La lista se congeló tarde'

/** Whether the shop moved a draw for that reason, to an hour soon afterwards, which its readers should know. */
export function isLateFreeze(step: Step): boolean {
  if (step.tipo !== 'aplazado' || step.que !== 'sorteo' || step.motivo !== LATE_FREEZE) return false
  return Date.parse(step.a) <= Date.parse(step.en) + 2 * HOUR
}

/** The text of a step, the same for the same step. */
export function stepText(step: Step): string {
  return JSON.stringify(ordered(step))
}

/** @returns null if it is no step, or is not written as `stepText` writes it. */
export function readStep(text: string): Step | null {
  try {
    const step = ordered(JSON.parse(text))
    return JSON.stringify(step) === text ? step : null
  } catch {
    return null
  }
}

const en = that<string>(isInstantText)
const reason = that<string>((value) => typeof value === 'string' && value.length <= 500)
const premio = whole(0, 99)
const dia = that<CalendarDate>((value) => typeof value === 'string' && parseDay(value) !== null)
/** A lottery's result, to its last digit. */
const result = that<string>((value) => typeof value === 'string' && /^\d{1,8}$/.test(value))
// By their numbers: two initials that only look different are one person, and two that look the same are two.
const numberOf = (hand: unknown) => /^[^\p{C}]{1,40} \(([1-9]\d{0,9})\)$/u.exec(String(hand))?.[1]
const mano = that<string>((value) => typeof value === 'string' && numberOf(value) !== undefined)
const manos = (value: unknown): Hands => {
  const [one, other, ...more] = list(mano)(value)
  if (one === undefined || other === undefined || more.length > 0 || numberOf(one) === numberOf(other))
    throw new Error('not two hands')
  return [one, other]
}
/** When both had typed it; steps of rules without this field have none. */
const typed = or(undefined, en)

/**
 * Events of a draw, in order. `aplazado`: the end of sales, or the draw, was moved before it came, from one instant to a later one, announced
 * at that instant.
 * The others are about a prize, counted from 0. `loteria`: the result of each part of its lottery that day. `sin sorteo`: it did not draw.
 * `faro`: a round of the beacon. `vencido`: the winner did not claim in time, announced at that instant. `corregido`: that lottery step was
 * wrong, and with it all that followed of its prize, announced at that instant.
 */
const STEPS = {
  aplazado: { que: oneOf('cierre', 'sorteo'), de: en, a: en, motivo: reason, en },
  loteria: { premio, dia, resultados: list(result), enlace: reason, manos, en: typed },
  'sin sorteo': { premio, dia, motivo: reason, enlace: reason, manos, en: typed },
  faro: { premio, ronda: whole(1, 2 ** 40), firma: that<string>(isHex(48)) },
  vencido: { premio, en },
  corregido: { premio, paso: whole(0, 9_999), motivo: reason, mano, en },
}
type Steps = typeof STEPS
export type Step = {
  [Tipo in keyof Steps]: { tipo: Tipo } & (Steps[Tipo] extends Fields<infer Rest> ? Rest : never)
}[keyof Steps]

const ordered = kinds<Step>(STEPS)

/** A step that the rule does not allow there, or a signature that is none. */
export class BrokenRule extends Error {}

/** Reasons against a postponement. */
const TOO_OFTEN = 'se aplazó más veces, o por más días, de lo que dice la regla'
export const NO_POSTPONEMENT = 'se aplaza antes de la hora, a una posterior y con su motivo'

/**
 * When sales end at the latest, after postponements; null if only the number of tickets ends them.
 * @throws BrokenRule for a postponement that the rule does not allow.
 */
export function latestClose({ cierre, aplazar }: DrawRule, steps: readonly Step[]): Instant | null {
  const left = postponingLeft({ aplazar }, steps)
  if (left.veces < 0 || left.dias < 0) throw new BrokenRule(TOO_OFTEN)
  const text = cierre.tipo === 'instante' ? cierre.en : cierre.limite
  let latest = text === null ? null : (Date.parse(text) as Instant)
  for (const step of steps) if (step.tipo === 'aplazado' && step.que === 'cierre') latest = postponed(latest, step)
  return latest
}

/** How often, and by how many days, a close or draw can still be put off. The shop's own move for a late list, which is one, is not counted. */
export function postponingLeft(
  { aplazar }: Pick<DrawRule, 'aplazar'>,
  steps: readonly Step[],
): { veces: number; dias: number } {
  const { veces, dias } = aplazar ?? { veces: Number.POSITIVE_INFINITY, dias: Number.POSITIVE_INFINITY }
  const own = steps.find(isLateFreeze)
  const moved = steps.filter((step) => step.tipo === 'aplazado' && step !== own) as (Step & { tipo: 'aplazado' })[]
  return {
    veces: veces - moved.length,
    dias: dias - moved.reduce((sum, { de, a }) => sum + Date.parse(a) - Date.parse(de), 0) / (24 * HOUR),
  }
}

export function postponed(from: Instant | null, step: Step & { tipo: 'aplazado' }): Instant {
  const { de, a, en, motivo } = step
  const [before, next, said] = [de, a, en].map((text) => Date.parse(text)) as [number, number, Instant]
  const early = said < before || (isLateFreeze(step) && next >= after(said, LEAST_MINUTES * MINUTE))
  const fair = from === before && next > before && early && motivo.trim() !== ''
  if (!fair) throw new BrokenRule(NO_POSTPONEMENT)
  return next as Instant
}

/** When the first draw counts, unless it is postponed. */
export function firstInstant(rule: DrawRule, closed: Instant): Instant {
  return after(closed, rule.espera_minutos * MINUTE)
}

/** @throws BrokenRule when the results are not of its parts. */
export function drawnNumber(por: Lottery, results: readonly string[], rule: DrawRule): string {
  if (results.length !== por.partes.length) throw new BrokenRule('faltan resultados')
  const digits = por.partes.map(({ toma, cifras, al_reves }, place) => {
    const result = results[place] as string
    if (result.length < cifras) throw new BrokenRule('un resultado tiene menos cifras de las que pide la regla')
    const taken = toma === 'primeras' ? result.slice(0, cifras) : result.slice(-cifras)
    return al_reves ? [...taken].reverse().join('') : taken
  })
  const drawn = (Number(digits.join('')) + por.suma) % 10 ** rule.cifras
  return String(drawn).padStart(rule.cifras, '0')
}
