import type { Ctx } from '#platform/server/context.ts'
import { idsOf } from '#platform/server/db/many.ts'
import type { Suggestions, Unpaid } from '../contract.ts'
import { tellWhy } from '../tell-why.ts'
import { showMovements, showPurchases, sums } from './describe.ts'
import { readOpenMoney } from './open-money.ts'
import { difference, tellVerdicts } from './read-verdicts.ts'

const PAGE = 50

/** A place in a list that is in this order: first its group, then the instant of the report, then its id. */
type Place = readonly [group: number, en: number, id: number]

/**
 * The rules' proposals, exact ones first, in the order of the reports.
 * @param cursor `siguiente` of the page before.
 */
export async function listSuggestions(
  ctx: Ctx,
  ver: 'todas' | 'exactas' | 'por_mirar',
  cursor: string | undefined,
): Promise<Suggestions> {
  const { all, exact, doubtful } = await readOpenMoney(ctx)
  const lines = [...(ver === 'por_mirar' ? [] : exact), ...(ver === 'exactas' ? [] : doubtful)]
  const [page, siguiente] = pageOf(lines, ({ exacta, claim: { en, id } }) => [exacta ? 0 : 1, en, id], cursor)
  const [purchases, movements] = await Promise.all([
    showPurchases(ctx.db.read, idsOf(page.map(({ claim }) => claim))),
    showMovements(ctx.db.read, all.accounts, idsOf(page.map(({ credit }) => credit))),
  ])
  const filas = page.flatMap(({ claim, found, credit, regla, exacta }) => {
    const compra = purchases.get(claim.id)
    const movimiento = movements.get(credit.id)
    if (!compra || !movimiento) return []
    const razones = tellWhy(claim, credit, found.rivals)
    const over = claim.debe === null ? null : credit.libre - claim.debe
    return [{ compra, movimiento, otros: found.count - 1, regla, exacta, ...difference(over), razones }]
  })
  return { filas, siguiente }
}

/** Reports for which nothing has come, oldest first. */
export async function listUnpaid(ctx: Ctx, cursor: string | undefined): Promise<Unpaid> {
  const { all, unpaid } = await readOpenMoney(ctx)
  const [page, siguiente] = pageOf(unpaid, ({ en, id }) => [0, en, id], cursor)
  const rows = page.flatMap(({ id }) => all.rows.get(id) ?? [])
  const [purchases, verdicts] = await Promise.all([
    showPurchases(ctx.db.read, idsOf(page)),
    tellVerdicts(ctx.db.read, all, rows),
  ])
  const compras = page.flatMap(({ id }) => {
    const compra = purchases.get(id)
    const veredicto = verdicts.get(id)
    return compra && veredicto ? [{ ...compra, veredicto }] : []
  })
  const owed = unpaid.flatMap(({ moneda, debe }) => (debe === null ? [] : [{ moneda, centimos: debe }]))
  return { compras, cantidad: unpaid.length, sumas: sums(owed), siguiente }
}

/** Lines after a place, also when the line there is gone. @returns the page and the place of its last. */
export function pageOf<T>(
  lines: readonly T[],
  placeOf: (line: T) => Place,
  cursor: string | undefined,
): [T[], string | null] {
  const after = /^\d\.-?\d{1,15}\.-?\d{1,15}$/.test(cursor ?? '') ? (cursor ?? '').split('.').map(Number) : null
  const rest = after === null ? lines : lines.filter((line) => isAfter(placeOf(line), after))
  const page = rest.slice(0, PAGE)
  const last = page.at(-1)
  return [page, rest.length > PAGE && last ? placeOf(last).join('.') : null]
}

function isAfter(place: Place, other: readonly number[]): boolean {
  for (const [at, value] of place.entries()) if (value !== other[at]) return value > (other[at] ?? 0)
  return false
}
