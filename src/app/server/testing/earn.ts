import type { Answer, World } from './flood.ts'

/** A core, or the cores of a phone, that works for tickets while it is let. */
export interface Worker {
  /** Numbers that it has time to try. */
  left: number
  /** Numbers that it has tried. */
  tried: number
}

/**
 * Works for a payment without tickets, as long as that brings its turn nearer and there is time: each piece is really brought and really
 * verified, and costs the time of half its numbers.
 * @returns whether it has its tickets now.
 */
export async function earn(
  world: World,
  worker: Worker,
  at: { address: string; secret: string } | { address: string; token: string },
): Promise<boolean> {
  const call =
    'secret' in at
      ? { path: '/api/rifas/mi-compra/trabajo', address: at.address, body: { secreto: at.secret } }
      : { path: '/api/rifas/apartado/trabajo', address: at.address, body: { apartado: at.token } }
  let answer: Answer = await world.send(call)
  for (;;) {
    const { trabajo, tiene_boletos = false } = answer.body
    if (!trabajo || worker.left < trabajo.hasta / 2) return tiene_boletos
    worker.left -= trabajo.hasta / 2
    worker.tried += trabajo.hasta / 2
    answer = await world.send({ ...call, headers: world.solve(trabajo) })
  }
}
