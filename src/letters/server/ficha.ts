import { createHmac } from 'node:crypto'
import type { Ctx } from '#platform/server/context.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'

/** Ficha of a person who tests a letter. */
export const SAMPLE_FICHA = 'prueba'

/**
 * A person's name in their opt-out link: 128 bits that the installation's key makes of the address. They are
 * the same in every letter to that person, reveal nothing, and nobody else can make them.
 */
export function fichaOf(ctx: Pick<Ctx, 'keys'>, persona: string): string {
  const made = createHmac('sha256', ctx.keys.derive('baja de cartas')).update(persona).digest()
  return made.subarray(0, 16).toString('base64url')
}

/** Key of one letter to one person in the outbox. */
export function keyOfCopy({ clave }: { clave: string }, ficha: string): string {
  return `carta:${clave}:${ficha}`
}

export function optoutLink(ctx: Ctx, ficha: string): string {
  return `${publicOrigin(ctx)}/baja/${ficha}`
}
