import type { Session } from '#access/server/session.ts'
import { type Guarded, guardedChange } from '#operators/server/guarded-change.ts'
import { formatDatedInstant, type Instant, wholeSecond, writeInstant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { requireState } from '#raffles/server/move-raffle.ts'
import { isOver, refuseFrozen } from '#raffles/server/settled.ts'
import { noteDeed, type Raffle, requireRaffle, updateRaffle } from '#raffles/server/store.ts'
import { lockRaffle } from '#raffles/server/tickets-of-raffle.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import type { Postponement } from '../../contract.ts'
import { postponingLeft, stepText } from '../../steps.ts'
import { stepOf } from '../course.ts'
import { keepDrawDay } from '../keep-draw-day.ts'
import { findRule, insertStep, listStepRows, ruleOf } from '../store.ts'

/**
 * Moves the end of sales to a later instant, before it comes: a public step of the draw, with its reason.
 * @throws AppError 404, 422 DATOS_INVALIDOS, 409 VERSION_VIEJA | ESTADO_NO_PERMITE | RIFA_CONGELADA | PASO_FUERA_DE_REGLA, and those of guardedChange
 */
export async function postponeClose(
  ctx: Ctx,
  session: Session,
  id: number,
  { de, a, motivo, codigo }: Postponement,
): Promise<void> {
  const seen = await requireRaffle(ctx.db.read, id)
  const next = Date.parse(a) as Instant
  refusePostponing(seen, de, next, ctx.clock.now())
  const write = (owner: Guarded) =>
    lockRaffle(ctx, ticketsOfRaffle, id, async ({ tx, raffle, now }) => {
      refusePostponing(raffle, de, next, now)
      await writeStep(tx, raffle, { de, a, motivo, now, actor: owner.nombre })
      await updateRaffle(tx, id, { cierra_en: next, version: raffle.version + 1 })
      await keepDrawDay(tx, raffle)
      await noteDeed({ tx, raffle, now }, owner, 'cierre aplazado', { cierre: { antes: de, ahora: a }, motivo })
    })
  await guardedChange(ctx, session, { what: 'aplazar el cierre de una rifa', by: { codigo }, write })
}

async function writeStep(
  tx: Sql,
  { id }: Raffle,
  { de, a, motivo, now, actor }: { de: string; a: string; motivo: string; now: Instant; actor: string },
): Promise<void> {
  const row = await findRule(tx, id)
  if (!row) throw new Error('a raffle whose sale ends by itself has no rule')
  const steps = (await listStepRows(tx, id)).map(stepOf)
  const step = { tipo: 'aplazado', que: 'cierre', de, a, motivo, en: writeInstant(wholeSecond(now)) } as const
  const left = postponingLeft(ruleOf(row), [...steps, step])
  if (left.veces < 0 || left.dias < 0) {
    const { veces = 0, dias = 0 } = ruleOf(row).aplazar ?? {}
    const text = `La regla deja aplazar ${veces} veces como mucho, y ${dias} días en total.`
    throw refusal('PASO_FUERA_DE_REGLA', { details: text })
  }
  await insertStep(tx, { rifa_id: id, orden: steps.length, texto: stepText(step), en: now, actor })
}

function refusePostponing(raffle: Raffle, de: string, next: Instant, now: Instant): void {
  refuseFrozen(raffle, now)
  requireState(raffle, ['publicada', 'pausada'])
  const { cierra_en } = raffle
  if (cierra_en === null || isOver(raffle, now)) {
    const details = cierra_en === null ? 'Ninguna hora cierra estas ventas.' : 'Las ventas ya cerraron.'
    throw refusal('ESTADO_NO_PERMITE', { error: 'No hay un cierre que aplazar', details, estado: raffle.estado })
  }
  if (cierra_en !== Date.parse(de)) {
    throw refusal('VERSION_VIEJA', {
      error: 'Otra persona aplazó el cierre',
      details: `Ahora es el ${formatDatedInstant(cierra_en)}`,
      version: raffle.version,
    })
  }
  if (next > cierra_en) return
  throw refusal('DATOS_INVALIDOS', { campos: { a: 'a: elige una hora posterior a la que hay' } })
}
