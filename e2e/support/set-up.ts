import { addRaffle } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { NewOperator } from '#operators/contract.ts'
import { createOperator } from '#operators/server/create-operator.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import type { Ctx } from '#platform/server/context.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { changeSite } from '#site/server/change-site.ts'
import { inside } from './product.ts'
import { withoutNights } from './without-nights.ts'

export const OWNER = { nombre: 'Marisela Ejemplo', correo: 'duena@ejemplo.test', clave: 'una frase larga y propia' }

/** What some journeys have besides. */
export interface More {
  /** Operators other than the owner. */
  team?: NewOperator[]
  /** A fixed rate, as of today. */
  rate?: true
  /** Its nights come. */
  nights?: true
}

/** An operator's work before the first sale: account, two raffles, payment methods, brand. */
export function setUpShop(env: Record<string, string>, more: More = {}): Promise<void> {
  return inside(env, async (ctx) => {
    await createOperator(ctx, { ...OWNER, rol: 'dueno' }, TESTER)
    await addRaffle(ctx, {
      titulo: 'Camioneta 4×4',
      precio: '5.00',
      total_numeros: 10_000,
      fecha: '2099-12-19',
      seleccion: 'ambas',
    })
    await addRaffle(ctx, { titulo: 'Moto 200 cc', precio: '1300.00', moneda: 'VES', total_numeros: 1_000 })
    const nombre = 'Inversiones Ejemplo, C.A.'
    await changeSite(ctx, { nombre: 'Rifas La Ceiba', whatsapp: '584000000000' }, TESTER)
    await changeMethod(
      ctx,
      1,
      { cedula: 'V-00.123.456', telefono: '0400-1234567', nombre, paginas: ['A', 'B'] },
      TESTER,
    )
    await changeMethod(ctx, 2, { email: 'pagos@ejemplo.test', nombre, paginas: ['B'] }, TESTER)
    await changeMethod(ctx, 3, { email: 'binance@ejemplo.test', nombre, paginas: ['B'] }, TESTER)
    await addMore(ctx, more)
    if (!more.nights) await withoutNights(ctx)
  })
}

export async function addMore(ctx: Ctx, { team = [], rate }: More): Promise<void> {
  for (const one of team) await createOperator(ctx, one, TESTER)
  if (rate) await setFixedRate(ctx, '671.4235', { actor: TESTER })
}
