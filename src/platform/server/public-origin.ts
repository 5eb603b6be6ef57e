import type { Ctx } from './context.ts'

/**
 * The address that links in mail begin with. It never comes from a request: whoever sends one could name a host of his own
 * there and have our mail point to it.
 */
export function publicOrigin(ctx: Pick<Ctx, 'config'>): string {
  return ctx.config.publicUrl ?? `http://localhost:${ctx.config.port}`
}
