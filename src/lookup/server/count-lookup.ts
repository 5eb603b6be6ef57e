import { createHmac } from 'node:crypto'
import { guessWait, takeGuess } from '#operators/server/sign-in/spend-guess.ts'
import { waitText } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Client } from '#tickets/server/shares/client-mark.ts'

/**
 * Counts a lookup before it is answered. For an hour a connection may repeat what it asked; repeated and refused lookups write nothing.
 * @param cedula normalised.
 * @throws AppError 429 DEMASIADAS_CONSULTAS
 */
export async function countLookup(ctx: Ctx, { cliente, red }: Client, cedula: string): Promise<void> {
  const now = ctx.clock.now()
  // Another text for each caller: a reader of the table finds neither the cédula nor other callers for it.
  const asked = createHmac('sha256', ctx.keys.derive('consultas')).update(`${cliente} ${cedula}`).digest('base64url')
  const counts = [['consulta', cliente] as const, ...(red === cliente ? [] : [['consulta-red', red] as const])]
  if ((await guessWait(ctx.db.read, 'consultada', asked, now)) > 0) return
  for (const [bucket, whose] of counts) refuseFor(await guessWait(ctx.db.read, bucket, whose, now))
  await ctx.db.write('consultas', async (tx) => {
    if ((await takeGuess(tx, 'consultada', asked, now)) > 0) return
    for (const [bucket, whose] of counts) refuseFor(await takeGuess(tx, bucket, whose, now))
  })
}

/** @param wait milliseconds. */
function refuseFor(wait: number): void {
  if (wait === 0) return
  const seconds = Math.ceil(wait / 1000)
  const details = `Hiciste muchas consultas desde esta conexión. Intenta de nuevo en ${waitText(seconds)}.`
  throw refusal('DEMASIADAS_CONSULTAS', { details, message: details, wait: seconds })
}
