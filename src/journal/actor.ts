/**
 * Who does something: an operator, under the name that he has then, or one of those as whom nobody signs in. A name alone says
 * neither who he was nor that it is a name.
 */
export interface Actor {
  /** The operator's; null where it is none. */
  id: number | null
  nombre: string
}

export const BUYER: Actor = { id: null, nombre: 'comprador' }
export const SYSTEM: Actor = { id: null, nombre: 'sistema' }
/** Whoever has the machine itself. */
export const CONSOLE: Actor = { id: null, nombre: 'consola' }
