import { supersedeMails } from '#mail/server/store.ts'
import { formatInstant, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listByIds } from '#purchases/server/store.ts'
import type { Course } from '../course.ts'
import { CORRECTED, LOST, NO_WINNER, WINNER } from '../mails/draw-mails.ts'
import { evidenceOf, promiseMail } from '../mails/promise-mail.ts'
import type { Led } from '../steps/lead-draw.ts'
import type { WinnerRow } from '../store-winners.ts'
import { winnerMailKey } from './describe-winner.ts'

type Winner = Pick<WinnerRow, 'rifa_id' | 'orden' | 'premio' | 'numero' | 'codigo' | 'compra_id'>

/** Tells a winner of the prize. @param hasta end of the time to claim. @param from the mail does not leave before. */
export function tellWon(ctx: Ctx, led: Led, course: Course, winner: Winner, hasta: Instant, from: Instant) {
  const plazo = formatInstant(hasta)
  return tell(ctx, led, course, winner, { kind: WINNER, clave: winnerMailKey(winner), valores: { plazo }, from })
}

/**
 * Tells a former winner that the prize is lost, since when, and where to complain: they may know better than our rows.
 * @param hasta end of their time.
 */
export function tellLost(ctx: Ctx, led: Led, course: Course, winner: Winner, hasta: Instant): Promise<void> {
  const clave = `sorteo:${winner.rifa_id}:perdido:${winner.orden}`
  return tell(ctx, led, course, winner, { kind: LOST, clave, valores: { plazo: formatInstant(hasta) } })
}

/** A result was corrected: its mail to the wrong winner never leaves, and a winner who has read it is told of the error, and its reason. */
export async function tellNoWinner(
  ctx: Ctx,
  led: Led,
  course: Course,
  winner: WinnerRow,
  motivo: string,
): Promise<void> {
  await supersedeMails(led.tx, [winner.compra_id], `${winnerMailKey(winner)}%`, led.now)
  if (winner.avisado_en === null || winner.avisado_en > led.now) return
  const clave = `sorteo:${winner.rifa_id}:corregido:${winner.orden}`
  await tell(ctx, led, course, winner, { kind: NO_WINNER, clave, valores: { motivo } })
}

/** Tells a winner that the mark of their claim or delivery was taken back, and why. @param hasta end of the time to claim. */
export function tellCorrected(
  ctx: Ctx,
  led: Led,
  course: Course,
  winner: WinnerRow,
  motivo: string,
  hasta: Instant,
): Promise<void> {
  const valores = { marca: winner.estado, motivo, plazo: formatInstant(hasta) }
  const clave = `${winnerMailKey(winner)}:${winner.version + 1}`
  return tell(ctx, led, course, winner, { kind: CORRECTED, clave, valores })
}

async function tell(
  ctx: Ctx,
  led: Led,
  course: Course,
  { compra_id, premio, numero, codigo }: Winner,
  told: Pick<Parameters<typeof promiseMail>[3], 'kind' | 'clave' | 'valores' | 'from'>,
): Promise<void> {
  const [purchase] = await listByIds(led.tx, [compra_id])
  if (!purchase) throw new Error('a winner without his purchase')
  const titulo = course.frozen.rule.premios[premio]?.titulo ?? ''
  await promiseMail(ctx, led, purchase, {
    ...told,
    numeros: [numero],
    valores: { premio: titulo, numero, ...told.valores },
    evidence: await evidenceOf(course, codigo),
  })
}
