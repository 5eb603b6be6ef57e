import { type CalendarDate, formatDay } from '#platform/clock.ts'

const EXACT = ['referencia', 'centimos', 'pagador'] as const

/** Its reference, and an amount that is as good as the amount due (docs/decisions/091): the money is accepted as all of it. */
export const NEAR_RULES = ['tasa_del_dia', 'redondeo'] as const
export type NearRule = (typeof NEAR_RULES)[number]

/** The ranked rules, strongest first: the first that leaves exactly one credit for one report makes the pair. */
export const RULES = [...EXACT, ...NEAR_RULES, 'referencia_corta', 'otra_cuenta', 'monto', 'otro_monto'] as const
export type Rule = (typeof RULES)[number]

/** Those that leave one credit for one report by telling data. */
export const EXACT_RULES: readonly Rule[] = EXACT

export function isNear(regla: string): regla is NearRule {
  return (NEAR_RULES as readonly string[]).includes(regla)
}

/** Text about it. @param dia on which the money came. */
export function tellNear(regla: NearRule, dia: CalendarDate): string {
  return regla === 'redondeo' ? 'Llegó con céntimos de diferencia' : `Pagó a la tasa del ${formatDay(dia)}`
}
