import type { Ctx } from '#platform/server/context.ts'
import { listByIds } from '#purchases/server/store.ts'
import type { Course } from '../course.ts'
import { evidenceOf, promiseMail } from '../mails/promise-mail.ts'
import type { Led } from '../steps/lead-draw.ts'
import type { WinnerRow } from '../store-winners.ts'

type Winner = Pick<WinnerRow, 'rifa_id' | 'orden' | 'premio' | 'numero' | 'codigo' | 'compra_id'>

/** Writes to a winner, of the prize that was won or lost. */
export async function writeToWinner(
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
