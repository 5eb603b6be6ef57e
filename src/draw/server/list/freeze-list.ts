import { SYSTEM } from '#journal/actor.ts'
import { alertOwners, footOfNews } from '#operators/server/account/alert-owners.ts'
import { after, type Instant, wholeSecond, writeInstant } from '#platform/clock.ts'
import { formatCount } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { apart } from '#platform/server/log.ts'
import { UNDO_WINDOW } from '#purchases/server/mail/mail-turns.ts'
import { readSender } from '#purchases/server/mail/received-mail.ts'
import { freezesAt, isFrozen } from '#raffles/server/settled.ts'
import { findRaffle, noteDeed, type Raffle, updateRaffle } from '#raffles/server/store.ts'
import { dropUndecided } from '#review/server/decision/drop-undecided.ts'
import { openRaffle } from '#tickets/server/path/open-raffle.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { LATE_FREEZE } from '../../steps.ts'
import { keepDrawDay } from '../keep-draw-day.ts'
import type { Led } from '../steps/lead-draw.ts'
import { followOn, takeStep } from '../steps/take-step.ts'
import { insertList, insertPieces } from '../store.ts'
import { type Composed, composeList } from './compose-list.ts'

/** Pieces written together. */
const PIECES = 50
/** Before a draw everybody has a mail with the list's hash: for less than this there would be none. */
const LEAST_NOTICE = 15 * 60_000
/** A draw whose list is late is moved to the next quarter of an hour at least this far away. */
const QUARTER = 15 * 60_000
const AWAY = 60 * 60_000
/** Payments that one transaction drops: other raffles wait for it. */
const TOGETHER = 200

/** Freezes the list of every raffle whose time has come. */
export async function freezeDue(ctx: Ctx): Promise<void> {
  const closed = await ctx.db.read
    .selectFrom('raffles')
    .select('id')
    .where('estado', '=', 'cerrada')
    .where('regla_sha256', 'is not', null)
    .where('congelada_en', 'is', null)
    .where('restaurada_en', 'is', null)
    .execute()
  for (const { id } of closed) await apart(ctx, id, 'freeze of a list failed', () => freezeList(ctx, id))
}

/**
 * Freezes the list of a closed raffle: when the time for its review is over, or before, once nothing of it is open. Purchases still in review are
 * dropped, and their buyers are told.
 * @returns whether it is frozen; not before its time, nor if somebody decided meanwhile: then the next run does it.
 */
export async function freezeList(ctx: Ctx, id: number): Promise<boolean> {
  const raffle = await findRaffle(ctx.db.read, id)
  if (raffle?.estado !== 'cerrada' || raffle.regla_sha256 === null || raffle.congelada_en !== null) return false
  if (raffle.restaurada_en !== null || !(await isTime(ctx.db.read, raffle, ctx.clock.now()))) return false
  // From the end of the review on every decision is refused: the rest is dropped piece by piece, the last with the list.
  while ((await countUndecided(ctx.db.read, id)) > TOGETHER) await drop(ctx, id, async () => {})
  const composed = await composeList(ctx, raffle)
  let done = false
  await drop(ctx, id, async (led, version) => {
    if (version !== composed.version + 1) return
    await write(ctx, led, composed)
    await moveLate(ctx, led)
    done = true
  })
  return done
}

/** Locks the raffle, ends expired holds, drops undecided purchases, and then does the rest, in one transaction. */
async function drop(ctx: Ctx, id: number, then: (led: Led, version: number) => Promise<void>): Promise<void> {
  const words = await readSender(ctx)
  await ctx.db.write(`rifa:${id}`, async (tx) => {
    const known = await findRaffle(tx, id)
    if (!known) return
    const tickets = await openRaffle(tx, known, {}, ctx.clock.now())
    const { raffle, now } = tickets
    if (raffle.congelada_en !== null || raffle.restaurada_en !== null) return
    await tickets.load(tx, { ended: true })
    if (!(await isTime(tx, raffle, now))) return
    await dropUndecided(words, tx, tickets, TOGETHER)
    await then({ tx, raffle, now, words }, tickets.stock.version)
  })
}

/** Whether the list may be frozen now: the participants are final. */
async function isTime(sql: Sql, raffle: Raffle, now: Instant): Promise<boolean> {
  if (isFrozen(raffle, now)) return true
  const open = await ticketsOfRaffle.countOpen(sql, raffle.id)
  if (open.apartados + open.en_revision + open.por_corregir > 0) return false
  // The last decision can be taken back for as long as it is promised.
  const decided = await sql
    .selectFrom('purchases')
    .select('id')
    .where('rifa_id', '=', raffle.id)
    .where('decidido_en', '>', after(now, -UNDO_WINDOW))
    .limit(1)
    .executeTakeFirst()
  return decided === undefined
}

async function countUndecided(sql: Sql, rifa_id: number): Promise<number> {
  const { cuantas } = await sql
    .selectFrom('purchases')
    .select((row) => row.fn.countAll<number>().as('cuantas'))
    .where('rifa_id', '=', rifa_id)
    .where('estado', '=', 'en revision')
    .executeTakeFirstOrThrow()
  return Number(cuantas)
}

async function write(ctx: Ctx, { tx, raffle, now, words }: Led, composed: Composed): Promise<void> {
  const { id: rifa_id } = raffle
  const { sha256, cuenta, pieces } = composed
  const cierre = raffle.cerrada_en
  if (cierre === null || freezesAt(raffle) === null) throw new Error('a raffle without a rule, or on sale, has no list')
  await ticketsOfRaffle.endGraces(tx, raffle, now)
  await insertList(tx, { rifa_id, cierre, congelada_en: now, sha256, cuenta })
  for (let first = 0; first < pieces.length; first += PIECES) {
    await insertPieces(
      tx,
      pieces.slice(first, first + PIECES).map((texto, place) => ({ rifa_id, orden: first + place, texto })),
    )
  }
  await updateRaffle(tx, rifa_id, { congelada_en: now })
  await keepDrawDay(tx, raffle)
  await noteDeed({ tx, raffle, now }, SYSTEM, 'lista congelada', { sha256, cuenta })
  await tellOwners(ctx, { tx, raffle, words }, composed)
}

/** The participants are final: every owner is told, however it was frozen. */
function tellOwners(
  ctx: Ctx,
  { tx, raffle, words }: Pick<Led, 'tx' | 'raffle' | 'words'>,
  { cuenta, sha256 }: Composed,
) {
  return alertOwners(ctx, tx, words.site, {
    clave: `sorteo:${raffle.id}:lista`,
    titulo: `Se congeló la lista de «${raffle.titulo}»`,
    parrafos: [
      `Participan ${formatCount(cuenta)} números, y eso ya no cambia. Lo que no se había confirmado quedó fuera.`,
      `El código de control de la lista es ${sha256}`,
    ],
    boton: { texto: 'Ver el sorteo', ruta: `/panel/rifas/${raffle.id}/sorteo` },
    pie: footOfNews(words.site),
  })
}

/**
 * Moves a draw whose list was frozen when its first instant was almost there: while the server slept anybody could know the round, and the
 * reviewer of the last payments could choose the winner. Events that were public by then decide nothing.
 */
async function moveLate(ctx: Ctx, led: Led): Promise<void> {
  const { tx, raffle, now } = led
  const course = await followOn(tx, raffle.id)
  const first = course.standings.find(({ toca }) => toca)?.falta?.en
  if (first === undefined || now <= after(first, -LEAST_NOTICE)) return
  const [de, en] = [writeInstant(course.from), writeInstant(wholeSecond(now))]
  const a = writeInstant((Math.ceil((now + AWAY) / QUARTER) * QUARTER) as Instant)
  await takeStep(ctx, led, { tipo: 'aplazado', que: 'sorteo', de, a, motivo: LATE_FREEZE, en }, SYSTEM.nombre)
  await noteDeed(led, SYSTEM, 'sorteo aplazado', { sorteo: { antes: de, ahora: a }, motivo: LATE_FREEZE })
}
