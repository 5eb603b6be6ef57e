import { supersedeMails } from '#mail/server/store.ts'
import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listByIds } from '#purchases/server/store.ts'
import type { Course } from '../course.ts'
import { correctedMail, lostMail, noWinnerMail } from '../mails/prize-mails.ts'
import { evidenceOf, linksOf, promiseMail } from '../mails/promise-mail.ts'
import type { Led } from '../steps/lead-draw.ts'
import { followOn } from '../steps/take-step.ts'
import type { WinnerRow } from '../store-winners.ts'
import { correctedMailKey, winnerMailKey } from './describe-winner.ts'

/**
 * Tells a former winner that the prize is lost, since when, and where to complain: they may know better than our rows.
 * @param plazo end of their time.
 */
export async function tellLost(ctx: Ctx, led: Led, course: Course, winner: WinnerRow, plazo: Instant): Promise<void> {
  const { about, purchase } = await aboutPrize(ctx, led, course, winner)
  const clave = `sorteo:${winner.rifa_id}:perdido:${winner.orden}`
  await promiseMail(led.tx, purchase, clave, lostMail({ ...about, plazo }), led.now)
}

/** A result was corrected: its mail to the wrong winner never leaves, and a winner who has read it is told of the error, and its reason. */
export async function tellNoWinner(
  ctx: Ctx,
  led: Led,
  course: Course,
  winner: WinnerRow,
  motivo: string,
): Promise<void> {
  const { about, purchase } = await aboutPrize(ctx, led, course, winner)
  await supersedeMails(led.tx, [purchase.id], `${winnerMailKey(winner)}%`, led.now)
  if (winner.avisado_en === null || winner.avisado_en > led.now) return
  const clave = `sorteo:${winner.rifa_id}:corregido:${winner.orden}`
  await promiseMail(led.tx, purchase, clave, noWinnerMail({ ...about, motivo }), led.now)
}

/** Tells a winner that the mark of their claim or delivery was taken back, and why. @param plazo end of the time to claim. */
export async function tellCorrected(
  ctx: Ctx,
  led: Led,
  winner: WinnerRow,
  motivo: string,
  plazo: Instant,
): Promise<void> {
  const { about, purchase } = await aboutPrize(ctx, led, await followOn(led.tx, winner.rifa_id), winner)
  const mail = correctedMail({ ...about, marca: winner.estado, motivo, plazo })
  await promiseMail(led.tx, purchase, correctedMailKey(winner, winner.version + 1), mail, led.now)
}

async function aboutPrize(ctx: Ctx, { tx, raffle, words }: Led, course: Course, winner: WinnerRow) {
  const [purchase] = await listByIds(tx, [winner.compra_id])
  if (!purchase) throw new Error('a winner without his purchase')
  const premio = course.frozen.rule.premios[winner.premio]?.titulo ?? ''
  const evidence = await evidenceOf(course, winner.codigo)
  const about = { ...words, ...linksOf(ctx, purchase), raffle, purchase, premio, numero: winner.numero, evidence }
  return { about, purchase }
}
