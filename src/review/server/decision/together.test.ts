import fc from 'fast-check'
import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { atOnce, nameless, oneByOne, openSale, rowsOf } from '#app/server/testing/at-once.ts'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { AppError } from '#platform/errors.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { reportPurchase } from '#purchases/server/report/report-purchase.ts'
import { digitsOf, numberText } from '#raffles/digits.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { takeHold } from '#tickets/server/hold/take-hold.ts'
import { approvePurchase } from './approve-purchase.ts'

const SEED = 20261123

/** The first of the picked numbers in a row, or null. */
const from = fc.option(fc.nat(29), { freq: 2 })
const hold = fc.record({
  kind: fc.constant('hold' as const),
  client: fc.nat(5),
  cantidad: fc.constantFrom(1, 2, 2, 3, 5, 9),
  from,
})
const report = fc.record({
  kind: fc.constant('report' as const),
  client: fc.nat(5),
  person: fc.nat(6),
  /** Several are of one payment, written by several people; the first has too few digits to tell it by. */
  payment: fc.nat(4),
  method: fc.constantFrom('pago_movil' as const, 'zelle' as const),
  cantidad: fc.constantFrom(2, 2, 3, 5, 9),
  from,
  /** Which of the holds that there are, or null for none. */
  hold: fc.option(fc.nat(9), { freq: 4 }),
  key: fc.option(fc.nat(3), { freq: 1 }),
  /** Whether its page showed another total. */
  wrong: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
})
const approval = fc.record({
  kind: fc.constant('approval' as const),
  nth: fc.nat(9),
  /** The reviewer's view: the purchase as it is, as it was, or any version. */
  saw: fc.constantFrom(1, 1, 1, 1, 0, null),
  motivo: fc.constantFrom('', '', '', 'Lo miré y son dos pagos.'),
  reviewer: fc.nat(1),
})
type Made<Arbitrary> = Arbitrary extends fc.Arbitrary<infer One> ? One : never
type Deed = Made<typeof hold> | Made<typeof report> | Made<typeof approval>

const some = { minLength: 1, maxLength: 9 }
/** Deeds at the same moment, in this order, of visitors or of reviewers. */
const moment = fc.record({
  deeds: fc.oneof(
    { weight: 3, arbitrary: fc.array<Deed>(fc.oneof(hold, report, report), some) },
    { weight: 2, arbitrary: fc.array<Deed>(approval, some) },
  ),
  /** Until the next one, in seconds. */
  after: fc.constantFrom(1, 60, 400, 700),
})
const sale = fc.record({
  once: fc.boolean(),
  cap: fc.option(fc.constantFrom(40, 80), { freq: 2 }),
  total: fc.constantFrom(30, 30, 400),
  moments: fc.array(moment, { minLength: 2, maxLength: 6 }),
})

onBothEngines('holds, reports and approvals that come together', (setup) => {
  test('leave what they would have left one by one, and are told the same', {
    timeout: soak(600_000, 900_000),
  }, async () => {
    const shops = [await openShop(setup, {}, { seed: SEED }), await openShop(setup, {}, { seed: SEED })] as const
    oneByOne(shops[1].ctx)
    let [round, groups, approved] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(sale, async ({ once, cap, total, moments }) => {
        round++
        const fields = { total_numeros: total, registro_unico: once, tope_sin_verificar: cap }
        const told: unknown[][] = []
        const left: unknown[] = []
        for (const [at, shop] of shops.entries()) {
          const id = await openSale(shop, round, fields)
          const { visit, look } = people(shop, id, total, round)
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
          approved += answers.filter((answer) => typeof answer === 'number').length
          left.push(await rowsOf(shop, id, `${round} %`))
        }
        expect(told[0]).toEqual(told[1])
        expect(left[0]).toEqual(left[1])
      }),
      { seed: SEED, numRuns: soak(14, 200), endOnFailure: true },
    )
    expect(groups).toBeGreaterThan(20)
    expect(approved).toBeGreaterThan(20)
    expect(await audit(shops[0].ctx)).toEqual([])
  })
})

/** @param place of the deed among those of its moment. */
type Visit = (deed: Deed, place: number) => Promise<unknown>

/** People around one raffle, who remember the holds and the purchases that there are. */
function people({ ctx }: Shop, rifa: number, total: number, round: number): { visit: Visit; look(nth: number): void } {
  const given: string[] = []
  const accepted: number[] = []
  let moment = 0
  /** Those of before this moment. */
  let [tokens, ids]: [string[], number[]] = [[], []]
  const picked = (first: number | null, count: number) =>
    first === null ? null : Array.from({ length: count }, (_, at) => numberText((first + at) % total, digitsOf(total)))
  const clientOf = (client: number) => ({ cliente: `conexion ${client}`, red: `red ${client % 3}` })
  const doIt = async (deed: Deed) => {
    if (deed.kind === 'approval') {
      const actor = deed.reviewer === 0 ? TESTER : { ...TESTER, nombre: 'Otra persona' }
      const id = ids[deed.nth % Math.max(1, ids.length)] ?? 0
      return (await approvePurchase(ctx, id, deed.saw, { actor, motivo: deed.motivo })).length
    }
    const numeros = picked(deed.from, deed.cantidad)
    const client = clientOf(deed.client)
    if (deed.kind === 'hold') {
      const wanted = { cantidad_tickets: deed.cantidad, ...(numeros ? { numeros_seleccionados: numeros } : {}) }
      const held = await takeHold(ctx, rifa, wanted, client)
      given.push(held.token)
      return nameless(held)
    }
    const serial = round * 100
    const fields = {
      rifa_id: rifa,
      cantidad_tickets: deed.cantidad,
      total: deed.wrong ? '0.01' : `${deed.cantidad * 5}.00`,
      nombre: `Persona ${deed.person}`,
      cedula: `V${10_000_000 + serial + deed.person}`,
      telefono: `0414${1_000_000 + serial + deed.person}`,
      correo: `persona${serial + deed.person}@ejemplo.test`,
      referencia: deed.payment === 0 ? '12' : `${45_000_000 + serial + deed.payment}${deed.payment}`,
      fecha: '2026-11-20' as never,
      metodo_pago: deed.method,
      numeros,
      apartado: deed.hold === null ? null : (tokens[deed.hold] ?? null),
      terminos: '1',
      tasa_no_verificada: false,
      cliente: client.cliente,
    }
    const key = deed.key === null ? null : { clave: `${round} ${deed.key}`, huella: JSON.stringify(deed) }
    const reported = await reportPurchase(ctx, fields, null, key, null, client)
    if (!accepted.includes(reported.id)) accepted.push(reported.id)
    return nameless(reported)
  }
  return {
    visit: (deed, place) => {
      // The same names for the same action, in any order, and the same chance for any number that is drawn together.
      const chance = seededRandom(round * 10_000 + moment * 100 + place)
      const drawn = deed.kind === 'approval' && { below: (limit: number) => Math.floor(limit * 0.37) }
      Object.assign(ctx, { random: { ...chance, ...drawn } })
      return doIt(deed).catch((error: unknown) => {
        if (error instanceof AppError) return [error.code, error.extra]
        throw error
      })
    },
    look: (nth) => {
      moment = nth
      tokens = [...given]
      ids = [...accepted]
    },
  }
}

/** One kind after the other, as they are served together: first the kind of the first action. */
async function inTurn(deeds: readonly Deed[], visit: Visit): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const first of [true, false]) {
    for (const [place, deed] of deeds.entries()) {
      if ((deed.kind === deeds[0]?.kind) === first) answers[place] = await visit(deed, place)
    }
  }
  return answers
}
