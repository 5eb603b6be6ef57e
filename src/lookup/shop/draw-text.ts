import { formatDay, parseDay } from '#platform/clock.ts'
import type { OwnPurchase } from '#purchases/contract.ts'
import { VARIANTS } from '#purchases/variants.ts'
import type { SiteSettings } from '#site/contract.ts'

/** `Sorteo: 19 de diciembre`; without a date, what the page of that raffle says instead. */
export function drawText(
  { fecha_sorteo, rifa_id }: Pick<OwnPurchase, 'fecha_sorteo' | 'rifa_id'>,
  { rifa_a }: Pick<SiteSettings, 'rifa_a'>,
): string {
  const day = parseDay(fecha_sorteo)
  return `Sorteo: ${day ? formatDay(day) : VARIANTS[rifa_id === rifa_a ? 'A' : 'B'].dateFallback}`
}
