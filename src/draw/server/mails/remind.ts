import { supersedeMails } from '#mail/server/store.ts'
import { alertOwners, footOfNews } from '#operators/server/account/alert-owners.ts'
import { formatInstant, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { apart } from '#platform/server/log.ts'
import { LARGEST } from '#platform/whole-number.ts'
import { readSender } from '#purchases/server/mail/received-mail.ts'
import { ownerCode } from '#purchases/server/owner-code.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import type { SiteSettings } from '#site/contract.ts'
import { readSite } from '#site/server/read-site.ts'
import { numbersOf } from '#tickets/server/store.ts'
import { type Course, followKept, hasBegun, readCourse } from '../course.ts'
import { REMINDER, UNCLAIMED } from './draw-mails.ts'
import { evidenceOf, promiseMail } from './promise-mail.ts'

/** Purchases that are written to in one transaction, and of one raffle between two looks: others want to be served too. */
const TOGETHER = 100
/** Nobody is written to any more. */
const OVER = LARGEST

/**
 * Writes the mails before every draw that has not begun, and before a prize that was not claimed is drawn again: one for each confirmed purchase, and
 * another when the draw is moved. Mails that have not left by its hour never do: they would call a known list unknown.
 */
export async function remindDue(ctx: Ctx, together = TOGETHER): Promise<void> {
  const open = await ctx.db.read
    .selectFrom('raffles')
    .leftJoin('draw_reminders', 'draw_reminders.rifa_id', 'raffles.id')
    .select(['raffles.id', 'draw_reminders.vez', 'draw_reminders.compra_id', 'draw_reminders.terminado_en'])
    .where('congelada_en', 'is not', null)
    .where('restaurada_en', 'is', null)
    .where('estado', '=', 'cerrada')
    .execute()
  for (const { id, vez, compra_id, terminado_en } of open) {
    await apart(ctx, id, 'mails before a draw failed', async () => {
      const course = await readCourse(ctx, id)
      const ahead = course && aheadOf(course)
      if (!ahead) return
      const told = vez === ahead.vez
      if (ctx.clock.now() >= ahead.en) {
        // For good: not by an hour that nobody has compared.
        if ((!told || compra_id !== OVER) && (await ctx.time.sure())) await closeReminders(ctx, id, ahead.vez)
      } else if (!told || terminado_en === null) await remindSome(ctx, id, together)
    })
  }
}

/**
 * Content of the mail to all participants before the draw.
 * @returns `vez` other announcements to everybody, that the draw was moved or a prize lost; when it is drawn; titles of prizes that were not claimed
 * and are drawn again, none before the first draw. Null where everybody knows all that is to come.
 */
function aheadOf(course: Course) {
  const { steps, standings, frozen, from } = course
  const vez = steps.filter(
    (step) => step.tipo === 'vencido' || (step.tipo === 'aplazado' && step.que === 'sorteo'),
  ).length
  if (!hasBegun(course)) return { vez, en: from, perdidos: [] }
  const again = standings.flatMap(({ falta }, premio) => {
    const lost = steps.some((step) => step.tipo === 'vencido' && step.premio === premio)
    return falta && lost ? [{ en: falta.en, titulo: frozen.rule.premios[premio]?.titulo ?? '' }] : []
  })
  const [first] = again.map(({ en }) => en).sort((one, other) => one - other)
  return first === undefined ? null : { vez, en: first, perdidos: again.map(({ titulo }) => titulo) }
}

/** ` Se aplazó: antes era el 22 de noviembre, 9:00 a. m. Motivo: No hay luz.`, of the last announcement. */
function movedText({ steps }: Course): string {
  const step = steps.findLast((one) => one.tipo === 'aplazado' && one.que === 'sorteo')
  if (step?.tipo !== 'aplazado') return ''
  return ` Se aplazó: antes era el ${formatInstant(Date.parse(step.de) as Instant)} Motivo: ${step.motivo.replace(/\.$/, '')}.`
}

/** It is time. */
async function closeReminders(ctx: Ctx, id: number, vez: number): Promise<void> {
  const site = await readSite(ctx)
  await ctx.db.write(`rifa:${id}`, async (tx) => {
    const raffle = await findRaffle(tx, id)
    if (!raffle) return
    const now = ctx.clock.now()
    await lockProgress(tx, id, vez)
    const over = tx.updateTable('draw_reminders').set({ compra_id: OVER, terminado_en: now })
    await over.where('rifa_id', '=', id).execute()
    await endReminders(ctx, tx, site, raffle, true)
  })
}

/**
 * Takes back unsent mails before a draw: they are not true any more.
 * @param drawn whether it is drawn, and not only moved: then every owner is told that some people lack the mail that proves the list.
 */
export async function endReminders(
  ctx: Ctx,
  tx: Sql,
  site: SiteSettings,
  { id, titulo }: Raffle,
  drawn: boolean,
): Promise<void> {
  const left = await tx
    .selectFrom('outbox')
    .innerJoin('purchases', 'purchases.id', 'outbox.compra_id')
    .select(['purchases.id'])
    .where('purchases.rifa_id', '=', id)
    .where('outbox.estado', 'in', ['pendiente', 'fallido'])
    .where('outbox.clave', 'like', `sorteo:${id}:recordatorio:%`)
    .execute()
  if (left.length === 0) return
  const ids = left.map((row) => row.id)
  await supersedeMails(tx, ids, `sorteo:${id}:recordatorio:%`, ctx.clock.now())
  if (!drawn) return
  await alertOwners(ctx, tx, site, {
    clave: `sorteo:${id}:recordatorios:${ids[0]}`,
    titulo: 'Hay correos que no salieron antes del sorteo',
    parrafos: [
      `De «${titulo}» no salieron a tiempo ${left.length} correos con el código de control de la lista. Ya no se envían: después del sorteo no prueban nada.`,
      'Quien no lo recibió puede comprobar el sorteo con el correo de su compra, que trae el código de control de la regla. Revisa en Correos por qué no salieron.',
    ],
    pie: footOfNews(site),
  })
}

/** The next portion of a raffle's. */
async function remindSome(ctx: Ctx, id: number, together: number): Promise<void> {
  const words = await readSender(ctx)
  await ctx.db.write(`rifa:${id}`, async (tx) => {
    const [raffle, course] = [await findRaffle(tx, id), await followKept(tx, id)]
    if (!raffle || !course || raffle.regla_sha256 === null) return
    const now = ctx.clock.now()
    const ahead = aheadOf(course)
    if (!ahead || now >= ahead.en) return
    const last = await lockProgress(tx, id, ahead.vez)
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
    const proved = await evidenceOf(course, '')
    const sorteo = formatInstant(ahead.en)
    const told =
      ahead.perdidos.length === 0
        ? { kind: REMINDER, valores: { sorteo: `${sorteo}${movedText(course)}` } }
        : { kind: UNCLAIMED, valores: { sorteo, premio: ahead.perdidos.join(' y ') } }
    for (const purchase of purchases) {
      const evidence = { ...proved, codigo: ownerCode(ctx, id, purchase.cedula) }
      const numeros = numbers.get(purchase.reserva_id) ?? []
      const clave = `sorteo:${id}:recordatorio:${ahead.vez}:${purchase.id}`
      await promiseMail(ctx, { tx, raffle, now, words }, purchase, { ...told, clave, numeros, evidence })
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

/** Progress, behind a lock of its own. @returns the last purchase with a mail; null when all have one. */
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
