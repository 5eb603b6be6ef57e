import type { Session } from '#access/server/session.ts'
import { readPermit, signPermit } from '#operators/server/factor/permit.ts'
import { takeTry } from '#operators/server/sign-in/spend-guess.ts'
import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SettingName } from '#platform/settings.ts'

const TRIES = 5

/** Subject of a permit: one person at one browser, one setting as they saw it, one host to try it at. */
interface PermitFor {
  session: Session
  name: SettingName
  version: number
  valor: object | null
}

/**
 * Lets the owner try the same change again after one fresh code: a mail server refuses a password a few times
 * before it is right, and a code of a phone works once in thirty seconds. It ends with the change, and is stored nowhere.
 * @param until end of the permit of this try: a refusal does not make it longer.
 */
export function givePermit(ctx: Ctx, about: PermitFor, until?: Instant): string {
  return signPermit(ctx, about.session, subject(about), until)
}

/** Takes one of the few tries that it allows. @returns its end, null if it is not valid. */
export async function takePermit(ctx: Ctx, about: PermitFor, permit: string): Promise<Instant | null> {
  const ends = readPermit(ctx, about.session, subject(about), permit)
  if (ends === null) return null
  const left = await ctx.db.write('operadores', (tx) => takeTry(tx, permit, ctx.clock.now(), TRIES))
  return left ? ends : null
}

function subject({ name, version, valor }: PermitFor): unknown {
  return ['ajuste', name, version, hostOf(valor)]
}

/** Where the server goes when it tries the value. */
function hostOf(valor: object | null): string {
  const { servidor, fuente, s3_servidor } = (valor ?? {}) as Record<string, string | undefined>
  const address = fuente ?? s3_servidor ?? ''
  return (servidor ?? (address === '' ? '' : new URL(address).hostname)).toLowerCase()
}
