import type { FastifyRequest } from 'fastify'

/** What is done with mail: looking at it, sending it again or elsewhere, and wording it. */
export type MailDeed = 'ver' | 'reenviar' | 'redactar'

/** Who asks: his role is a word of the room that has them. */
export interface Asking {
  nombre: string
  correo: string
  rol: string
}

/** Who asks, or an error: operators are a room below this one, so the composition hands their guard in. */
export type MailGuard = (request: FastifyRequest, deed: MailDeed) => Promise<Asking>

/**
 * Corrects the address of the buyer of a purchase, which is of a room below: what did not reach `de`, or waits, leaves for `a`,
 * and so does everything that he is written later.
 */
export type CorrectBuyer = (change: {
  compra_id: number
  de: string
  a: string
  actor: Pick<Asking, 'nombre' | 'rol'>
}) => Promise<void>

/** The operator's brand, from a room below too. */
export type ReadBrand = () => Promise<{ nombre: string; color: string }>
