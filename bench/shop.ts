import { createContext } from '#app/server/create-context.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import type { Home } from './engines.ts'

const ACTOR = { id: null, nombre: 'banco de pruebas' }

/** The shop's world in this process, with a rate and nothing on sale. Close its `db`. */
export async function openShop(home: Home): Promise<Ctx> {
  const config = readConfig({
    DATA_DIR: home.dataDir,
    DATABASE_URL: home.databaseUrl ?? '',
    LOG_LEVEL: 'silent',
    ABUSE_LIMITS: 'off',
  })
  const ctx = await createContext(config)
  await setFixedRate(ctx, '671.4235', { actor: ACTOR })
  const account = { cedula: 'V-00.123.456', telefono: '0400-1234567', nombre: 'Inversiones Ejemplo, C.A.' }
  await changeMethod(ctx, 1, { ...account, paginas: ['A', 'B'] }, ACTOR)
  return ctx
}

/** Puts a raffle of 5 dollars a ticket on sale. @returns its id. */
export async function sellRaffle(ctx: Ctx, numbers: number): Promise<number> {
  const description = 'Moto nueva, 0 km, con casco y papeles al día.\nSe entrega en Caracas.'
  const id = await createRaffle(
    ctx,
    newRaffle.parse({
      titulo: 'Moto 200 cc',
      descripcion: description,
      precio: '5.00',
      total_numeros: numbers,
      seleccion: 'ambas',
    }),
    ACTOR,
  )
  await publishRaffle(ctx, id, ACTOR)
  return id
}

/** A home whose raffle 1 has that many numbers, ready for a server. */
export async function stockHome(home: Home, numbers: number): Promise<Home> {
  const ctx = await openShop(home)
  try {
    await sellRaffle(ctx, numbers)
  } finally {
    await ctx.db.close()
  }
  return home
}
