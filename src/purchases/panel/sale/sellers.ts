import { addDays, dayInCaracas, type Instant } from '#platform/clock.ts'
import { serverNow } from '#platform/panel/api.ts'

/** Spans to choose from, by the days before today on which they begin. */
export const SPANS = [
  { value: 'hoy', name: 'Hoy', from: 0 },
  { value: '7', name: '7 días', from: 6 },
  { value: '30', name: '30 días', from: 29 },
] as const
export type Span = (typeof SPANS)[number]['value']

/** `?dias=7` of the address; a week by default. */
export function readSpan(search: string): Span {
  const asked = new URLSearchParams(search).get('dias')
  return SPANS.find(({ value }) => value === asked)?.value ?? '7'
}

/** The days of a span, as the call takes them. */
export function daysOf(span: Span): { desde: string; hasta: string } {
  const hasta = dayInCaracas(serverNow() as Instant)
  const { from } = SPANS.find(({ value }) => value === span) ?? SPANS[1]
  return { desde: addDays(hasta, -from), hasta }
}

/** The purchases that one person sold on one day. */
export function soldThen(vendedor: number, dia: string): string {
  return `/compras?${new URLSearchParams({ vendedor: String(vendedor), desde: dia, hasta: dia })}`
}
