import { moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { idsOf } from '#platform/server/db/many.ts'
import { purchaseState } from '#purchases/contract.ts'
import { listPurchases } from '#purchases/server/search/list-purchases.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { givenBack } from '#purchases/state-names.ts'
import type { OwingReport } from '../contract.ts'
import { showPurchases } from './describe.ts'
import { acceptedCents, type Link, listLinks } from './links/link-store.ts'
import { listRefunds } from './links/read-refunds.ts'
import { isCash, owedCents } from './match/read-claims.ts'

const SHOWN = 50
/** Pages of a search that are looked through for some that owe: a name may have bought a thousand times. */
const MOST_PAGES = 10

/**
 * Reports of which money may be: in review, confirmed ones that it does not suffice for, and those that fell, whose money is to be given
 * back. In this order, newest first.
 */
export async function findOwing({ db: { read: sql } }: Ctx, buscar = ''): Promise<{ reportes: OwingReport[] }> {
  if (buscar.trim() === '') return { reportes: [] }
  const found: Found[] = []
  let after: Parameters<typeof listPurchases>[2] = null
  for (let pages = 0; pages < MOST_PAGES && found.length < SHOWN; pages++) {
    const { rows, next } = await listPurchases(sql, { buscar }, after, SHOWN)
    const links = await listLinks(sql, idsOf(rows))
    const joined = Map.groupBy(links, ({ compra_id }) => compra_id)
    for (const row of rows) {
      const one = owing(row, joined.get(row.id) ?? [])
      if (one) found.push(one)
    }
    after = next
    if (after === null) break
  }
  const ids = idsOf(found)
  const [shown, refunds] = await Promise.all([showPurchases(sql, ids), listRefunds(sql, ids)])
  const reportes = found.flatMap((one) => {
    const purchase = shown.get(one.id)
    const back = givenBack(refunds.filter(({ compra_id }) => compra_id === one.id))
    return purchase ? [{ ...purchase, ...one, ...(back && { falta: null }), devuelto: back?.monto ?? null }] : []
  })
  const rank = ({ estado }: OwingReport) => purchaseState.options.indexOf(estado)
  return { reportes: reportes.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN) }
}

type Found = Pick<OwingReport, 'id' | 'cedula' | 'falta'>

function owing(purchase: Purchase, links: readonly Link[]): Found | null {
  const { id, estado, cedula } = purchase
  if (isCash(purchase)) return null
  const owed = acceptedCents(links) ?? owedCents(purchase)
  const paid = links.reduce((sum, { centimos }) => sum + centimos, 0)
  const left = owed === null ? null : owed - paid
  // Its amount due is unknown: the money that came for it may be all.
  const open = left === null ? paid === 0 : left > 0
  if (estado !== 'en revision' && !open) return null
  return { id, cedula, falta: left !== null && left > 0 ? moneyOfCents(left) : null }
}
