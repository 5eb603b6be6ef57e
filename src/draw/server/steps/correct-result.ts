import type { Operator } from '#access/contract.ts'
import { supersedeMails } from '#mail/server/store.ts'
import { wholeSecond, writeInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { noteDeed } from '#raffles/server/store.ts'
import type { ResultCorrection, Unproved } from '../../deed-contract.ts'
import { stepOf } from '../course.ts'
import { NO_WINNER } from '../mails/draw-mails.ts'
import { writeToWinner } from '../mails/promise-mail.ts'
import { listStepRows } from '../store.ts'
import { listWinners } from '../store-winners.ts'
import { winnerMailKey } from '../winners/describe-winner.ts'
import { notFrom } from '../winners/move-winner.ts'
import { leadDraw } from './lead-draw.ts'
import { handOf } from './results.ts'
import { takeStep } from './take-step.ts'

/**
 * An owner takes back a lottery result of two people, publicly: the prize waits for its draw again, and its winner is told of the error.
 * Possible until the prize is delivered. The caller has checked a fresh second factor.
 * @throws AppError 409 ESTADO_NO_PERMITE | PASO_FUERA_DE_REGLA, and those of leadDraw
 */
export async function correctResult(
  ctx: Ctx,
  id: number,
  { paso, motivo }: Unproved<ResultCorrection>,
  owner: Operator,
): Promise<void> {
  await leadDraw(ctx, id, async (led) => {
    const row = (await listStepRows(led.tx, id))[paso]
    const wrong = row && stepOf(row)
    const premio = wrong && 'premio' in wrong ? wrong.premio : 0
    const winners = (await listWinners(led.tx, id)).filter((one) => one.premio === premio && one.orden >= paso)
    const given = winners.find(({ estado }) => estado === 'entregado')
    if (given) throw notFrom(given)
    const en = writeInstant(wholeSecond(led.now))
    const step = { tipo: 'corregido' as const, premio, paso, motivo, mano: handOf(owner.nombre, owner.id), en }
    const { course } = await takeStep(ctx, led, step, owner.nombre)
    for (const winner of winners) {
      // The mail of the wrong result never leaves; who has read it is told of the error.
      await supersedeMails(led.tx, [winner.compra_id], `${winnerMailKey(winner)}%`, led.now)
      if (winner.avisado_en === null || winner.avisado_en > led.now) continue
      const clave = `sorteo:${id}:corregido:${winner.orden}`
      await writeToWinner(ctx, led, course, winner, { kind: NO_WINNER, clave, valores: { motivo } })
    }
    const ids = winners.map((winner) => winner.id)
    if (ids.length > 0) await led.tx.deleteFrom('draw_winners').where('id', 'in', ids).execute()
    await noteDeed(led, owner, 'resultado corregido', { premio: premio + 1, paso: paso + 1, motivo })
  })
}
