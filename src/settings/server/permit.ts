import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Session } from '#access/server/session.ts'
import { takeTry } from '#operators/server/sign-in/spend-guess.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SettingName } from '#platform/settings.ts'

const LASTS = 10 * 60_000
const TRIES = 5

/** What a permit is for: one person at one browser, one setting as he saw it, one host to try it at. */
interface PermitFor {
  session: Session
  name: SettingName
  version: number
  valor: object | null
}

/**
 * Lets who has just given a fresh code try the same change again without another one: a mail server refuses a password a few times
 * before it is right, and a code of a phone works once in thirty seconds. It ends with the change, and is kept nowhere.
 * @param until when the permit ends that this try was made with: a refusal does not make it longer.
 */
export function givePermit(ctx: Ctx, about: PermitFor, until = ctx.clock.now() + LASTS): string {
  return `${until}.${sign(ctx, about, until).toString('base64url')}`
}

/** Takes one of the few tries that it allows. @returns when it ends, null where it does not hold. */
export async function takePermit(ctx: Ctx, about: PermitFor, permit: string): Promise<number | null> {
  const [until = '', signature = ''] = permit.split('.')
  const [ends, now] = [Number(until), ctx.clock.now()]
  if (!Number.isSafeInteger(ends) || ends < now || ends > now + LASTS) return null
  const given = Buffer.from(signature, 'base64url')
  const right = sign(ctx, about, ends)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const left = await ctx.db.write('operadores', (tx) => takeTry(tx, right.toString('base64url'), now, TRIES))
  return left ? ends : null
}

function sign(ctx: Ctx, { session, name, version, valor }: PermitFor, until: number): Buffer {
  const text = JSON.stringify([session.operator.id, session.tokenHash, name, version, hostOf(valor), until])
  return createHmac('sha256', ctx.keys.derive('permiso de ajustes')).update(text).digest()
}

/** Where the server goes when it tries the value. */
function hostOf(valor: object | null): string {
  const { servidor, fuente, s3_servidor } = (valor ?? {}) as Record<string, string | undefined>
  const address = fuente ?? s3_servidor ?? ''
  return (servidor ?? (address === '' ? '' : new URL(address).hostname)).toLowerCase()
}
