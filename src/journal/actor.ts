/**
 * Author of a deed: an operator, under the current name, or an actor without a sign-in. A name alone shows neither which person it was
 * nor whether it is one.
 */
export interface Actor {
  /** The operator's; null for other actors. */
  id: number | null
  nombre: string
}

export const BUYER: Actor = { id: null, nombre: 'comprador' }
export const SYSTEM: Actor = { id: null, nombre: 'sistema' }
/** The administrator of the machine. */
export const CONSOLE: Actor = { id: null, nombre: 'consola' }
