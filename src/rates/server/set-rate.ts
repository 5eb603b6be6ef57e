import type { Actor } from '#journal/actor.ts'
import type { Deed } from '#journal/deeds.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { anew } from '#mail/server/enqueue-mail.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import {
  addDays,
  type CalendarDate,
  dayInCaracas,
  formatDay,
  formatInstant,
  type Instant,
  parseDay,
} from '#platform/clock.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import { parseRate, type Rate } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { SiteSettings } from '#site/contract.ts'
import { readSite } from '#site/server/read-site.ts'
import { nextBusinessDay } from '../business-day.ts'
import type { PublishedRate, RateReference } from '../contract.ts'
import { RATE_NAMES } from '../rate-text.ts'
import { OPERATOR } from './record-rate.ts'
import { changeSettings, findRateInUse, findRateOf, insertRate, type RateSettings, type StoredRate } from './store.ts'

/** Below it an amount in bolívares rounds to nothing. */
const LEAST = 0.01

/** The one row of the settings. */
const SETTINGS = { rate_settings: [1] }

/** The actor, and their reason if given. */
interface By {
  actor: Actor
  motivo?: string | undefined
}

/** A change of the rates in its transaction, when and by whom it is made. */
export interface RateChange extends By {
  ctx: Ctx
  tx: Sql
  site: SiteSettings
  now: Instant
}

/** Makes a change of the rates by itself. */
export async function changeRates(ctx: Ctx, by: By, make: (change: RateChange) => Promise<void>): Promise<void> {
  const now = ctx.clock.now()
  const site = await readSite(ctx)
  await ctx.db.write('tasa', (tx) => make({ ctx, tx, site, now, ...by }))
}

/**
 * Fixes the operator's own rate and uses it from now on.
 * @param tasa Bs per dollar of the prices, plain decimal text such as `671.4235`.
 * @throws AppError 422 TASA_INVALIDA
 */
export async function setFixedRate(ctx: Ctx, tasa: string, by: By): Promise<void> {
  const fija = readRate(tasa)
  await changeRates(ctx, by, (change) => fixWithin(change, fija))
}

export function fixWithin(change: RateChange, fija: Rate): Promise<void> {
  return chooseWithin(change, 'tasa fijada', { tasa: fija }, { referencia: 'fija', fija, fija_en: change.now })
}

/**
 * Chooses which rate turns dollars into bolívares.
 * @throws AppError 409 TASA_FIJA_FALTA when the fixed one is chosen and none was ever fixed.
 */
export async function chooseReference(ctx: Ctx, referencia: RateReference, by: By): Promise<void> {
  await changeRates(ctx, by, (change) =>
    chooseWithin(change, 'referencia de la tasa cambiada', { referencia }, { referencia }),
  )
}

async function chooseWithin(
  { ctx, tx, site, now, actor, motivo }: RateChange,
  accion: Deed,
  said: Record<string, unknown>,
  changes: Partial<RateSettings>,
): Promise<void> {
  const antes = choiceOf(await changeSettings(tx, {}))
  const ahora = choiceOf(await changeSettings(tx, changes))
  if (ahora.referencia === 'fija') requireFixed(ahora)
  await noteInSite(tx, now, actor, accion, { ...said, ...why(motivo), antes, ahora }, SETTINGS)
  await alertRate(ctx, tx, site, { actor, motivo, antes: choiceText(antes), ahora: choiceText(ahora) })
}

/**
 * Stores a rate that BCV published, when the source is missing or its true jump was refused. It counts for its day
 * whatever the source answers later.
 * @throws AppError 422 TASA_INVALIDA, also for a fecha valor after the next business day.
 */
export async function enterRate(ctx: Ctx, published: PublishedRate, by: By): Promise<void> {
  const { referencia } = published
  const tasa = readRate(published.tasa)
  const fecha_valor = readValueDay(published.fecha_valor, ctx.clock.now())
  await changeRates(ctx, by, (change) => enterWithin(change, { referencia, tasa, fecha_valor }))
}

export async function enterWithin(
  { ctx, tx, site, now, actor, motivo }: RateChange,
  { referencia, tasa, fecha_valor }: Pick<StoredRate, 'referencia' | 'tasa' | 'fecha_valor'>,
): Promise<void> {
  const settings = await changeSettings(tx, { aviso: '', aviso_en: null })
  const inForce =
    settings.referencia === 'fija' ? settings.fija : await findRateInUse(tx, settings.referencia, dayInCaracas(now))
  // The first is the one in use, or nobody could pay with the stored rate.
  const first = !inForce && settings.referencia !== referencia ? await changeSettings(tx, { referencia }) : null
  const before = await findRateOf(tx, referencia, fecha_valor)
  const id = await insertRate(tx, { referencia, tasa, fecha_valor, fuente: OPERATOR, obtenida_en: now })
  const was = before ? { tasa: before.tasa, fecha_valor: before.fecha_valor, fuente: before.fuente } : null
  const written = { referencia, tasa, fecha_valor, ...why(motivo), antes: was }
  await noteInSite(tx, now, actor, 'tasa escrita', written, { rates: [id], ...SETTINGS })
  if (first) {
    const datos = { referencia, ...why(motivo), antes: choiceOf(settings), ahora: choiceOf(first) }
    await noteInSite(tx, now, actor, 'referencia de la tasa cambiada', datos, SETTINGS)
  }
  const day = `${RATE_NAMES[referencia]} del ${formatDay(fecha_valor)}`
  const antes = before ? `${day}: ${before.tasa}` : 'nada'
  await alertRate(ctx, tx, site, { actor, motivo, antes, ahora: `${day}: ${tasa}` })
}

/** @throws AppError 422 TASA_INVALIDA */
export function readValueDay(text: string, now: Instant): CalendarDate {
  const fecha_valor = parseDay(text)
  const today = dayInCaracas(now)
  if (fecha_valor === null || fecha_valor > nextBusinessDay(today) || fecha_valor < addDays(today, -30)) {
    throw invalid('La fecha valor debe ser de los últimos 30 días, o el próximo día hábil.')
  }
  return fecha_valor
}

/** @throws AppError 409 TASA_FIJA_FALTA */
export function requireFixed(settings: Pick<RateSettings, 'fija'>): void {
  if (settings.fija !== null) return
  throw refusal('TASA_FIJA_FALTA')
}

function choiceOf({ referencia, fija }: RateSettings) {
  return { referencia, fija }
}

function choiceText({ referencia, fija }: ReturnType<typeof choiceOf>): string {
  return referencia === 'fija'
    ? `${RATE_NAMES.fija}: ${fija === null ? 'ninguna' : `Bs.\u00a0${allDigits(fija)}`}`
    : RATE_NAMES[referencia]
}

/** `671,4235`: with the digits that people do not read in a price, for somebody may have changed just those. */
function allDigits(rate: Rate): string {
  return rate.replace(/0{1,6}$/, '').replace('.', ',')
}

/** Mails every owner, in the transaction of the change, the old and new rate of buyers' bolívares. */
async function alertRate(
  ctx: Ctx,
  tx: Sql,
  site: SiteSettings,
  { actor, motivo, antes, ahora }: { actor: Actor; motivo: string | undefined; antes: string; ahora: string },
): Promise<void> {
  const now = ctx.clock.now()
  await alertOwners(ctx, tx, site, {
    clave: anew('tasa'),
    titulo: 'Cambió la tasa con la que pagan en bolívares',
    parrafos: [
      `${actor.nombre} la cambió el ${formatInstant(now)}`,
      ...(motivo === undefined ? [] : [`Motivo: ${motivo}`]),
    ],
    datos: [['Tasa', `${antes} → ${ahora}`]],
  })
}

function why(motivo: string | undefined): { motivo?: string } {
  return motivo === undefined ? {} : { motivo }
}

/** @throws AppError 422 TASA_INVALIDA */
export function readRate(text: string): Rate {
  const rate = parseRate(text)
  if (rate !== null && Number(rate) < LEAST) throw invalid('La tasa debe ser de 0.01 o más.')
  if (rate === null) throw invalid('Escribe la tasa con punto y hasta 8 decimales, como 671.4235.')
  return rate
}

function invalid(details: string): AppError {
  return refusal('TASA_INVALIDA', { details })
}
