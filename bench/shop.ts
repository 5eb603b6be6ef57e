import { createContext } from '#app/server/create-context.ts'
import { addRaffle } from '#app/server/testing/shop.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import type { Engine, Home } from './engines.ts'

export const ACTOR = { id: null, nombre: 'banco de pruebas' }

/** The shop's world in this process, with a rate and nothing on sale. Close its `db`. */
export async function openShop(home: Home): Promise<Ctx> {
  const ctx = await createContext(readConfig({ ...home, LOG_LEVEL: 'silent', ABUSE_LIMITS: 'off' }))
  await setFixedRate(ctx, '671.4235', { actor: ACTOR })
  const account = { cedula: 'V-00.123.456', telefono: '0400-1234567', nombre: 'Inversiones Ejemplo, C.A.' }
  await changeMethod(ctx, 1, { ...account, paginas: ['A', 'B'] }, ACTOR)
  return ctx
}

/** Puts a raffle of 5 dollars a ticket on sale. @returns its id. */
export function sellRaffle(ctx: Ctx, total_numeros: number): Promise<number> {
  const descripcion = 'Moto nueva, 0 km, con casco y papeles al día.\nSe entrega en Caracas.'
  return addRaffle(ctx, { titulo: 'Moto 200 cc', descripcion, total_numeros, seleccion: 'ambas' })
}

/** A home that a shop in this process has filled, ready for a server. */
export async function fillHome(engine: Engine, fill: (ctx: Ctx) => Promise<unknown>): Promise<Home> {
  const home = await engine.newHome()
  const ctx = await openShop(home)
  try {
    await fill(ctx)
  } finally {
    await ctx.db.close()
  }
  return home
}

/** So many numbers that none of the runs can sell out. */
export const PLENTY = 10_000_000

/** One whose raffle 1 has that many numbers. */
export const stockHome = (engine: Engine, numbers = PLENTY) => fillHome(engine, (ctx) => sellRaffle(ctx, numbers))
