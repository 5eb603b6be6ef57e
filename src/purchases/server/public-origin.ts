import type { Ctx } from '#platform/server/context.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import { checkLink } from '../check-link.ts'

/** The private page of a purchase; the secret is in the fragment, which no server and no log ever sees. */
export function purchaseLink(ctx: Ctx, secreto: string): string {
  return `${publicOrigin(ctx)}/mi-compra#${secreto}`
}

/** What a mail offers next to its button: the page that checks the draw, with what this buyer knows of it. */
export function checkOffer(ctx: Ctx, rifa_id: number, known: Parameters<typeof checkLink>[1]) {
  return { otro: { texto: 'Verificar el sorteo', enlace: publicOrigin(ctx) + checkLink(rifa_id, known) } }
}
