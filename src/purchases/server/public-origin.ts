import type { Ctx } from '#platform/server/context.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'

/** The private page of a purchase; the secret is in the fragment, which no server and no log ever sees. */
export function purchaseLink(ctx: Ctx, secreto: string): string {
  return `${publicOrigin(ctx)}/mi-compra#${secreto}`
}
