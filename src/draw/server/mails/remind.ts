import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import { readChangedWords } from '#mail/server/texts/mail-texts.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { describeFailure } from '#platform/server/log.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import { ownerCode } from '#purchases/server/owner-code.ts'
import { purchaseLink } from '#purchases/server/public-origin.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { readSite } from '#site/server/read-site.ts'
import { numbersOf } from '#tickets/server/store.ts'
import { hashOf } from '../../bytes.ts'
import { stepsText } from '../../document.ts'
import { type Course, followKept, hasBegun, readCourse } from '../course.ts'
import { sha256 } from '../sha256.ts'
import { reminderMail } from './draw-mails.ts'

/** Purchases that are written to in one transaction, and of one raffle between two looks: others want to be served too. */
const TOGETHER = 100

/** Writes the mails before every draw that has not begun: one for each confirmed purchase, and another when the draw is moved. */
export async function remindDue(ctx: Ctx, together = TOGETHER): Promise<void> {
  const open = await ctx.db.read
    .selectFrom('raffles')
    .leftJoin('draw_reminders', 'draw_reminders.rifa_id', 'raffles.id')
    .select(['raffles.id', 'draw_reminders.vez', 'draw_reminders.terminado_en'])
    .where('congelada_en', 'is not', null)
    .where('estado', '=', 'cerrada')
    .execute()
  for (const { id, vez, terminado_en } of open) {
    try {
      const course = await readCourse(ctx, id)
      if (!course || hasBegun(course) || ctx.clock.now() >= course.from) continue
      if (vez !== timesMoved(course) || terminado_en === null) await remindSome(ctx, id, together)
    } catch (error) {
      // What is wrong with one raffle keeps nobody else's mail.
      ctx.log.error({ failure: describeFailure(error), code: `rifa:${id}` }, 'mails before a draw failed')
    }
  }
}

function timesMoved({ steps }: Course): number {
  return steps.filter((step) => step.tipo === 'aplazado' && step.que === 'sorteo').length
}

/** The next portion of a raffle's. */
async function remindSome(ctx: Ctx, id: number, together: number): Promise<void> {
  const words = { site: await readSite(ctx), textos: await readChangedWords(ctx) }
  await ctx.db.write(`rifa:${id}`, async (tx) => {
    const [raffle, course] = [await findRaffle(tx, id), await followKept(tx, id)]
    if (!raffle || !course || raffle.regla_sha256 === null) return
    const now = ctx.clock.now()
    const vez = timesMoved(course)
    const last = await lockProgress(tx, id, vez)
    if (last === null) return
    const purchases = await tx
      .selectFrom('purchases')
      .selectAll()
      .where('rifa_id', '=', id)
      .where('estado', '=', 'confirmado')
      .where('id', '>', last)
      .orderBy('id')
      .limit(together)
      .execute()
    const numbers = await numbersOf(
      tx,
      purchases.map(({ reserva_id }) => reserva_id),
    )
    const pasos = await hashOf(stepsText(course.rows.map(({ texto }) => texto)), sha256)
    for (const purchase of purchases) {
      if (purchase.correo === '') continue
      const evidence = {
        codigo: ownerCode(ctx, id, purchase.cedula),
        regla: raffle.regla_sha256,
        lista: course.frozen.list,
        pasos,
      }
      await enqueueMail(tx, {
        clave: `sorteo:${id}:recordatorio:${vez}:${purchase.id}`,
        para: purchase.correo,
        para_nombre: purchase.nombre,
        ...reminderMail({
          ...words,
          raffle,
          purchase,
          numeros: numbers.get(purchase.reserva_id) ?? [],
          desde: course.from,
          evidence,
          origin: publicOrigin(ctx),
          enlace: purchaseLink(ctx, purchase.secreto),
        }),
        compra_id: purchase.id,
        creado_en: now,
        enviar_desde: now,
      })
    }
    await tx
      .updateTable('draw_reminders')
      .set({
        compra_id: purchases.at(-1)?.id ?? last,
        terminado_en: purchases.length < together ? now : null,
      })
      .where('rifa_id', '=', id)
      .execute()
  })
}

/** Whose turn it is, behind a lock of its own. @returns the last purchase that was written to; null when all were. */
async function lockProgress(tx: Sql, rifa_id: number, vez: number): Promise<number | null> {
  const fresh = { vez, compra_id: 0, terminado_en: null }
  await tx
    .insertInto('draw_reminders')
    .values({ rifa_id, ...fresh })
    .onConflict((conflict) => conflict.column('rifa_id').doUpdateSet(fresh).where('draw_reminders.vez', '<>', vez))
    .execute()
  const row = await tx
    .updateTable('draw_reminders')
    .set((own) => ({ vez: own.ref('vez') }))
    .where('rifa_id', '=', rifa_id)
    .where('terminado_en', 'is', null)
    .returning('compra_id')
    .executeTakeFirst()
  return row?.compra_id ?? null
}
