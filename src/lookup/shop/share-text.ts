import type { OwnPurchase } from '#purchases/contract.ts'
import type { SiteSettings } from '#site/contract.ts'

/** Numbers that a text names before it says how many more there are. */
const NAMED = 10

/** Where others take part: the page of that raffle, or the shop when no page sells it any more. Never the private page. */
export function raffleAddress(origin: string, raffleId: number, site: Pick<SiteSettings, 'rifa_a' | 'rifa_b'>): string {
  if (raffleId === site.rifa_a) return `${origin}/rifa`
  return raffleId === site.rifa_b ? `${origin}/rifa1` : origin
}

/** What is sent with the picture, and alone by WhatsApp. */
export function shareText({ numeros, titulo }: Pick<OwnPurchase, 'numeros' | 'titulo'>, address: string): string {
  const more = numeros.length - NAMED
  const list = numeros.slice(0, NAMED).join(', ') + (more > 0 ? ` y ${more} más` : '')
  return `Ya tengo mis números para «${titulo}»: ${list}. Participa en ${address}`
}
