import { generateSync } from 'otplib'
import type { TestCtx } from '#platform/server/testing/engines.ts'
import { newTotpSecret } from '../secrets.ts'

/**
 * Turns the second factor of that operator on.
 * @returns what makes a code that was not used before; each moves the clock by 30 seconds.
 */
export async function giveSecondFactor(ctx: TestCtx, correo: string): Promise<() => string> {
  const secret = newTotpSecret(ctx.random)
  await ctx.db.write('operadores', (tx) =>
    tx.updateTable('operators').set({ totp_secreto: secret }).where('correo', '=', correo).execute(),
  )
  return () => {
    ctx.clock.advance(30_000)
    return generateSync({ secret, epoch: Math.floor(ctx.clock.now() / 1000) })
  }
}
