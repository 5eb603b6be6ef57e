import type { SiteSettings } from '#site/contract.ts'

/** The address of a raffle that stays its own, whatever the two pages show: `/rifa/7`. */
export function ownPath(id: number): string {
  return `/rifa/${id}`
}

/** Where a raffle is bought and looked at now: the page that shows it, else its own address. */
export function rafflePath(id: number, site: Pick<SiteSettings, 'rifa_a' | 'rifa_b'>): string {
  if (id === site.rifa_a) return '/rifa'
  return id === site.rifa_b ? '/rifa1' : ownPath(id)
}

/** `/rifas-anteriores`, or a later page of it. */
export function previousPath(pagina: number): string {
  return pagina === 1 ? '/rifas-anteriores' : `/rifas-anteriores?pagina=${pagina}`
}
