import type { Session } from '#access/server/session.ts'
import { type Guarded, guardedChange } from '#operators/server/guarded-change.ts'
import { type Instant, wholeSecond, writeInstant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { noteDeed } from '#raffles/server/store.ts'
import type { Postponement } from '../../contract.ts'
import { LATE_FREEZE } from '../../steps.ts'
import { type Course, hasBegun, readCourse } from '../course.ts'
import { leadDraw } from './lead-draw.ts'
import { followOn, takeStep } from './take-step.ts'

/**
 * Moves the draw to a later instant, before it begins: a public step, with its reason, and a new mail to all participants.
 * @throws AppError 422 DATOS_INVALIDOS, 409 VERSION_VIEJA | ESTADO_NO_PERMITE, and those of guardedChange and leadDraw
 */
export async function postponeDraw(
  ctx: Ctx,
  session: Session,
  id: number,
  { de, a, motivo, codigo }: Postponement,
): Promise<void> {
  if (motivo === LATE_FREEZE)
    throw refusal('DATOS_INVALIDOS', { campos: { motivo: 'motivo: ese lo escribe solo la tienda' } })
  const seen = await readCourse(ctx, id)
  if (seen) refusePostponing(seen, de, a, ctx.clock.now())
  const write = (owner: Guarded) =>
    leadDraw(ctx, id, async (led) => {
      refusePostponing(await followOn(led.tx, id), de, a, led.now)
      const en = writeInstant(wholeSecond(led.now))
      await takeStep(ctx, led, { tipo: 'aplazado', que: 'sorteo', de, a, motivo, en }, owner.nombre)
      await noteDeed(led, owner, 'sorteo aplazado', { sorteo: { antes: de, ahora: a }, motivo })
    })
  await guardedChange(ctx, session, { what: 'aplazar un sorteo', by: { codigo }, write })
}

function refusePostponing(course: Course, de: string, a: string, now: Instant): void {
  const { from } = course
  if (hasBegun(course) || now >= from) {
    throw refusal('ESTADO_NO_PERMITE', {
      error: 'El sorteo ya empezó',
      details: 'Se aplaza antes de su hora: desde entonces cualquiera puede saber quién ganó.',
      estado: 'cerrada',
    })
  }
  if (Date.parse(de) !== from) {
    throw refusal('VERSION_VIEJA', {
      error: 'Otra persona aplazó el sorteo',
      details: `Ahora es el ${writeInstant(from)}.`,
      version: course.rows.length,
    })
  }
  if (Date.parse(a) > from) return
  throw refusal('DATOS_INVALIDOS', { campos: { a: 'a: elige una hora posterior a la que hay' } })
}
