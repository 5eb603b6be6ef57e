import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { holdCopies } from '#mail/server/letters.ts'
import type { Instant } from '#platform/clock.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { requireRaffle } from '#raffles/server/store.ts'
import { findLetter, type Letter, moveLetter } from './store.ts'

/** Why a letter stops by itself. */
const REASONS = {
  dormida:
    'Ningún servidor la atendió por más de dos horas. Si se puso un respaldo, quien la recibió después de él la recibiría otra vez.',
  archivada: 'La rifa se archivó.',
  otra_vez: 'El sorteo se aplazó otra vez, y sale otra con la fecha nueva.',
} as const

/** Stops unsent copies; asking twice stops once. @throws AppError 404 */
export async function stopLetter(ctx: Ctx, id: number, actor: Actor): Promise<Letter> {
  const { rifa_id } = await requireLetter(ctx.db.read, id)
  return ctx.db.write(`rifa:${rifa_id}`, async (tx) => {
    const letter = await requireLetter(tx, id)
    if (letter.estado === 'saliendo') await stopInside(tx, letter, actor, ctx.clock.now())
    return requireLetter(tx, id)
  })
}

/** In the transaction that found the reason. */
export async function stopInside(
  tx: Sql,
  { id, rifa_id }: Letter,
  actor: Actor,
  now: Instant,
  why?: keyof typeof REASONS,
): Promise<void> {
  const motivo = why === undefined ? '' : REASONS[why]
  // A letter with an outdated day sends nothing more.
  const change =
    why === 'otra_vez' ? ({ estado: 'terminada', terminada_en: now } as const) : ({ estado: 'detenida' } as const)
  if (!(await moveLetter(tx, id, 'saliendo', { ...change, motivo }))) return
  await holdCopies(tx, id, 1)
  await note(tx, { id, rifa_id }, 'carta detenida', actor, now, why === undefined ? {} : { motivo })
}

/**
 * Lets a letter go on; asking twice does so once.
 * @throws AppError 404, 409 ESTADO_NO_PERMITE while its raffle is put away
 */
export async function goOn(ctx: Ctx, id: number, al_dia: number, actor: Actor): Promise<Letter> {
  const { rifa_id } = await requireLetter(ctx.db.read, id)
  return ctx.db.write(`rifa:${rifa_id}`, async (tx) => {
    await requireThere(tx, rifa_id)
    const now = ctx.clock.now()
    const change = { estado: 'saliendo', motivo: '', latido: now, al_dia } as const
    if (await moveLetter(tx, id, 'detenida', change)) {
      await holdCopies(tx, id, 0)
      await note(tx, { id, rifa_id }, 'carta continuada', actor, now, { al_dia })
    }
    return requireLetter(tx, id)
  })
}

/** The raffle of a letter. @throws AppError 404, 409 ESTADO_NO_PERMITE */
export async function requireThere(sql: Sql, id: number) {
  const raffle = await requireRaffle(sql, id)
  if (raffle.archivada_en === null) return raffle
  const help = 'Recupérala para escribir a quienes compraron.'
  throw refusal('ESTADO_NO_PERMITE', { error: 'La rifa está archivada', details: help, estado: raffle.estado })
}

async function requireLetter(sql: Sql, id: number): Promise<Letter> {
  const letter = await findLetter(sql, id)
  if (!letter) throw notFound('Este comunicado no existe')
  return letter
}

function note(
  tx: Sql,
  { id, rifa_id }: Pick<Letter, 'id' | 'rifa_id'>,
  accion: 'carta detenida' | 'carta continuada',
  actor: Actor,
  en: Instant,
  datos: object,
): Promise<void> {
  return appendEntry(tx, { en, actor, accion, rifa_id, datos: { carta_id: id, ...datos } })
}
