import type { Ctx } from '#platform/server/context.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'

/** The secret of a link is in its fragment, which no server and no log ever sees. */
export function invitationLink(ctx: Ctx, token: string): string {
  return `${publicOrigin(ctx)}/panel/invitacion#${token}`
}

export function passwordLink(ctx: Ctx, token: string): string {
  return `${publicOrigin(ctx)}/panel/clave#${token}`
}
