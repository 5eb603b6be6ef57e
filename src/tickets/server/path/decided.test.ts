import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { isRefusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { numberText } from '#raffles/digits.ts'
import { LEAST_TICKETS } from '#raffles/quantity-limits.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { makeQuote } from '../../quote.ts'
import { checkShare } from '../hold/take-hold.ts'
import { giveUp, placesOfPicks } from '../moves.ts'
import { confirm, keepReported, takeTickets, unconfirm } from '../reserve.ts'
import type { NewReservation, Reservation } from '../store.ts'
import { dropFakes, keepAgain, keepUntil, seatForApproval, waitAgain } from '../waiting/judge-waiting.ts'
import { reserveReported } from '../waiting/reserve-reported.ts'
import { CHORES } from './open-raffle.ts'
import { RaffleState } from './raffle-state.ts'

/** The decisions about tickets are pure: here they have no database, and look up every row in a list. */

const SEED = 20_261_127
const TOTAL = 24
const NOW = 1_795_000_000_000 as Instant
const NOWHERE = null as never as Sql
const COUNTED = ['apartado', 'en revision', 'falso']

const raffle = {
  ...newRaffle.parse({ titulo: 'Rifa', precio: '5.00', total_numeros: TOTAL, seleccion: 'ambas' }),
  ...{ id: 1, digitos: 2, total_numeros: TOTAL, estado: 'publicada', congelada_en: null, regla_sha256: null },
} as never as Raffle

class Remembered extends RaffleState {
  readonly all: Reservation[] = []
  /** Expired holds have ended, as a command of its own. */
  ended = false

  constructor() {
    const none = { apartados: 0, en_revision: 0, confirmados: 0, en_espera: 0, falsos: 0, version: 1 }
    super(raffle, { rifa_id: 1, total_numeros: TOTAL, libres: TOTAL, sin_dueno: TOTAL, ...none }, NOW, CHORES)
  }

  override make(row: NewReservation): Reservation {
    const made = super.make(row)
    this.all.push(made)
    this.undo(() => void this.all.pop())
    return made
  }

  override async save(): Promise<void> {
    this.unsaved.clear()
  }

  protected override async listOver(): Promise<Reservation[]> {
    this.ended = true
    return this.all.filter(({ vence_en }) => vence_en !== null && vence_en <= NOW)
  }

  protected override async read(_: Sql, wants: Parameters<RaffleState['load']>[1]) {
    const has = (some: (row: Reservation) => boolean) =>
      this.all.filter(some).reduce((sum, { cantidad }) => sum + cantidad, 0)
    const counts = ({ estado, vence_en }: Reservation) => COUNTED.includes(estado) && (vence_en ?? Infinity) > NOW
    const held = this.all.filter(counts).map((row) => ({ ...row, fin: row.vence_en }))
    const holds = this.all.filter(({ estado, compra }) => estado === 'apartado' && compra === 0)
    const reported = (row: Reservation) => counts(row) && row.estado !== 'apartado'
    const line = this.all
      .filter(({ estado }) => estado === 'en espera')
      .map((row) => ({
        ...row,
        tiene: has((one) => reported(one) && one.red === row.red && one.cliente === row.cliente),
        red_tiene: has((one) => reported(one) && one.red === row.red),
      }))
    return {
      rows: [],
      owners: new Map<string, number>(),
      pile: [],
      held: Map.groupBy(held, ({ red }) => red),
      holds: wants.holds ? holds : null,
      line: wants.line ? line : null,
      few: wants.few ? 0 : null,
      ids: Array.from({ length: wants.reservations ?? 0 }, () => ++ids),
    }
  }
}

let ids = 0

const client = fc.option(
  fc.nat(2).map((one) => ({ cliente: `c${one}`, red: `r${one % 2}` })),
  { freq: 2 },
)
const deed = fc.record({
  what: fc.constantFrom(
    ...([
      'hold',
      'hold',
      'report',
      'report',
      'report',
      'approve',
      'approve',
      'undo',
      'reject',
      'fake',
      'again',
      'release',
      'refuse',
    ] as const),
  ),
  cantidad: fc.constantFrom(1, 2, 2, 3, 7),
  from: fc.option(fc.nat(TOTAL - 1), { freq: 2 }),
  over: fc.boolean(),
  client,
  nth: fc.nat(40),
})
type Deed = typeof deed extends fc.Arbitrary<infer One> ? One : never

/** Refuses after all was done, as for a visitor whose total changed. */
class Refused extends Error {}

function decide(
  state: RaffleState,
  all: readonly Reservation[],
  { what, cantidad, from, over, client, nth }: Deed,
): void {
  const numeros =
    from === null ? null : Array.from({ length: cantidad }, (_, at) => numberText((from + at) % TOTAL, raffle.digitos))
  const token = `${++ids}`
  const asked = { token, cantidad, numeros, cotizacion: makeQuote(raffle, cantidad, null), client }
  const of = (...states: Reservation['estado'][]) => {
    const some = all.filter(({ estado }) => states.includes(estado))
    return some[nth % Math.max(1, some.length)]
  }
  const some = {
    hold: of('apartado'),
    reported: of('en revision', 'en espera'),
    sold: of('confirmado'),
    given: of('liberado', 'falso'),
  }
  if (what === 'hold') {
    const taking = { ...asked, estado: 'apartado', vence_en: (NOW + (over ? -1 : 600_000)) as Instant } as const
    checkShare(state, taking)
    takeTickets(state, taking)
  } else if (what === 'report' || what === 'refuse') {
    if (some.hold && over) keepReported(state, some.hold)
    else reserveReported(state, { ...asked, own: null, over: null })
    if (what === 'refuse') throw new Refused()
  } else if (what === 'approve' && some.reported) {
    seatForApproval(state, some.reported)
    expect(confirm(state, some.reported)).toHaveLength(some.reported.cantidad)
  } else if (what === 'undo' && some.sold) {
    if (some.sold.esperaba === 1) waitAgain(state, some.sold)
    else unconfirm(state, some.sold)
  } else if (what === 'reject' && some.reported) keepUntil(state, some.reported, (NOW + (over ? -1 : 1000)) as Instant)
  else if (what === 'fake' && some.reported) dropFakes(state, [some.reported.id])
  else if (what === 'again' && some.given && some.given.compra === 1) keepAgain(state, some.given)
  else if (what === 'release' && some.hold) giveUp(state, some.hold, 'liberado')
}

const saleOf = (Of: typeof Remembered) =>
  fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 40, size: 'max' }), async (deeds) => {
    const state = new Of()
    await state.load(NOWHERE, { draw: { count: 0, random: seededRandom(SEED) } })
    for (const one of deeds) {
      state.ended = false
      const before = structuredClone([state.stock, state.all])
      let tried = 0
      try {
        await state.settle(NOWHERE, () => {
          // It may be repeated again and again, but its changes before it needed more are undone.
          if (tried++ > 0 && !state.ended) expect([state.stock, state.all]).toEqual(before)
          decide(state, state.all, one)
        })
      } catch (refusal) {
        if (refusal instanceof Error && refusal.name === 'AssertionError') throw refusal
        if (!state.ended) expect([state.stock, state.all]).toEqual(before)
      }
      recount(state)
    }
    await drawAll(state)
  })

const OWNING = ['apartado', 'en revision', 'confirmado']

/** Everything adds up, and nobody waits for tickets that they could have. */
function recount(state: RaffleState & { all: Reservation[] }): void {
  const { stock, all } = state
  const of = (...states: Reservation['estado'][]) =>
    all.filter(({ estado }) => states.includes(estado)).reduce((sum, { cantidad }) => sum + cantidad, 0)
  const [apartados, en_revision, confirmados] = [of('apartado'), of('en revision'), of('confirmado')]
  const libres = TOTAL - apartados - en_revision - confirmados
  const numbers = all
    .filter(({ estado, elegidos }) => estado === 'confirmado' || (elegidos === 1 && OWNING.includes(estado)))
    .flatMap((row) => {
      expect(state.numbersOf(row)).toHaveLength(row.cantidad)
      return state.numbersOf(row)
    })
  expect(new Set(numbers).size).toBe(numbers.length)
  const counted = { apartados, en_revision, confirmados, libres, en_espera: of('en espera'), falsos: of('falso') }
  expect(stock).toMatchObject({ ...counted, sin_dueno: TOTAL - numbers.length })
  expect(libres).toBeGreaterThanOrEqual(0)
  if (libres + apartados < LEAST_TICKETS) return
  // At the desk nobody has a share.
  const unserved = all.filter(({ estado, red }) => estado === 'en espera' && red === null)
  for (const { cantidad } of unserved) expect(cantidad).toBeGreaterThan(libres + apartados)
}

/** The pile holds the numbers that nobody has. */
async function drawAll(state: RaffleState & { all: Reservation[] }): Promise<void> {
  const owned = state.all
    .filter(({ estado, elegidos }) => estado === 'confirmado' || (elegidos === 1 && OWNING.includes(estado)))
    .flatMap((row) => state.numbersOf(row))
  const left = await state.settle(NOWHERE, () => state.pile.draw(state.stock.sin_dueno, state.stock.sin_dueno))
  const all = [...owned, ...left.map((place) => numberText(place, raffle.digitos))]
  expect(all.sort()).toEqual(Array.from({ length: TOTAL }, (_, place) => numberText(place, raffle.digitos)))
}

test('decisions add up, waiting reports are served, and one that is refused or needs more has changed nothing', async () => {
  await fc.assert(saleOf(Remembered), { seed: SEED, numRuns: soak(150, 3_000) })
})

test.for([
  [
    'nothing is taken back',
    class extends Remembered {
      override undo() {}
    },
  ],
  [
    'nobody is called',
    class extends Remembered {
      override callNext() {}
    },
  ],
] as const)('control: a sale where %s is found out', async ([, Of]) => {
  const { failed } = await fc.check(saleOf(Of), { seed: SEED, numRuns: 300, endOnFailure: true })
  expect(failed).toBe(true)
})

/** A raffle that waiting reports of two tickets fill, each with picks of its own; the first with a number that is none. */
async function openWaiting(Of: typeof Remembered = Remembered) {
  const state = new Of()
  await state.load(NOWHERE, { draw: { count: 0, random: seededRandom(SEED) } })
  const all = { cotizacion: makeQuote(raffle, TOTAL, null), client: null }
  const fake = await state.settle(NOWHERE, () =>
    takeTickets(state, { ...all, token: 'all', cantidad: TOTAL, numeros: null, estado: 'en revision', vence_en: null }),
  )
  for (let first = 0; first < TOTAL; first += 2) {
    const numeros = [first, first + 1].map((place) => numberText(place, raffle.digitos))
    const report = { ...all, token: `${first}`, cantidad: 2, numeros, own: null, over: null }
    await state.settle(NOWHERE, () => reserveReported(state, report))
  }
  const [, odd] = state.all
  if (odd) Object.assign(odd, { pedidos: JSON.stringify(['00', String(TOTAL)]) })
  return { state, fake }
}

test('waiting reports are served with a few loads, however many picked numbers, and a number that is none refuses nobody', async () => {
  const { state, fake } = await openWaiting()
  let loads = 0
  const load = state.load.bind(state)
  state.load = (tx, wants) => {
    loads++
    return load(tx, wants)
  }
  await state.settle(NOWHERE, () => dropFakes(state, [fake.id]))
  const served = state.all.filter(({ estado }) => estado === 'en revision')
  expect(served.map(({ elegidos }) => elegidos)).toEqual([0, ...Array.from({ length: TOTAL / 2 - 1 }, () => 1)])
  expect(loads).toBeLessThan(6)
  recount(state)
})

test('a refusal once a command is done is not one of the command: nothing of its group stays', async () => {
  class Broken extends Remembered {
    protected override due() {
      return () => placesOfPicks(['x'], raffle)
    }
  }
  const state = new Broken()
  const settled = state.settle(NOWHERE, () => state.count({ libres: -1 }))
  await expect(settled).rejects.toSatisfy((error) => !isRefusal(error))
})
