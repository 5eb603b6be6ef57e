import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import { makeQuote } from '#tickets/quote.ts'
import { auditTickets } from '#tickets/server/audit-tickets.ts'
import { quoteRate } from '#tickets/server/raffle-on-sale.ts'
import { lockStock } from '#tickets/server/store.ts'

/** Tickets of each seeded purchase. */
const EACH = 10
/** Odd and no multiple of five, so that its multiples visit every place of a raffle of a power of ten once. */
const STRIDE = 387_420_489

/** The place of the number that `sellOut` sells as its k-th; the ones from `sold` on are free. */
export function soldPlace(k: number, numbers: number): number {
  return (k * STRIDE) % numbers
}

/** Rows of one statement: the server gives none more than a few seconds. */
const AT_ONCE = 100_000

/** `k` from `from` to `to - 1`, on both engines. */
function series(from: number, to: number) {
  return sql`with recursive series(k) as
    (select cast(${sql.lit(from)} as bigint) union all select k + 1 from series where k < ${sql.lit(to - 1)})`
}

/** Runs a statement over all of `0` to `count - 1`, a part at a time. */
async function inParts(count: number, run: (part: RawBuilder<unknown>) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) await run(series(from, Math.min(count, from + AT_ONCE)))
}

function numbered(prefix: string) {
  return sql.raw(`'${prefix}' || cast(k as text)`)
}

/**
 * Brings a fresh raffle to where so many of its numbers were sold, in purchases of ten, by the database alone: the same rows
 * that reports and approvals would have left, mail and journal apart.
 * @throws Error when the audit then finds anything that does not add up.
 */
export async function sellOut(ctx: Ctx, raffleId: number, numbers: number, sold: number): Promise<void> {
  const raffle = await findRaffle(ctx.db.read, raffleId)
  if (!raffle) throw new Error('no such raffle')
  const quote = JSON.stringify(makeQuote(raffle, EACH, await quoteRate(ctx, raffle)))
  await ctx.db.write(`rifa:${raffleId}`, async (tx) => {
    const stock = await lockStock(tx, raffle)
    const now = ctx.clock.now()
    const place = (k: string) => sql.raw(`((${k}) * ${STRIDE} % ${numbers})`)
    await sql`${series(0, sold / EACH)} insert into reservations
      (token, rifa_id, cantidad, elegidos, estado, vence_en, renovado, compra, cotizacion, creado_en)
      select ${numbered(`apartado-${raffleId}-`)}, ${raffleId}, ${sql.lit(EACH)}, 0, 'confirmado', null, 0, 1, ${sql.lit(quote)}, ${sql.lit(now)}
      from series`.execute(tx)
    const first = await tx
      .selectFrom('reservations')
      .select((select) => select.fn.min('id').as('id'))
      .where('rifa_id', '=', raffleId)
      .executeTakeFirstOrThrow()

    const ticket = sql`${raffleId}, substr(cast(${sql.lit(10 ** raffle.digitos)} + ${place('k')} as text), 2), 'vendido',
      ${sql.lit(Number(first.id))} + k / ${sql.lit(EACH)}, 0`
    await inParts(sold, (part) =>
      sql`${part} insert into tickets (rifa_id, numero, estado, reserva_id, version) select ${ticket} from series`.execute(
        tx,
      ),
    )
    const moved = place(`k + ${sold}`)
    await inParts(numbers - sold, (part) =>
      sql`${part} insert into free_pile (rifa_id, posicion, lugar)
        select ${raffleId}, k, ${moved} from series where k <> ${moved}`.execute(tx),
    )
    await seedPurchases(tx, raffle, Number(first.id), sold / EACH)
    const free = numbers - sold
    await tx
      .updateTable('stock')
      .set({ libres: free, sin_dueno: free, confirmados: sold, version: stock.version + sold / EACH })
      .where('rifa_id', '=', raffleId)
      .execute()
  })
  const problems = await ctx.db.consistent((snapshot) => auditTickets(snapshot, raffle))
  if (problems.length > 0) throw new Error(`the seeded raffle does not add up:\n${problems.slice(0, 5).join('\n')}`)
}

/** The purchases of the seeded reservations, each with its person, its proof and its payment. */
async function seedPurchases(tx: Sql, raffle: Raffle, firstReservation: number, count: number): Promise<void> {
  const mark = (prefix: string) => numbered(`${prefix}${raffle.id}-`)
  // Eight digits, of which each raffle has its own; those that begin with 1 are of the buyers who come (purchase-form.ts).
  const paid = sql`cast(${sql.lit(10_000_000 * (2 + (raffle.id % 8)))} + k as text)`
  await sql`${series(0, count)} insert into purchases
    (codigo, secreto, rifa_id, reserva_id, estado, version, nombre, cedula, telefono, correo, referencia, referencia_normal,
     referencia_final, fecha, metodo_pago, comprobante, cantidad_tickets, total, moneda, monto, monto_moneda, tasa_verificada,
     tarde, terminos_version, motivo, creado_en, en_revision_desde, decidido_en, decidido_por, vendida_por,
     nombre_normal, correo_normal)
    select ${mark('SB-')}, ${mark('secreto-')}, ${raffle.id}, ${sql.lit(firstReservation)} + k, 'confirmado', 2,
      'Luisa Rondón', 'V' || cast(k + 1000000 as text), '04141234567', 'luisa@ejemplo.test', ${paid}, ${paid},
      substr(cast(k + 10000 as text), 2, 4), '2026-11-20', 'pago_movil', ${mark('comprobante-')}, ${sql.lit(EACH)}, '50.00',
      'USD', '33571.18', 'VES', 1, 0, '1', '', k, k, k, 'siembra', '',
      'luisa rondon', 'luisa@ejemplo.test' from series`.execute(tx)
  await sql`insert into proofs (id, compra_id, nombre, tipo, bytes, sha256, creado_en)
    select comprobante, id, 'pago.jpg', 'image/jpeg', 1000, secreto, creado_en from purchases
    where rifa_id = ${raffle.id}`.execute(tx)
  for (const place of [1, 2, 3])
    await sql`insert into payment_windows (ventana, confirmada, compra_id)
      select substr(referencia, ${sql.lit(place)}, 6), 1, id from purchases where rifa_id = ${raffle.id}
      on conflict do nothing`.execute(tx)
  await sql`insert into confirmed_references (clase, cola, turno, compra_id)
    select 'bolivares', referencia, 0, id from purchases
    where rifa_id = ${raffle.id}`.execute(tx)
}
