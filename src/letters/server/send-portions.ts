import { stepOf } from '#draw/server/course.ts'
import { readLastSteps } from '#draw/server/store.ts'
import type { Step } from '#draw/steps.ts'
import { SYSTEM } from '#journal/actor.ts'
import { findSuppressed } from '#mail/server/care/suppressions.ts'
import { enqueueMails, type NewMail } from '#mail/server/enqueue-mail.ts'
import { tally } from '#mail/server/letters.ts'
import { after, dayInCaracas, formatInstant, HOUR, type Instant, MINUTE } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'
import { apart, describeFailure } from '#platform/server/log.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { readSite } from '#site/server/read-site.ts'
import { numbersOf } from '#tickets/server/store.ts'
import { postponedWords } from '../letter-words.ts'
import { countReach, fichaOf, keyOfCopy, nextPurchases, purchasesOf } from './people.ts'
import { lastDaily } from './read-letters.ts'
import { beginLetter, endOfLetter } from './start-letter.ts'
import { stopInside } from './stop-letter.ts'
import { findLetterByKey, findOptouts, insertPeople, type Letter, listLeaving, moveLetter } from './store.ts'
import { copyFor } from './write-copy.ts'

/** Purchases that are looked at in one transaction. */
const TOGETHER = 50
/** Copies that wait in the outbox: few, so that changes meanwhile are noticed, and enough for a portion. */
const AHEAD = 20
const HEARTBEAT = 10 * MINUTE
/**
 * A letter that no server has processed for so long stops: the database may be an old copy, and its recipients since then would get it
 * again.
 */
export const ASLEEP = 2 * HOUR

/** Starts the letters that nobody has to, and writes the next copies of every letter that leaves into the outbox. */
export async function sendPortions(ctx: Ctx): Promise<void> {
  await writePostponed(ctx)
  const letters = await listLeaving(ctx.db.read)
  if (letters.length === 0) return
  const copies = await tally(ctx.db.read, 'outbox', idsOf(letters))
  for (const letter of letters) {
    const waiting = copies.get(letter.id)?.pendiente ?? 0
    const looked = letter.compra_id >= letter.hasta_compra
    const beats = ctx.clock.now() >= after(letter.latido, HEARTBEAT)
    if (!beats && (looked ? waiting > 0 : waiting >= AHEAD)) continue
    try {
      await sendPortion(ctx, letter)
    } catch (error) {
      // A failure in one letter keeps no other.
      ctx.log.error({ failure: describeFailure(error), code: `carta:${letter.id}` }, 'copies of a letter not written')
    }
  }
}

async function sendPortion(ctx: Ctx, { id, rifa_id }: Letter): Promise<void> {
  await ctx.db.write(`rifa:${rifa_id}`, async (tx) => {
    const now = ctx.clock.now()
    // Behind its lock, safe from other processes.
    const letter = await moveLetter(tx, id, 'saliendo', { estado: 'saliendo' })
    if (!letter) return
    if (now >= after(letter.latido, ASLEEP)) return stopInside(tx, letter, SYSTEM, now, 'dormida')
    const raffle = await findRaffle(tx, rifa_id)
    if (!raffle || raffle.archivada_en !== null) return stopInside(tx, letter, SYSTEM, now, 'archivada')
    const end = endOfLetter(letter)
    const over = end !== null && now >= end
    const purchases = over ? [] : await nextPurchases(tx, letter, TOGETHER)
    await writeCopies(ctx, tx, letter, [...new Set(purchases.map((one) => one.correo_normal))], now)
    const looked = purchases.length < TOGETHER ? letter.hasta_compra : (purchases.at(-1)?.id ?? 0)
    const waiting = (await tally(tx, 'outbox', [id])).get(id)?.pendiente ?? 0
    const done = looked >= letter.hasta_compra && waiting === 0
    const state = done ? { estado: 'terminada' as const, terminada_en: now } : {}
    await moveLetter(tx, id, 'saliendo', { compra_id: looked, latido: now, ...state })
  })
}

/** One for each person who has none yet. */
async function writeCopies(ctx: Ctx, tx: Sql, letter: Letter, people: string[], now: Instant): Promise<void> {
  const reached = people.filter((persona) => persona !== '')
  const gone = await findSuppressed(tx, reached)
  const enough = letter.trata === 'novedad' ? await findOptouts(tx, reached) : new Set<string>()
  const fresh = await insertPeople(
    tx,
    reached.map((persona) => ({
      carta_id: letter.id,
      persona,
      ficha: fichaOf(ctx, persona),
      estado: gone.has(persona) ? 'no_existe' : enough.has(persona) ? 'de_baja' : 'escrita',
    })),
  )
  const readers = fresh.filter(({ estado }) => estado === 'escrita')
  const owned = await purchasesOf(
    tx,
    letter,
    readers.map(({ persona }) => persona),
  )
  const numbers = await confirmedNumbers(tx, [...owned.values()].flat())
  const end = endOfLetter(letter)
  const mails = readers.flatMap(({ persona, ficha }): NewMail[] => {
    const purchases = owned.get(persona)
    const newest = purchases?.at(-1)
    if (!purchases || !newest) return []
    return [
      {
        clave: keyOfCopy(letter, ficha),
        para: newest.correo,
        html: '',
        ...copyFor(ctx, letter, purchases, numbers, ficha),
        compra_id: newest.id,
        carta_id: letter.id,
        // Its Message-ID is made of both: after a copy of the database was restored it is the same mail to its recipients.
        creado_en: letter.creada_en,
        enviar_desde: now,
        ...(end !== null && { vence_en: end }),
      },
    ]
  })
  await enqueueMails(tx, mails)
}

/** By their reservations, of those that have any. */
export function confirmedNumbers(sql: Sql, purchases: readonly { estado: string; reserva_id: number }[]) {
  const confirmed = purchases.filter(({ estado }) => estado === 'confirmado')
  return numbersOf(
    sql,
    confirmed.map(({ reserva_id }) => reserva_id),
  )
}

type Postponed = Step & { tipo: 'aplazado' }

/**
 * Starts a letter to everybody who bought, whenever the end of sales was put off and the draw with it. The list is not frozen yet, so no
 * mail before a draw says it (draw/server/mails/remind.ts). Each step starts one, in any process, and stops that of the step before.
 */
async function writePostponed(ctx: Ctx): Promise<void> {
  for (const { rifa_id, orden, texto } of await readLastSteps(ctx.db.read)) {
    const step = stepOf({ texto })
    if (step.tipo !== 'aplazado' || step.que !== 'cierre' || Date.parse(step.a) <= ctx.clock.now()) continue
    await apart(ctx, rifa_id, 'a postponement not written', async () => {
      if (!(await findLetterByKey(ctx.db.read, keyOf(rifa_id, orden)))) await start(ctx, rifa_id, orden, step)
    })
  }
}

const keyOf = (rifa_id: number, orden: number | string) => `aplazado:${rifa_id}:${orden}`

async function start(ctx: Ctx, rifa_id: number, orden: number, step: Postponed): Promise<void> {
  const site = await readSite(ctx)
  await ctx.db.write(`rifa:${rifa_id}`, async (tx) => {
    // Another process may have started it meanwhile.
    if (await findLetterByKey(tx, keyOf(rifa_id, orden))) return
    const raffle = await findRaffle(tx, rifa_id)
    if (!raffle || raffle.archivada_en !== null || raffle.restaurada_en !== null) return
    const { personas, no_existen } = await countReach(tx, rifa_id, 'todos')
    const now = ctx.clock.now()
    for (const letter of await listLeaving(tx))
      if (letter.clave.startsWith(keyOf(rifa_id, ''))) await stopInside(tx, letter, SYSTEM, now, 'otra_vez')
    await beginLetter(tx, raffle, site, {
      clave: keyOf(rifa_id, orden),
      carta: {
        trata: 'compra',
        a_quienes: 'todos',
        textos: postponedWords({ de: told(step.de), a: told(step.a), motivo: step.motivo }),
        hasta: dayInCaracas(Date.parse(step.a) as Instant),
      },
      al_dia: await lastDaily(tx),
      personas: personas - no_existen,
      actor: SYSTEM,
      now,
    })
  })
}

const told = (instant: string) => formatInstant(Date.parse(instant) as Instant)
