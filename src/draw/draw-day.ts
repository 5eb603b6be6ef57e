import { type CalendarDate, dayInCaracas, formatDrawDay, type Instant } from '#platform/clock.ts'
import type { DrawDocument } from './document.ts'
import { firstInstant, latestClose } from './follow-rule.ts'
import { type DrawRule, readRule } from './rule.ts'
import { firstDay } from './rule-rules.ts'
import { readStep, type Step } from './steps.ts'

/** From when draws count, after what was postponed. @param closed when sales ended, or end. */
export function drawsFrom(rule: DrawRule, steps: readonly Step[], closed: Instant): Instant {
  const moved = steps.findLast((step) => step.tipo === 'aplazado' && step.que === 'sorteo')
  return moved?.tipo === 'aplazado' ? (Date.parse(moved.a) as Instant) : firstInstant(rule, closed)
}

/** When a prize is drawn that is the first one. */
export function drawDay({ por }: DrawRule['premios'][number], from: Instant): CalendarDate {
  return por.tipo === 'faro' ? dayInCaracas(from) : firstDay(por, from)
}

/**
 * When the first prize is drawn, as far as it is known.
 * @param pasos texts of the steps.
 * @param closed when sales ended; null while they go on.
 */
export function firstDrawDay(rule: DrawRule, pasos: readonly string[], closed: Instant | null): CalendarDate | null {
  const [first] = rule.premios
  const steps = pasos.flatMap((text) => readStep(text) ?? [])
  const end = closed ?? (rule.cierre.tipo === 'instante' ? latestClose(rule, steps) : null)
  return first && end !== null ? drawDay(first, drawsFrom(rule, steps, end)) : null
}

/** `22 de Noviembre`, `Al vender 80%`, `Al agotarse`: when a raffle is drawn by its rule, where its owner has announced no day; null where the rule cannot be read. */
export function drawLine({ regla, cierre, pasos }: DrawDocument): string | null {
  const rule = readRule(regla)
  if (!rule || rule.premios.length === 0) return null
  const day = firstDrawDay(rule, pasos, cierre === null ? null : (Date.parse(cierre) as Instant))
  if (day !== null) return formatDrawDay(day)
  return rule.cierre.tipo === 'porcentaje' ? `Al vender ${rule.cierre.porcentaje}%` : 'Al agotarse'
}
