import fc from 'fast-check'
import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { atOnce, nameless, oneByOne, openSale, rowsOf } from '#app/server/testing/at-once.ts'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import { AppError } from '#platform/errors.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { digitsOf, numberText } from '#raffles/digits.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { takeHold } from '#tickets/server/hold/take-hold.ts'
import { reportPurchase } from './report-purchase.ts'

const SEED = 20261123

/** Actions of visitors of a raffle of thirty numbers at the same moment, in this order. */
interface Hold {
  kind: 'hold'
  client: number
  cantidad: number
  /** The first of the picked numbers in a row, or null. */
  from: number | null
}
interface Report {
  kind: 'report'
  client: number
  person: number
  payment: number
  cantidad: number
  from: number | null
  /** Which of the holds that there are, or null for none. */
  hold: number | null
  key: number | null
  /** Whether its page showed another total. */
  wrong: boolean
}
interface Moment {
  deeds: (Hold | Report)[]
  /** Until the next one, in seconds. */
  after: number
}

const from = fc.option(fc.nat(29), { freq: 2 })
const hold: fc.Arbitrary<Hold> = fc.record({
  kind: fc.constant('hold' as const),
  client: fc.nat(5),
  cantidad: fc.constantFrom(1, 2, 2, 3, 5, 9),
  from,
})
const report: fc.Arbitrary<Report> = fc.record({
  kind: fc.constant('report' as const),
  client: fc.nat(5),
  person: fc.nat(4),
  payment: fc.nat(4),
  cantidad: fc.constantFrom(2, 2, 3, 5, 9),
  from,
  hold: fc.option(fc.nat(9), { freq: 4 }),
  key: fc.option(fc.nat(3), { freq: 1 }),
  wrong: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
})
const moment: fc.Arbitrary<Moment> = fc.record({
  deeds: fc.array(fc.oneof(hold, report, report), { minLength: 1, maxLength: 9 }),
  after: fc.constantFrom(1, 60, 400, 700),
})
const sale = fc.record({
  once: fc.boolean(),
  cap: fc.option(fc.constantFrom(40, 80), { freq: 2 }),
  total: fc.constantFrom(30, 30, 400),
  moments: fc.array(moment, { minLength: 1, maxLength: 5 }),
})

onBothEngines('reports that come together', (setup) => {
  test('leave what they would have left one by one, and are told the same', {
    timeout: soak(600_000, 900_000),
  }, async () => {
    const shops = [await openShop(setup, {}, { seed: SEED }), await openShop(setup, {}, { seed: SEED })] as const
    oneByOne(shops[1].ctx)
    let round = 0
    let groups = 0
    await fc.assert(
      fc.asyncProperty(sale, async ({ once, cap, total, moments }) => {
        round++
        const fields = { total_numeros: total, registro_unico: once, tope_sin_verificar: cap }
        const told: unknown[][] = []
        const left: unknown[] = []
        for (const [at, shop] of shops.entries()) {
          const id = await openSale(shop, round, fields)
          const { visit, look } = visitors(shop, id, total, round)
          const answers: unknown[] = []
          for (const [nth, { deeds, after }] of moments.entries()) {
            look(nth)
            answers.push(...(at === 0 ? await atOnce(shop, id, deeds, visit) : await inTurn(deeds, visit)))
            if (deeds.length > 1 && at === 0) groups++
            shop.ctx.clock.advance(after * 1000)
            // Expired holds end before the next round: a refused report leaves that done in a group, and alone leaves nothing.
            await sweepHolds(shop.ctx)
          }
          told.push(answers)
          left.push(await rowsOf(shop, id, `${round} %`))
        }
        expect(told[0]).toEqual(told[1])
        expect(left[0]).toEqual(left[1])
      }),
      { seed: SEED, numRuns: soak(12, 200), endOnFailure: true },
    )
    expect(groups).toBeGreaterThan(10)
    expect(await audit(shops[0].ctx)).toEqual([])
  })
})

/** @param place of the deed among those of its moment. */
type Visit = (deed: Hold | Report, place: number) => Promise<unknown>

/** Visitors of one raffle, who remember the holds that they were given. */
function visitors(
  { ctx }: Shop,
  rifa: number,
  total: number,
  round: number,
): { visit: Visit; look(nth: number): void } {
  const given: string[] = []
  let moment = 0
  /** Those that were given before this moment. */
  let tokens: string[] = []
  const picked = (first: number | null, count: number) =>
    first === null ? null : Array.from({ length: count }, (_, at) => numberText((first + at) % total, digitsOf(total)))
  const clientOf = (client: number) => ({ cliente: `conexion ${client}`, red: `red ${client % 3}` })
  const doIt = async (deed: Hold | Report) => {
    if (deed.kind === 'hold') {
      const numeros = picked(deed.from, deed.cantidad)
      const wanted = { cantidad_tickets: deed.cantidad, ...(numeros ? { numeros_seleccionados: numeros } : {}) }
      const held = await takeHold(ctx, rifa, wanted, clientOf(deed.client))
      given.push(held.token)
      return held
    }
    const serial = round * 100
    return reportPurchase(
      ctx,
      {
        rifa_id: rifa,
        cantidad_tickets: deed.cantidad,
        total: deed.wrong ? '0.01' : `${deed.cantidad * 5}.00`,
        nombre: `Persona ${deed.person}`,
        cedula: `V${10_000_000 + serial + deed.person}`,
        telefono: `0414${1_000_000 + serial + deed.person}`,
        correo: `persona${serial + deed.person}@ejemplo.test`,
        referencia: `${45_000_000 + serial + deed.payment}${deed.payment}`,
        fecha: '2026-11-20' as never,
        metodo_pago: 'pago_movil',
        numeros: picked(deed.from, deed.cantidad),
        apartado: deed.hold === null ? null : (tokens[deed.hold] ?? null),
        terminos: '1',
        tasa_no_verificada: false,
        cliente: clientOf(deed.client).cliente,
      },
      null,
      deed.key === null ? null : { clave: `${round} ${deed.key}`, huella: JSON.stringify(deed) },
      null,
      clientOf(deed.client),
    )
  }
  return {
    visit: (deed, place) => {
      // The same names for the same action, in any order.
      Object.assign(ctx, { random: seededRandom(round * 10_000 + moment * 100 + place) })
      return doIt(deed).then(nameless, (error) => {
        if (error instanceof AppError) return [error.code, error.extra]
        throw error
      })
    },
    look: (nth) => {
      moment = nth
      tokens = [...given]
    },
  }
}

/** One kind after the other, as they are served together: first the kind of the first action. */
async function inTurn(deeds: Moment['deeds'], visit: Visit): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const first of [true, false]) {
    for (const [place, deed] of deeds.entries()) {
      if ((deed.kind === deeds[0]?.kind) === first) answers[place] = await visit(deed, place)
    }
  }
  return answers
}
