import type { Actor } from '../../actor.ts'

/** Somebody who does things in a test and is no operator of its shop. */
export function actorNamed(nombre: string): Actor {
  return { id: null, nombre }
}

export const TESTER = actorNamed('prueba')
