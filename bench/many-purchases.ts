import { sql } from 'kysely'
import type { CalendarDate } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { makeQuote } from '#tickets/quote.ts'
import { quoteRate } from '#tickets/server/raffle-on-sale.ts'
import { sellRaffle } from './shop.ts'

const FIRST =
  'José Luis Carlos María Ana Carmen Rosa Juan Pedro Miguel Rafael Jesús Ángel Antonio Francisco Manuel Yorgelis Maryori Edixon Génesis Luisana Nohelia Franyer Wilmer Deyanira Rosángela Alirio Humberto Eduardo Ronald'.split(
    ' ',
  )
const LAST =
  'González Rodríguez Pérez Hernández García Martínez Sánchez López Díaz Rojas Moreno Blanco Torres Ramírez Romero Suárez Medina Gutiérrez Mendoza Núñez Ferrer Leal Sulbarán Zambrano Barboza Atencio Colina Mavárez Urdaneta Nava Chacín Soto Piña Fuenmayor Ortiz Parra Bravo Rincón Villalobos Quintero'.split(
    ' ',
  )
const NAMES = 2_000
const DAY = 86_400_000
const DAYS = 365

/** Raffles that the purchases are of, one after the other. */
export const RAFFLES = 20

/** One name, and one word of it, to search for: common ones more often, as people ask. */
export function someName(index: number): { first: string; last: string } {
  return { first: FIRST[index % FIRST.length] ?? '', last: LAST[(index * 7) % LAST.length] ?? '' }
}

/**
 * A year of purchases of one ticket each in twenty raffles, by the database alone: the rows that reports and decisions leave,
 * with what they are found and counted by. Names repeat as in life: a few very often, most seldom.
 */
export async function seedPurchases(ctx: Ctx, count: number): Promise<void> {
  const each = count / RAFFLES
  const raffles: number[] = []
  for (let index = 0; index < RAFFLES; index++) raffles.push(await sellRaffle(ctx, 100_000))
  const raffle = await findRaffle(ctx.db.read, raffles[0] ?? 0)
  if (!raffle) throw new Error('no raffle')
  const quote = JSON.stringify(makeQuote(raffle, 1, await quoteRate(ctx, raffle)))
  const began = ctx.clock.now() - DAYS * DAY
  const gap = Math.floor((DAYS * DAY) / count)
  await ctx.db.write('siembra', async (tx) => {
    await sql`create table bench_names (i integer primary key, nombre text, normal text)`.execute(tx)
    await sql`create table bench_words (i integer, palabra text)`.execute(tx)
    for (let i = 0; i < NAMES; i++) {
      const [first, middle, last] = [pick(FIRST, i), pick(FIRST, i * 13 + 5), pick(LAST, i * 7 + (i >> 5))]
      const nombre = `${first} ${middle} ${last}`
      const words = [...new Set(fold(nombre).split(' '))]
      await sql`insert into bench_names values (${i}, ${nombre}, ${words.join(' ')})`.execute(tx)
      for (const word of words) await sql`insert into bench_words values (${i}, ${word})`.execute(tx)
    }
    const n = (text: string) => sql.raw(text)
    await sql`insert into reservations
      (token, rifa_id, cantidad, elegidos, estado, vence_en, renovado, compra, cotizacion, creado_en)
      ${series(count)} select 'siembra-' || cast(k as text), ${n(String(raffles[0]))} + k / ${n(String(each))}, 1, 0, 'confirmado',
      null, 0, 1, ${sql.lit(quote)}, 0 from series`.execute(tx)
    const { rows } = await sql<{
      id: number
    }>`select min(id) as id from reservations where token like 'siembra-%'`.execute(tx)
    const reserved = n(String(Number(rows[0]?.id)))
    // 4 of 100 wait, 4 were refused, 2 were taken back; six of ten are paid by Pago Movil.
    await sql`insert into purchases
      (codigo, secreto, rifa_id, reserva_id, estado, version, nombre, cedula, telefono, correo, referencia, referencia_normal,
       referencia_final, fecha, metodo_pago, comprobante, cantidad_tickets, total, moneda, monto, monto_moneda, tasa_verificada,
       tarde, terminos_version, motivo, creado_en, en_revision_desde, decidido_en, decidido_por, vendida_por, nombre_normal,
       correo_normal)
      ${series(count)} select 'SB-' || cast(k as text), 'siembra-' || cast(k as text),
      ${n(String(raffles[0]))} + k / ${n(String(each))}, ${reserved} + k,
      case when k * 31 % 100 < 4 then 'en revision' when k * 31 % 100 < 8 then 'rechazado'
        when k * 31 % 100 < 10 then 'anulado' else 'confirmado' end, 2,
      nombre, 'V' || cast(k / 3 + 1000000 as text), '0414' || substr(cast(10000000 + k / 3 as text), 2),
      'persona' || cast(k / 3 as text) || '@ejemplo.test', ${n(reference)}, ${n(reference)}, substr(${n(reference)}, 9, 4), '2026-11-20',
      case when k * 17 % 10 < 6 then 'pago_movil' when k * 17 % 10 < 8 then 'zelle' else 'binance' end, 'siembra', 1, '5.00', 'USD',
      '3357.12', 'VES', case when k % 200 = 0 then 0 else 1 end, 0, '1', '', ${n(String(began))} + k * ${n(String(gap))},
      ${n(String(began))} + k * ${n(String(gap))}, null, '', case when k % 150 = 0 then 'Marisela' else '' end, normal,
      'persona' || cast(k / 3 as text) || '@ejemplo.test'
      from series join bench_names on i = (k * 7919 % ${n(String(NAMES))}) * (k * 104729 % ${n(String(NAMES))}) / ${n(String(NAMES))}`.execute(
      tx,
    )
    await sql`insert into purchase_words select palabra, creado_en, id from purchases
      join bench_names on bench_names.nombre = purchases.nombre join bench_words on bench_words.i = bench_names.i
      where true on conflict do nothing`.execute(tx)
    // Six digits in a row, without the zeros that it begins with.
    for (const place of [1, 2, 3, 4, 5, 6, 7])
      await sql`insert into payment_windows (ventana, confirmada, compra_id)
        select substr(fila, ${sql.lit(place)}, 6), confirmada, id from (
          select id, ltrim(referencia, '0') as fila, case when estado = 'confirmado' then 1 else 0 end as confirmada
          from purchases) as leidas where length(fila) >= ${sql.lit(place + 5)} on conflict do nothing`.execute(tx)
    await sql`insert into purchase_words select telefono, creado_en, id from purchases`.execute(tx)
    await sql`insert into purchase_words select correo_normal, creado_en, id from purchases`.execute(tx)
    await countDays(tx)
    await sql`insert into tickets (rifa_id, numero, estado, reserva_id, version)
      select rifa_id, substr(cast(100000 + (id % 100000) as text), 2), 'vendido', reserva_id, 0 from purchases`.execute(
      tx,
    )
    await sql`drop table bench_words`.execute(tx)
    await sql`drop table bench_names`.execute(tx)
  })
  // The engine's own housekeeping, within minutes of such a sale.
  await ctx.db.write('siembra', async (tx) => void (await sql`analyze`.execute(tx)))
}

/** As many rows as there are days and kinds of purchases; the calendar is not the engines'. */
async function countDays(tx: Sql): Promise<void> {
  const { rows } = await sql<Omit<Tables['purchase_counts'], 'dia'> & { numero: number }>`
    select rifa_id, estado, metodo_pago, tasa_verificada, vendida_por, moneda, (creado_en - 14400000) / 86400000 as numero,
      count(*) as cuantas, count(*) * 500 as centimos
    from purchases group by 1, 2, 3, 4, 5, 6, 7`.execute(tx)
  for (let first = 0; first < rows.length; first += 500) {
    const days = rows.slice(first, first + 500).map(({ numero, ...row }) => ({
      ...row,
      cuantas: Number(row.cuantas),
      centimos: Number(row.centimos),
      dia: new Date(Number(numero) * DAY).toISOString().slice(0, 10) as CalendarDate,
    }))
    await tx.insertInto('purchase_counts').values(days).execute()
  }
}

const reference = 'substr(cast(1000000000000 + (k * 387420489 % 1000000000000) as text), 2)'

function series(count: number) {
  return sql`with recursive series(k) as
    (select cast(0 as bigint) union all select k + 1 from series where k < ${sql.lit(count - 1)})`
}

function pick(words: string[], index: number): string {
  return words[index % words.length] ?? ''
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
