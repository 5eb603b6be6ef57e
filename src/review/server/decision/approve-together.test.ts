import fc from 'fast-check'
import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { atOnce, oneByOne, openSale, rowsOf } from '#app/server/testing/at-once.ts'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { AppError } from '#platform/errors.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { reportPurchase } from '#purchases/server/report/report-purchase.ts'
import { digitsOf, numberText } from '#raffles/digits.ts'
import { approvePurchase } from './approve-purchase.ts'

const SEED = 20261123

const purchase = fc.record({
  person: fc.nat(6),
  /** Several are of one payment, written by several people; the first has too few digits to tell it by. */
  payment: fc.nat(3),
  method: fc.constantFrom('pago_movil' as const, 'zelle' as const),
  cantidad: fc.constantFrom(2, 3, 5),
  from: fc.option(fc.nat(29), { freq: 2 }),
})
type Reported = typeof purchase extends fc.Arbitrary<infer One> ? One : never

const approval = fc.record({
  nth: fc.nat(9),
  /** The reviewer's view: the purchase as it is, as it was, or any version. */
  saw: fc.constantFrom(1, 1, 1, 1, 0, null),
  motivo: fc.constantFrom('', '', '', 'Lo miré y son dos pagos.'),
  reviewer: fc.nat(1),
})
type Approval = typeof approval extends fc.Arbitrary<infer One> ? One : never

const sale = fc.record({
  once: fc.constantFrom(true, false, false),
  total: fc.constantFrom(20, 30),
  purchases: fc.array(purchase, { minLength: 9, maxLength: 12 }),
  moments: fc.array(fc.array(approval, { minLength: 6, maxLength: 9 }), { minLength: 1, maxLength: 2 }),
})

onBothEngines('payments that are approved together', (setup) => {
  test('are judged as they would be one by one, and get the numbers that they would have got', {
    timeout: soak(600_000, 900_000),
  }, async () => {
    const shops = [await openShop(setup, {}, { seed: SEED }), await openShop(setup, {}, { seed: SEED })] as const
    oneByOne(shops[1].ctx)
    let round = 0
    let approved = 0
    await fc.assert(
      fc.asyncProperty(sale, async ({ once, total, purchases, moments }) => {
        round++
        const told: unknown[][] = []
        const left: unknown[] = []
        for (const [at, shop] of shops.entries()) {
          const { ctx } = shop
          Object.assign(ctx, { random: seededRandom(round) })
          const id = await openSale(shop, round, { total_numeros: total, registro_unico: once })
          const ids: number[] = []
          for (const one of purchases) ids.push(...(await reported(shop, id, total, round, one)))
          // The same chance for any number drawn together.
          Object.assign(ctx, { random: { ...seededRandom(round), below: (limit: number) => Math.floor(limit * 0.37) } })
          const judge = (deed: Approval) => approve(shop, ids, deed)
          const answers: unknown[] = []
          for (const deeds of moments) {
            if (at === 0) answers.push(...(await atOnce(shop, id, deeds, judge)))
            else for (const deed of deeds) answers.push(await judge(deed))
            ctx.clock.advance(60_000)
          }
          told.push(answers)
          approved += answers.filter((answer) => typeof answer === 'number').length
          left.push(await rowsOf(shop, id, `${round} %`))
        }
        expect(told[0]).toEqual(told[1])
        expect(left[0]).toEqual(left[1])
      }),
      { seed: SEED, numRuns: soak(14, 200), endOnFailure: true },
    )
    expect(approved).toBeGreaterThan(20)
    expect(await audit(shops[0].ctx)).toEqual([])
  })
})

/** @returns its id, if it was accepted. */
async function reported({ ctx }: Shop, rifa: number, total: number, round: number, one: Reported): Promise<number[]> {
  const serial = 1_000_000 + round * 100
  const first = one.from
  const report = {
    rifa_id: rifa,
    cantidad_tickets: one.cantidad,
    total: `${one.cantidad * 5}.00`,
    nombre: `Persona ${one.person}`,
    cedula: `V${serial + one.person}`,
    telefono: `0414${serial + one.person}`,
    correo: `persona${serial + one.person}@ejemplo.test`,
    referencia: one.payment === 0 ? '12' : `${45_000_000 + serial + one.payment}${one.payment}`,
    fecha: '2026-11-20' as never,
    metodo_pago: one.method,
    numeros:
      first === null
        ? null
        : Array.from({ length: one.cantidad }, (_, at) => numberText((first + at) % 20, digitsOf(total))),
    apartado: null,
    terminos: '1',
    tasa_no_verificada: false,
    cliente: `conexion ${one.person} ${one.cantidad} ${one.method}`,
  }
  const client = { cliente: report.cliente, red: report.cliente }
  try {
    return [(await reportPurchase(ctx, report, null, null, null, client)).id]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** @returns how many numbers it got, or why not. */
async function approve({ ctx }: Shop, ids: readonly number[], deed: Approval): Promise<unknown> {
  const id = ids[deed.nth % Math.max(1, ids.length)] ?? 0
  const actor = deed.reviewer === 0 ? TESTER : { ...TESTER, nombre: 'Otra persona' }
  try {
    return (await approvePurchase(ctx, id, deed.saw, { actor, motivo: deed.motivo })).length
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.extra]
    throw error
  }
}
