import type { Actor } from '../../actor.ts'

/** An actor in a test who is no operator of its shop. */
export function actorNamed(nombre: string): Actor {
  return { id: null, nombre }
}

export const TESTER = actorNamed('prueba')
