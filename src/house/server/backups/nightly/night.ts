import { after, dayInCaracas, HOUR, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describeFailure } from '#platform/server/log.ts'
import { readBackupSettings } from '../place/where.ts'
import { beginAsked, LANE } from '../record-copy.ts'
import { findNight, insertBackup, SILENT, updateBackup } from '../store.ts'

/** One that failed is tried again so often, in the same night and the day after it. */
const AGAIN = HOUR

/** Makes the copy of that row; it can be ended early. */
type Make = (id: number, ended: AbortSignal) => Promise<void>

/**
 * Takes tonight's copy, for one process of the installation. It counts the day whose hour has come, and not the time since the last one: a clock that
 * jumped ahead and back makes none of them too many or too few.
 * @returns its row; null if it is made, being made, or was tried a moment ago.
 */
export async function claimNight(ctx: Ctx): Promise<number | null> {
  const { hora } = await readBackupSettings(ctx)
  const now = ctx.clock.now()
  const noche = dayInCaracas(after(now, -hora * HOUR))
  const known = await findNight(ctx.db.read, noche)
  if (!known) return ctx.db.write(LANE, (tx) => insertBackup(tx, noche, now))
  const rest = { 'en curso': SILENT, fallido: AGAIN, hecho: Number.POSITIVE_INFINITY }[known.estado]
  if (now - known.visto_en < rest) return null
  const again = { estado: 'en curso', empezado_en: now, visto_en: now, terminado_en: null, detalle: '' } as const
  const taken = await ctx.db.write(LANE, (tx) => updateBackup(tx, known.id, again, known))
  return taken ? known.id : null
}

/** Makes the copy of a row, and writes down how it ended where it did not itself. */
async function runCopy(ctx: Ctx, make: Make, id: number, signal: AbortSignal): Promise<void> {
  try {
    await make(id, signal)
  } catch (error) {
    ctx.log.error({ failure: describeFailure(error) }, 'a copy failed')
  }
  // It writes down itself how it ended, unless it was ended.
  const left = signal.aborted
    ? { detalle: 'Se apagó el servidor antes de terminar.', visto_en: 0 as Instant }
    : { detalle: 'Terminó antes de tiempo: mira el registro del servidor.', visto_en: ctx.clock.now() }
  const ended = { estado: 'fallido', terminado_en: ctx.clock.now(), ...left } as const
  await ctx.db.write(LANE, (tx) => updateBackup(tx, id, ended, { estado: 'en curso' }))
}

/** Makes tonight's copy when it is due, one round of a job. */
export async function makeNightly(ctx: Ctx, make: Make, ended: AbortSignal): Promise<void> {
  const id = await claimNight(ctx)
  if (id !== null && !ended.aborted) await runCopy(ctx, make, id, ended)
}

/**
 * Begins a copy that an owner asks for, apart from the nightly one, without waiting for its end.
 * @param ended when the server ends.
 * @returns a promise of the finished copy.
 * @throws AppError 409 RESPALDO_EN_MARCHA
 */
export async function copyNow(ctx: Ctx, make: Make, ended: AbortSignal) {
  const id = await beginAsked(ctx, true)
  if (id === null) throw new Error('a copy that was asked for has no night')
  const made = runCopy(ctx, make, id, ended).catch((error) =>
    ctx.log.error({ failure: describeFailure(error) }, 'how a copy ended was not written'),
  )
  return { made }
}
