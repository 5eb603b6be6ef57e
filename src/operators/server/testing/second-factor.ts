import { generateSync } from 'otplib'
import { noteWritten } from '#journal/server/testing/note-written.ts'
import type { TestCtx } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { sealTotp } from '../factor/sealed-secret.ts'
import { newTotpSecret } from '../secrets.ts'
import { findByMail } from '../store.ts'

/**
 * Turns the second factor of that operator on.
 * @returns a function that makes unused codes; each moves the clock by 30 seconds.
 */
export async function giveSecondFactor(ctx: TestCtx, correo: string): Promise<() => string> {
  const id = (await findByMail(ctx.db.read, correo))?.id ?? 0
  // The same in each run: a test's wrong code is not right one day.
  const secret = newTotpSecret(seededRandom(id))
  await ctx.db.write('operadores', async (tx) => {
    const sealed = { totp_secreto: sealTotp(ctx.keys, id, secret), totp_pendiente: null }
    await tx.updateTable('operators').set(sealed).where('id', '=', id).execute()
    await noteWritten(tx, { operators: [id] })
  })
  return () => {
    ctx.clock.advance(30_000)
    return generateSync({ secret, epoch: Math.floor(ctx.clock.now() / 1000) })
  }
}
