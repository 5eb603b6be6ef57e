import { setImmediate } from 'node:timers/promises'
import { sql as raw, type SqlBool } from 'kysely'
import { eraseDeliveries } from '#draw/server/winners/erase-deliveries.ts'
import { SYSTEM } from '#journal/actor.ts'
import type { RowNames } from '#journal/server/answered-tables.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { deleteMailsOf } from '#mail/server/store.ts'
import { erasePayers, listWithPayer } from '#money/server/bank/erase-payers.ts'
import { MOVEMENTS_LANE } from '#money/server/bank/record-movements.ts'
import { type CalendarDate, dayInCaracas, type Instant, startOfDay } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { eraseBuyers, listWithBuyer } from '#purchases/server/erase-buyers.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { deleteMarksOf } from '#review/server/store.ts'
import { yearsKept } from '#site/contract.ts'
import { readSite } from '#site/server/read-site.ts'
import { lockStock } from '#tickets/server/store.ts'

/** Rows that are erased together. */
const STEP = 500
/** Rows that are looked at together: the embedded database answers nobody else meanwhile. */
const PAGE = 5_000

/** Rows that are erased in one transaction, with one line of the journal. */
export interface Step {
  lane: string
  /** Raffle of its line in the journal. */
  rifa_id?: number
  erase(tx: Sql, now: Instant): Promise<{ datos: Record<string, number>; rows?: RowNames }>
  /** Proofs that the erased rows name. */
  files?: string[]
}

/** Personal data older than that day, in steps; nothing is written yet. */
export async function* oldSteps(ctx: Ctx, before: CalendarDate): AsyncGenerator<Step> {
  const rifas = await listOver(ctx.db.read, before)
  yield* purchaseSteps(ctx.db.read, rifas)
  yield* movementSteps(ctx.db.read, before)
  yield* restSteps(ctx.db.read, before, rifas)
}

async function* purchaseSteps(sql: Sql, rifas: number[]): AsyncGenerator<Step> {
  if (rifas.length === 0) return
  const waiting = await listUndelivered(sql, rifas)
  for await (const [from, to] of pagesOf(sql, 'purchases')) {
    const rows = (await listWithBuyer(sql, rifas, from, to)).filter(({ id }) => !waiting.has(id))
    for (const [rifa_id, own] of Map.groupBy(rows, (row) => row.rifa_id)) {
      for (const ids of inSteps(own.map(({ id }) => id))) yield await purchaseStep(sql, rifa_id, ids)
    }
  }
}

async function purchaseStep(sql: Sql, rifa_id: number, ids: number[]): Promise<Step> {
  const proofs = await sql
    .selectFrom('proofs')
    .select('id')
    .where(isOneOf(sql, 'compra_id', ids))
    .execute()
  return {
    ...{ lane: `rifa:${rifa_id}`, rifa_id, files: proofs.map(({ id }) => id) },
    async erase(tx, now) {
      const raffle = await findRaffle(tx, rifa_id)
      if (raffle) await lockStock(tx, raffle)
      const published = await eraseDeliveries(tx, rifa_id, ids, now)
      await deleteMarksOf(tx, ids)
      const correos = await deleteMailsOf(tx, ids)
      await eraseBuyers(tx, ids, published)
      const datos = { compras: ids.length, comprobantes: proofs.length, correos }
      return { datos, rows: { raffles: [rifa_id], purchases: ids } }
    },
  }
}

/** Except money of buyers whose data is kept. */
async function* movementSteps(sql: Sql, before: CalendarDate): AsyncGenerator<Step> {
  const kept = raw<SqlBool>`exists (select 1 from movement_links join purchases on purchases.id = movement_links.compra_id
    where movement_links.movimiento_id = movements.id and purchases.cedula <> '')`
  for await (const [from, to] of pagesOf(sql, 'movements')) {
    for (const ids of inSteps(await listWithPayer(sql, before, from, to, kept))) {
      yield {
        lane: MOVEMENTS_LANE,
        async erase(tx) {
          await erasePayers(tx, ids)
          return { datos: { movimientos: ids.length }, rows: { movements: ids } }
        },
      }
    }
  }
}

/** Data without a purchase, or that outlives its mails: rows that are removed as a whole, by their name in the journal's line. */
function restOf(before: Instant, rifas: readonly number[]) {
  const without = (key: string) =>
    raw<SqlBool>`en < ${before} and not exists (select 1 from purchase_words where palabra = ${raw.ref(key)})`
  const block = raw<SqlBool>`en < ${before} and not exists
    (select 1 from purchases where purchases.id = blocked_people.compra_id and purchases.cedula <> '')`
  return [
    ['bloqueos', 'blocked_people', 'id', block],
    ['correos', 'outbox', 'id', raw<SqlBool>`compra_id is null and creado_en < ${before}`],
    ['recibos', 'movement_receipts', 'id', raw<SqlBool>`recibido_en < ${before}`],
    [
      'direcciones',
      'letter_people',
      'persona',
      raw<SqlBool>`carta_id in (select id from letters where rifa_id in (${raw.join([...rifas, -1])}))`,
    ],
    // Opt-outs and dead mailboxes are remembered as long as somebody may write to them.
    ['direcciones', 'letter_optouts', 'persona', without('persona')],
    ['direcciones', 'mail_suppressions', 'correo', without('correo')],
  ] as const
}

async function* restSteps(sql: Sql, before: CalendarDate, rifas: number[]): AsyncGenerator<Step> {
  for (const [que, table, key, old] of restOf(startOfDay(before), rifas)) {
    for (;;) {
      const found = await raw<{ key: string | number }>`
        select distinct ${raw.ref(key)} as key from ${raw.table(table)} where ${old} limit ${raw.lit(STEP)}`.execute(
        sql,
      )
      const keys = found.rows.map((row) => row.key)
      if (keys.length === 0) break
      yield {
        lane: 'sitio',
        async erase(tx) {
          await tx
            .deleteFrom(table)
            .where(isOneOf(tx, key, keys))
            .where(old)
            .execute()
          const datos = { [que]: keys.length }
          return table === 'blocked_people' ? { datos, rows: { blocked_people: keys } } : { datos }
        },
      }
    }
  }
}

/** Raffles that ended before that day: by their last draw, by hand too, or else by their sale. */
async function listOver(sql: Sql, before: CalendarDate): Promise<number[]> {
  const rows = await sql
    .selectFrom('raffles')
    .select(['id', 'cerrada_en'])
    .select(({ selectFrom }) => [
      selectFrom('draw_steps')
        .select(({ fn }) => fn.max('en').as('en'))
        .whereRef('rifa_id', '=', 'raffles.id')
        .as('paso'),
      selectFrom('journal')
        .select(({ fn }) => fn.max('en').as('en'))
        .whereRef('rifa_id', '=', 'raffles.id')
        .where('accion', 'in', ['rifa cerrada', 'número ganador escrito', 'rifa sorteada'])
        .as('linea'),
    ])
    .where('estado', 'in', ['cerrada', 'sorteada'])
    .execute()
  const over = rows.filter(({ cerrada_en, paso, linea }) => {
    const end = Math.max(cerrada_en ?? 0, Number(paso), Number(linea))
    return end > 0 && dayInCaracas(end as Instant) < before
  })
  return over.map(({ id }) => id)
}

/** Purchases with an undelivered prize: their winners are still being looked for. */
async function listUndelivered(sql: Sql, rifas: readonly number[]): Promise<Set<number>> {
  const rows = await sql
    .selectFrom('draw_winners')
    .select('compra_id')
    .where(isOneOf(sql, 'rifa_id', rifas))
    .where('estado', 'in', ['por_avisar', 'avisado', 'reclamado'])
    .execute()
  return new Set(rows.map(({ compra_id }) => compra_id))
}

/** The first and the last id of each page of a table. */
async function* pagesOf(sql: Sql, table: 'purchases' | 'movements'): AsyncGenerator<[from: number, to: number]> {
  const last = await sql
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .executeTakeFirst()
  for (let from = 1; from <= (last?.id ?? 0); from += PAGE) {
    yield [from, from + PAGE - 1]
    await setImmediate()
  }
}

function* inSteps(ids: readonly number[]): Generator<number[]> {
  for (let at = 0; at < ids.length; at += STEP) yield ids.slice(at, at + STEP)
}

/**
 * Erases personal data that is older than the privacy notice says, step by step (docs/decisions/146). It finds the rest by the rows, so a killed
 * process's work continues. It cannot be undone: nothing happens while the clock is in doubt.
 */
export async function eraseOld(ctx: Ctx, ended: AbortSignal): Promise<void> {
  const years = yearsKept((await readSite(ctx)).conservacion)
  if (years === null) return
  let erased = false
  for await (const step of oldSteps(ctx, dayBefore(ctx.clock.now(), years))) {
    if (ended.aborted || !(await ctx.time.sure())) break
    await take(ctx, step)
    erased = true
  }
  if (erased) await ctx.db.scrub()
}

async function take(ctx: Ctx, { lane, rifa_id, erase, files = [] }: Step): Promise<void> {
  const now = ctx.clock.now()
  // Out of use before their rows go, and back where this process ends in between: the sweeper sees to both (purchases/server/sweep-proofs.ts).
  for (const id of files) await ctx.files.setAside(id, now)
  await ctx.db.write(lane, async (tx) => {
    const { datos, rows } = await erase(tx, now)
    await appendEntry(tx, {
      ...{ en: now, actor: SYSTEM, accion: 'datos personales borrados', rifa_id: rifa_id ?? null, datos },
      ...(rows && { rows }),
    })
  })
  for (const id of files) await ctx.files.removeSetAside(id)
}

/** The day of so many years ago in Caracas. */
function dayBefore(now: Instant, years: number): CalendarDate {
  const [year, month, day] = dayInCaracas(now).split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year - years, month - 1, day)).toISOString().slice(0, 10) as CalendarDate
}
