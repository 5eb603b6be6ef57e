import type { Actor } from '#journal/actor.ts'
import type { Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { Pair } from '../../match.ts'
import { isNear, type Rule } from '../../verdict.ts'
import type { StoredMovement } from '../bank/schema.ts'
import { freeCents, spendMovement } from '../bank/spend-movement.ts'
import { matchAround } from '../match/neighbourhood.ts'
import { owedCents } from '../match/read-claims.ts'
import { insertLinks, type Link, listLinks } from './link-store.ts'

/** Money that an approval is to join to its purchase. */
export interface Wanted {
  movimiento_id: number
  /** The rule by which its reviewer was shown it; null where nobody has looked: then it is confirmed only by an exact rule. */
  regla: Rule | null
}

/** Which movement pays which purchase, and how much. */
export type DecidedLink = Pick<Link, 'movimiento_id' | 'compra_id' | 'centimos' | 'regla' | 'por'>

type Money = Pick<StoredMovement, 'centimos' | 'unido' | 'devuelto' | 'ignorado' | 'estado' | 'repetida_de'>

/** Money as approvals find it behind their locks, and as each leaves it to the next. */
export interface ApprovalLinks {
  money: Map<number, Money>
  /** Amount of each purchase that is paid already, of the smallest unit. */
  paid: Map<number, number>
  /** By purchase: the movement that an exact rule gives it. */
  exact: Map<number, Pair>
  made: (DecidedLink & { actor: Actor })[]
}

interface Joining {
  purchase: Pick<Purchase, 'id'>
  join: Wanted | null
}

/** The money that a rule found for a purchase, as its reviewer was shown it; null where none has come, or several may be it. */
export async function findMoney(sql: Sql, purchaseId: number): Promise<Wanted | null> {
  const pair = (await matchAround(sql, [purchaseId])).matching.of(purchaseId)?.pair
  if (!pair || pair.regla === 'otro_monto') return null
  return { movimiento_id: pair.credit.id, regla: pair.regla }
}

/** Locks the wanted money, and checks again which of it is exact: other reports made meanwhile count. */
export async function readApprovalLinks(tx: Sql, joining: readonly Joining[]): Promise<ApprovalLinks> {
  const wanted = joining.flatMap(({ purchase: { id }, join }) => (join ? [{ id, ...join }] : []))
  if (wanted.length === 0) return { money: new Map(), paid: new Map(), exact: new Map(), made: [] }
  const ids = wanted.map(({ id }) => id)
  const unseen = wanted.filter(({ regla }) => regla === null).map(({ id }) => id)
  // An update that changes nothing locks the rows on PostgreSQL: another transaction's links are read once it has ended.
  const money = await tx
    .updateTable('movements')
    .set((row) => ({ unido: row.ref('unido') }))
    .where(isOneOf(tx, 'id', [...new Set(wanted.map(({ movimiento_id }) => movimiento_id))]))
    .returning(['id', 'centimos', 'unido', 'devuelto', 'ignorado', 'estado', 'repetida_de'])
    .execute()
  const [links, around] = await Promise.all([listLinks(tx, ids), unseen.length === 0 ? null : matchAround(tx, unseen)])
  const paid = new Map<number, number>()
  for (const { compra_id, centimos } of links) paid.set(compra_id, (paid.get(compra_id) ?? 0) + centimos)
  const pairs = unseen.flatMap((id) => around?.matching.of(id)?.pair ?? [])
  return {
    money: new Map(money.map(({ id, ...row }) => [id, row])),
    paid,
    exact: new Map(pairs.filter(({ exacta }) => exacta).map((pair) => [pair.claim.id, pair])),
    made: [],
  }
}

/**
 * Part of that money that the purchase takes; null where none is wanted, or nothing is owed any more. Changes nothing.
 * @throws AppError 409 MOVIMIENTO_USADO when nothing of it is left, PUEDE_SER_REPETIDO when it may be another one told again, YA_NO_ES_SU_PAGO when
 * less is left than is owed. Or YA_NO_ES_EXACTO when nobody has looked and it is not exact any more.
 */
export function decideLink(group: ApprovalLinks, purchase: Purchase, wanted: Wanted | null): DecidedLink | null {
  if (!wanted) return null
  const { movimiento_id } = wanted
  const money = group.money.get(movimiento_id)
  const free = money?.estado === 'abierto' ? freeCents(money) : 0
  if (free <= 0) throw refusal('MOVIMIENTO_USADO')
  if (money?.repetida_de !== null) throw refusal('PUEDE_SER_REPETIDO')
  const exact = group.exact.get(purchase.id)
  const regla = wanted.regla ?? (exact?.credit.id === movimiento_id ? exact.regla : null)
  if (regla === null) throw refusal('YA_NO_ES_EXACTO')
  const owed = owedCents(purchase)
  const left = owed === null ? free : owed - (group.paid.get(purchase.id) ?? 0)
  if (left <= 0) return null
  // A near amount is accepted as a whole, and nothing else pays that purchase; `left` is its amount due.
  const near = isNear(regla)
  // A rule found it because it was as much as is owed: if another has taken a part of it meanwhile, nobody has decided that.
  if (near ? free < money.centimos || left !== owed : free < left) throw refusal('YA_NO_ES_SU_PAGO')
  return {
    movimiento_id,
    compra_id: purchase.id,
    centimos: near ? free : left,
    regla,
    por: wanted.regla === null ? 'regla' : 'persona',
  }
}

/** Taken money is not there for the next one. */
export function keepLink(group: ApprovalLinks, link: DecidedLink, actor: Actor): void {
  const money = group.money.get(link.movimiento_id)
  if (money) money.unido += link.centimos
  group.made.push({ ...link, actor })
}

/** As the journal keeps it with the approval. */
export function tellLink({ movimiento_id, centimos, regla }: DecidedLink) {
  return { movimiento: movimiento_id, unido: moneyOfCents(centimos), regla }
}

export async function writeLinks(tx: Sql, { made }: ApprovalLinks, now: Instant): Promise<void> {
  for (const { movimiento_id, centimos } of made.toSorted((a, b) => a.movimiento_id - b.movimiento_id))
    await spendMovement(tx, movimiento_id, centimos)
  await insertLinks(
    tx,
    made.map(({ actor, ...link }) => ({ ...link, quien: actor.nombre, quien_id: actor.id, en: now })),
  )
}
