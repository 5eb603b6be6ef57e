import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Session } from '#access/server/session.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SettingName } from '#platform/settings.ts'

const LASTS = 10 * 60_000

/** What a permit is for: one person at one browser, one setting as he saw it. */
interface PermitFor {
  session: Session
  name: SettingName
  version: number
}

/**
 * Lets who has just given a fresh code try the same change again without another one: a mail server refuses a password a few times
 * before it is right, and a code of a phone works once in thirty seconds. It ends with the change, and is kept nowhere.
 */
export function givePermit(ctx: Ctx, about: PermitFor): string {
  const until = ctx.clock.now() + LASTS
  return `${until}.${sign(ctx, about, until).toString('base64url')}`
}

export function holdsPermit(ctx: Ctx, about: PermitFor, permit: string): boolean {
  const [until = '', signature = ''] = permit.split('.')
  const ends = Number(until)
  if (!Number.isSafeInteger(ends) || ends < ctx.clock.now() || ends > ctx.clock.now() + LASTS) return false
  const given = Buffer.from(signature, 'base64url')
  const right = sign(ctx, about, ends)
  return given.length === right.length && timingSafeEqual(given, right)
}

function sign(ctx: Ctx, { session, name, version }: PermitFor, until: number): Buffer {
  const text = `${session.operator.id} ${session.tokenHash} ${name} ${version} ${until}`
  return createHmac('sha256', ctx.keys.derive('permiso de ajustes')).update(text).digest()
}
