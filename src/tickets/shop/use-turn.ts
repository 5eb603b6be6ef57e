import { useEffect, useState } from 'react'

/** `works`: the device does what brings its turn nearer; `served`: there are tickets for him now. */
export type Turn = 'waits' | 'works' | 'served'

/** What is said while it does. */
export const TURN_WORKS =
  'Hay muchos reportes a la vez. Deja esta página abierta un momento: tu dispositivo hace un cálculo que acerca tu turno, sin que toques nada. Si la cierras, tu pago cuenta igual y esperas en orden.'

/**
 * Works for the tickets of somebody who pays, or has paid, without any, while what uses it is drawn (docs/decisions/031-work.md).
 * @param path of the call that counts it; null while there is nothing to work for.
 * @param secret that goes with it, of a purchase or of a hold, and says which it is.
 */
export function useTurn(path: string | null, secret: string | null, of: 'secreto' | 'apartado' = 'secreto'): Turn {
  const [turn, setTurn] = useState<Turn>('waits')
  useEffect(() => {
    if (path === null || secret === null) return
    let here = true
    const say = (now: Turn) => {
      if (here) setTurn(now)
    }
    import('./work-for-turn.ts')
      .then(({ workForTurn }) => workForTurn(path, { [of]: secret }, () => here, say))
      .then((served) => say(served ? 'served' : 'waits'))
      // Without that part of the page he waits as whoever cannot work does.
      .catch(() => undefined)
    return () => {
      here = false
    }
  }, [path, secret, of])
  return turn
}
