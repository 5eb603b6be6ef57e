import { SYSTEM } from '#journal/actor.ts'
import { alertOwners, footOfNews } from '#operators/server/account/alert-owners.ts'
import { after, formatInstant, HOUR, type Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { noteDeed, updateRaffle } from '#raffles/server/store.ts'
import type { Outcome } from '../../follow-rule.ts'
import { BrokenRule, isLateFreeze, type Step, stepText } from '../../steps.ts'
import { tellOutcome } from '../../tell-outcome.ts'
import { type Course, followKept } from '../course.ts'
import { keepDrawDay } from '../keep-draw-day.ts'
import { WINNER } from '../mails/draw-mails.ts'
import { writeToWinner } from '../mails/promise-mail.ts'
import { endReminders } from '../mails/remind.ts'
import { findBuyer, insertStep } from '../store.ts'
import { winnerMailKey } from '../winners/describe-winner.ts'
import type { Led } from './lead-draw.ts'

/**
 * Stores the next step of a draw and its consequences: the winner, and the end of the draw.
 * @param actor author, for readers of the steps.
 * @throws AppError 409 PASO_FUERA_DE_REGLA
 */
export async function takeStep(
  ctx: Ctx,
  { tx, raffle, now, words }: Led,
  step: Step,
  actor: string,
): Promise<{ course: Course; outcome: Outcome; orden: number }> {
  const course = await followOn(tx, raffle.id, step)
  const orden = course.rows.length
  const outcome = course.outcomes.at(-1) as Outcome
  await insertStep(tx, { rifa_id: raffle.id, orden, texto: stepText(step), en: now, actor })
  await endReminders(ctx, tx, words.site, raffle, step.tipo !== 'aplazado')
  await settle({ tx, raffle, now }, course)
  if (step.tipo === 'aplazado') await keepDrawDay(tx, raffle)
  if (step.tipo !== 'aplazado' || isLateFreeze(step)) await tellOwners(ctx, { tx, raffle, now, words }, course, orden)
  if (outcome.porque === 'ganó' && step.tipo !== 'aplazado') {
    await recordWinner(ctx, { tx, raffle, now, words }, course, { premio: step.premio, orden })
  }
  return { course, outcome, orden }
}

/** Nothing is drawn, taken back or moved for a late list without every owner knowing. */
async function tellOwners(
  ctx: Ctx,
  { tx, raffle, words }: Led,
  { outcomes, standings, frozen }: Course,
  orden: number,
): Promise<void> {
  const outcome = outcomes[orden] as Outcome
  const until = outcome.step.tipo === 'aplazado' ? null : standings[outcome.step.premio]?.provisional
  const objection = until
    ? `Es provisional: si no es lo que salió, un dueño lo corrige antes del ${formatInstant(until)}`
    : ''
  await alertOwners(ctx, tx, words.site, {
    clave: `sorteo:${raffle.id}:paso:${orden}`,
    titulo: `El sorteo de «${raffle.titulo}»`,
    parrafos: [tellOutcome(frozen.rule, outcome), ...(objection === '' ? [] : [objection])],
    boton: { texto: 'Ver el sorteo', ruta: `/panel/rifas/${raffle.id}/sorteo` },
    pie: footOfNews(words.site),
  })
}

/** The draw with one more step. @throws AppError 409 PASO_FUERA_DE_REGLA */
export async function followOn(tx: Sql, rifaId: number, step?: Step): Promise<Course> {
  try {
    const course = await followKept(tx, rifaId, step)
    if (!course) throw new Error('a raffle that is drawn has no list')
    return course
  } catch (error) {
    if (!(error instanceof BrokenRule)) throw error
    throw refusal('PASO_FUERA_DE_REGLA', { details: `${capitalised(error.message)}.` })
  }
}

/** The raffle is drawn once every prize is decided, and not any more after one was lost. */
async function settle(led: Pick<Led, 'tx' | 'raffle' | 'now'>, { standings }: Course): Promise<void> {
  const { tx, raffle } = led
  const ended = standings.every(({ ganador, desierto }) => ganador !== null || desierto)
  const estado = ended ? 'sorteada' : 'cerrada'
  const numero_ganador = ended ? (standings[0]?.ganador?.numero ?? '') : ''
  if (raffle.estado === estado && raffle.numero_ganador === numero_ganador) return
  await updateRaffle(tx, raffle.id, { estado, numero_ganador })
  if (!ended) return
  const numeros = standings.map(({ ganador }) => ganador?.numero ?? null)
  await noteDeed(led, SYSTEM, 'rifa sorteada', { numeros })
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Stores the winner of a prize, and promises the mail that tells them: their time counts from it. A winner without an address is told by an
 * operator, and the time counts from that record.
 */
async function recordWinner(
  ctx: Ctx,
  { tx, raffle, now, words }: Led,
  course: Course,
  { premio, orden }: { premio: number; orden: number },
): Promise<void> {
  const ticket = course.standings[premio]?.ganador
  const prize = course.frozen.rule.premios[premio]
  if (!ticket || !prize) throw new Error('a winner without a prize')
  const purchase = await findBuyer(tx, raffle.id, ticket.numero)
  if (!purchase) throw new Error('the rows do not say what the frozen list does')
  // A provisional result is told to nobody.
  const firm = Math.max(now, course.standings[premio]?.provisional ?? now) as Instant
  const tellsAt = purchase.correo === '' ? null : firm
  const hasta = tellsAt && after(tellsAt, prize.reclamo_horas * HOUR)
  await tx
    .insertInto('draw_winners')
    .values({
      ...{ rifa_id: raffle.id, premio, vivo: 1, orden, ...ticket, compra_id: purchase.id, version: 1, ganado_en: now },
      ...{
        estado: tellsAt === null ? 'por_avisar' : 'avisado',
        avisado_en: tellsAt,
        avisado_por: '',
        reclama_hasta: hasta,
      },
      ...{ reclamado_en: null, entrega_dia: null, vencido_en: null, notas: '', fotos: '[]' },
      ...{ mostrar_nombre: 0, mostrar_fotos: 0 },
    })
    .execute()
  await noteDeed({ tx, raffle, now }, SYSTEM, 'premio sorteado', { premio: premio + 1, numero: ticket.numero })
  if (hasta === null) return
  const winner = { rifa_id: raffle.id, orden, premio, ...ticket, compra_id: purchase.id }
  const told = { kind: WINNER, clave: winnerMailKey(winner), valores: { plazo: formatInstant(hasta) }, from: firm }
  await writeToWinner(ctx, { tx, raffle, now, words }, course, winner, told)
}
