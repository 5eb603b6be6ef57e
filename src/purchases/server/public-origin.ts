import type { Ctx } from '#platform/server/context.ts'

/**
 * The address that links in mail begin with. It never comes from a request: whoever sends one could name a host of his own
 * there and have our mail point to it.
 */
export function publicOrigin(ctx: Ctx): string {
  return ctx.config.publicUrl ?? `http://localhost:${ctx.config.port}`
}

/** The private page of a purchase; the secret is in the fragment, which no server and no log ever sees. */
export function purchaseLink(ctx: Ctx, secreto: string): string {
  return `${publicOrigin(ctx)}/mi-compra#${secreto}`
}
