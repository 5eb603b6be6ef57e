import { createContext } from '#app/server/create-context.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/log.ts'
import { changeSite } from '#site/server/change-site.ts'
import { tombolaJson } from './product.ts'

export const OWNER = { nombre: 'Marisela Ejemplo', correo: 'duena@ejemplo.test', clave: 'una frase larga y propia' }

/** What an operator does before the first sale: himself by the command line, two raffles, where buyers pay, the brand. */
export async function setUpShop(env: Record<string, string>): Promise<void> {
  await tombolaJson(env, ['operators', 'create', '-'], { ...OWNER, rol: 'dueno' })
  await openRaffle(env, {
    titulo: 'Camioneta 4×4',
    precio: '5.00',
    total_numeros: 10_000,
    fecha: '2099-12-19',
    seleccion: 'ambas',
  })
  await openRaffle(env, { titulo: 'Moto 200 cc', precio: '1300.00', moneda: 'VES', total_numeros: 1_000 })
  const ctx = await createContext(readConfig(env), createLog('silent'))
  const nombre = 'Inversiones Ejemplo, C.A.'
  await changeSite(ctx, { nombre: 'Rifas La Ceiba', whatsapp: '584000000000' }, 'prueba')
  await changeMethod(
    ctx,
    1,
    { cedula: 'V-00.123.456', telefono: '0400-1234567', nombre, paginas: ['A', 'B'] },
    'prueba',
  )
  await changeMethod(ctx, 2, { email: 'pagos@ejemplo.test', nombre, paginas: ['B'] }, 'prueba')
  await changeMethod(ctx, 3, { email: 'binance@ejemplo.test', nombre, paginas: ['B'] }, 'prueba')
  await ctx.db.close()
}

async function openRaffle(env: Record<string, string>, raffle: Record<string, unknown>): Promise<void> {
  const { id } = await tombolaJson<{ id: number }>(env, ['raffles', 'create', '-'], raffle)
  await tombolaJson(env, ['raffles', 'publish', String(id)])
}
