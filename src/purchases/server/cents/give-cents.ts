import { sql as raw } from 'kysely'
import type { PaymentMethod } from '#payment-methods/contract.ts'
import { listOffered } from '#payment-methods/server/list-methods.ts'
import { readAccount } from '#payment-methods/server/read-account.ts'
import type { Instant } from '#platform/clock.ts'
import { centsOf, type Money, moneyOfCents, parseMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { Randomness } from '#platform/server/random.ts'
import { findRaffle } from '#raffles/server/store.ts'
import type { HoldAnswer, Quote } from '#tickets/contract.ts'
import { describeHold, readQuote } from '#tickets/server/hold/describe-hold.ts'
import { findLiveHold } from '#tickets/server/hold/live-hold.ts'
import { numbersOf, type Reservation, updateReservation } from '#tickets/server/store.ts'
import { IN_REVIEW, type NewPurchase } from '../store.ts'

/** The visitor and the account of an amount. */
interface Claim {
  /** The account, by the first of its methods. */
  metodo_id: number
  /** All of them. */
  metodos: readonly number[]
  /** The amount without céntimos, in céntimos. */
  base: number
  /** How many céntimos may be added at most. */
  most: number
  token: string
  now: Instant
  random: Randomness
}

/**
 * The visitor chose a method. In a raffle with unique céntimos the amount in bolívares gets some that no other unverified payment
 * into that account has, and the quote keeps them. Chosen again, also after another method, they are the same ones.
 * Where all are taken the visitor pays the amount as it is.
 * @throws AppError 404 APARTADO_VENCIDO, 410 APARTADO_CEDIDO
 */
export async function chooseMethod(ctx: Ctx, token: string, metodoId: number): Promise<HoldAnswer> {
  const [known, methods] = await Promise.all([findLiveHold(ctx.db.read, token, ctx.clock.now()), listOffered(ctx)])
  const raffle = await findRaffle(ctx.db.read, known.rifa_id)
  const method = methods.find(({ id }) => id === metodoId)
  const most = raffle?.centimos_unicos ?? null
  const hold = most !== null && method ? await withCents(ctx, known, method, most) : known
  const numbers = await numbersOf(ctx.db.read, [hold.id])
  return describeHold(hold, numbers.get(hold.id) ?? [], ctx.clock.now())
}

async function withCents(ctx: Ctx, known: Reservation, method: PaymentMethod, most: number): Promise<Reservation> {
  const total = parseMoney(readQuote(known).total_bs ?? '')
  if (method.moneda !== 'VES' || total === null || readQuote(known).centimos?.metodo_id === method.id) return known
  return ctx.db.write(`rifa:${known.rifa_id}`, async (tx) => {
    const now = ctx.clock.now()
    const hold = await findLiveHold(tx, known.token, now)
    const base = Number(centsOf(total))
    const { id: account, metodos } = await readAccount(tx, method.id)
    const whose = { token: hold.token, now, random: ctx.random }
    const cents = await takeCents(tx, { metodo_id: account, metodos, base, most, ...whose })
    const { centimos: _, ...plain } = readQuote(hold)
    const quote: Quote = cents === null ? plain : { ...plain, centimos: { metodo_id: method.id, monto: text(cents) } }
    const cotizacion = JSON.stringify(quote)
    await updateReservation(tx, hold.id, { cotizacion })
    return { ...hold, cotizacion }
  })
}

const text = (cents: number): Money => moneyOfCents(BigInt(cents))

/**
 * The least recently used free céntimos for that amount in that account: first any that nobody ever had. Free are those without a
 * payment that waits for its judgement. The table's key, and a row that is changed only as it was read, keep two from having the same,
 * also from two raffles and two processes.
 * @returns how many, or null when all are taken.
 */
export async function takeCents(tx: Sql, claim: Claim): Promise<number | null> {
  const { base, most, token, random } = claim
  const known = await inReach(tx, claim).select(['total', 'apartado']).execute()
  const own = known.find(({ apartado }) => apartado === token)
  if (own) return own.total - base
  const had = new Set(known.map(({ total }) => total))
  const free = Array.from({ length: most }, (_, at) => base + at + 1).filter((one) => !had.has(one) && !isRound(one))
  while (free.length > 0) {
    // By chance: a visitor who could foresee the amount would wait for a convenient one.
    const [total = 0] = free.splice(random.below(free.length), 1)
    if (await isAwaited(tx, claim, total)) continue
    if (await isFirst(tx, claim, total)) return total - base
  }
  const awaited: number[] = []
  for (;;) {
    const oldest = await findOldest(tx, claim, awaited)
    if (!oldest) return null
    if (await isAwaited(tx, claim, oldest.total)) awaited.push(oldest.total)
    else if (await succeeds(tx, claim, oldest)) return oldest.total - base
  }
}

/**
 * Whether a report into that account waits for that very sum, according to the reports. A row names the account as it was
 * when its hold was told, and methods are added to an account, leave it and are deleted.
 */
async function isAwaited(tx: Sql, { metodos }: Claim, total: number): Promise<boolean> {
  const found = await tx
    .selectFrom('purchases')
    .select('id')
    .where('estado', '=', IN_REVIEW)
    .where(raw<boolean>`centimos_unicos > 0`)
    .where('monto', '=', text(total))
    .where(isOneOf(tx, 'metodo_id', metodos))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Amounts of people who round: of all amounts these identify a payer least. */
const isRound = (total: number) => total % 50 === 0

/** Amounts of that account that the claim may get, free or used before. */
function inReach(tx: Sql, { metodo_id, base, most }: Claim) {
  return tx
    .selectFrom('unique_cents')
    .where('unique_cents.metodo_id', '=', metodo_id)
    .where('unique_cents.total', '>', base)
    .where('unique_cents.total', '<=', base + most)
}

/** Nobody had it before, unless another process was faster. */
async function isFirst(tx: Sql, { metodo_id, token, now }: Claim, total: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('unique_cents')
    .values({ metodo_id, total, apartado: token, compra_id: null, usado_en: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The one that was used longest ago, of those whose hold is over or whose purchase is judged, and none of `awaited`. */
function findOldest(tx: Sql, claim: Claim, awaited: readonly number[]) {
  return inReach(tx, claim)
    .select(['unique_cents.total', 'unique_cents.apartado'])
    .where(({ not }) => not(isOneOf(tx, 'unique_cents.total', awaited)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reservations')
            .select('reservations.id')
            .whereRef('reservations.token', '=', 'unique_cents.apartado')
            .where('reservations.estado', 'in', ['apartado', 'cedido'])
            .where('reservations.vence_en', '>', claim.now),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('purchases')
            .select('purchases.id')
            .whereRef('purchases.id', '=', 'unique_cents.compra_id')
            .where('purchases.estado', '=', 'en revision'),
        ),
      ),
    )
    .orderBy('unique_cents.usado_en')
    .orderBy('unique_cents.total')
    .limit(1)
    .executeTakeFirst()
}

/** The claim gets it, unless another took it since it was read. */
async function succeeds(
  tx: Sql,
  { metodo_id, token, now }: Claim,
  { total, apartado }: { total: number; apartado: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('unique_cents')
    .set({ apartado: token, compra_id: null, usado_en: now })
    .where('metodo_id', '=', metodo_id)
    .where('total', '=', total)
    .where('apartado', '=', apartado)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Reports that were paid with céntimos of their own keep them until they are judged. The hold tells whose they are: the
 * purchase names the method, the row the account.
 */
export async function keepCents(tx: Sql, made: readonly NewPurchase[], now: Instant): Promise<void> {
  for (const { id, monto, centimos_unicos, apartado } of made) {
    if (!centimos_unicos || monto === null || apartado === null) continue
    await tx
      .updateTable('unique_cents')
      .set({ compra_id: id, usado_en: now })
      .where('total', '=', Number(centsOf(monto)))
      .where('apartado', '=', apartado)
      .execute()
  }
}
