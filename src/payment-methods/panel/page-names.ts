import { useAsk } from '#access/panel/ask.ts'
import type { SalesPage } from '../contract.ts'
import { PAGE_PATHS } from '../method-lines.ts'

/** Names of the pages for their owner: `Moto 200 cc (/rifa)`. The first page's methods also pay the raffles of their own address. */
export function usePageNames(): Record<SalesPage, string> {
  const { data } = useAsk('GET /api/panel/sitio')
  const titleOf = (id: number | undefined) => data?.rifas.find((raffle) => raffle.id === id)?.titulo
  const name = (page: SalesPage, id: number | undefined) => {
    const title = titleOf(id)
    return title === undefined ? PAGE_PATHS[page] : `${title} (${PAGE_PATHS[page]})`
  }
  const { rifa_a, rifa_b } = data?.ajustes ?? {}
  const others = (data?.rifas ?? []).filter(
    ({ id, estado }) => id !== rifa_a && id !== rifa_b && ['publicada', 'pausada'].includes(estado),
  )
  return { A: `${name('A', rifa_a)}${others.length > 0 ? ' y las demás en venta' : ''}`, B: name('B', rifa_b) }
}
