import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { freeTickets, hold as holdTickets, ofHold, correct as sendCorrection } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { addRaffle, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import {
  addShare,
  attempt,
  canTake,
  counted,
  end,
  free,
  has,
  inState,
  live,
  type Model,
  owned,
  queue,
  type Share,
  seat,
  serve,
  sum,
  sweep,
  TOTAL,
} from '#app/server/testing/tickets-model.ts'
import { AppError } from '#platform/errors.ts'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { UNDO_WINDOW } from '#purchases/server/mail/mail-turns.ts'

import { sweepHolds } from './hold/sweep-holds.ts'
import { findStock } from './store.ts'

vi.setConfig({ testTimeout: 180_000 })

const HOLD = 600_000
const GRACE = 300_000
/** Length of a plan on average, below which hardly any has a hold, a report, a decision and a wait. */
const FULL_SIZE = 11

/** A raffle of twelve numbers, and its visitors. */
interface Market extends Model {
  holds: { token: string; share: Share }[]
  purchases: {
    id: number
    secreto: string
    share: Share
    estado: 'en revision' | 'rechazado' | 'confirmado' | 'anulado'
    decided: number
    corrections: number
    /** When it may be corrected again while it waits. */
    turn: number
  }[]
}

interface Real {
  shop: Shop
  references: number
  /** An action that this shop forgets to do: the controls. */
  fault: 'none' | 'clock stands still' | 'releases are lost' | 'annulments are lost'
}

function at<T>(list: T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length]
}

/** The shop's answer to a decision: numbers, nothing, or the code of its refusal. */
async function outcome<T>(deed: Promise<T>): Promise<T | string> {
  try {
    return await deed
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

type Step = (model: Market, real: Real) => Promise<void>

async function hold(model: Market, { shop }: Real, cantidad: number, numeros: string[]): Promise<void> {
  const expected = canTake(model, cantidad, numeros)
  const picked = numeros.length > 0 ? { numeros_seleccionados: numeros } : {}
  const answer = await holdTickets(shop, { cantidad_tickets: cantidad, ...picked })
  expect(answer.statusCode, answer.body).toBe(expected ? 201 : 409)
  if (answer.statusCode !== 201) return
  const share = addShare(model, { cantidad, until: model.now + HOLD, estado: 'apartado', numeros })
  model.holds.push({ token: answer.json().token, share })
}

const PAYING: ReadonlySet<Share['estado']> = new Set(['apartado', 'cedido'])

/** A payer is never sent away: with a hold they get its tickets, without one they take some or wait. */
async function reportWith(
  model: Market,
  real: Real,
  cantidad: number,
  held: Market['holds'][number] | undefined,
): Promise<void> {
  const until = Number.POSITIVE_INFINITY
  const inTime = held?.share.estado === 'apartado' || (held && PAYING.has(held.share.estado) && live(model, held.share))
  const own = inTime ? held?.share : undefined
  const share = own ?? addShare(model, { cantidad, numeros: [], estado: 'gone', until })
  if (own?.estado === 'apartado') Object.assign(own, { estado: 'en revision', until })
  else queue(model, share)
  const answer = await report(real.shop, {
    cantidad_tickets: String(cantidad),
    total: `${cantidad * 5}.00`,
    referencia: String(900_000_000 + ++real.references),
    apartado: held?.token,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  expect(answer.json().en_espera).toBe(share.estado === 'en espera')
  if (held) model.holds = model.holds.filter((other) => other !== held)
  const { id, secreto } = answer.json()
  model.purchases.push({ id, secreto, share, estado: 'en revision', decided: 0, corrections: 0, turn: 0 })
}

const quantity = fc.integer({ min: 2, max: 5 })
const index = fc.nat(50)
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: TOTAL - 1 }), { minLength: 2, maxLength: 4 })

/** Every action, with the arguments that make it a particular one. */
const steps: Record<string, fc.Arbitrary<Step>> = {
  hold: quantity.map((cantidad) => (model, real) => hold(model, real, cantidad, [])),
  pick: numbers.map((places) => (model, real) => {
    const numeros = places.map((place) => String(place).padStart(2, '0'))
    return hold(model, real, numeros.length, numeros)
  }),
  release: index.map((which) => async (model, { shop, fault }) => {
    const held = at(model.holds, which)
    if (!held) return
    if (fault !== 'releases are lost') expect((await ofHold(shop, held.token, 'soltar')).statusCode).toBe(204)
    if (PAYING.has(held.share.estado)) end(model, held.share)
  }),
  renew: index.map((which) => async (model, { shop }) => {
    const held = at(model.holds, which)
    if (!held) return
    const { share, token } = held
    const { statusCode } = await ofHold(shop, token, 'renovar')
    const alive = share.estado === 'apartado' && live(model, share)
    const lost = share.estado === 'cedido' && live(model, share)
    expect(statusCode).toBe(alive ? (share.renewed ? 409 : 200) : lost ? 410 : 404)
    if (alive && !share.renewed) Object.assign(share, { until: model.now + HOLD, renewed: true })
  }),
  reportHeld: index.map((which) => async (model, real) => {
    const held = at(model.holds, which)
    if (held) await reportWith(model, real, held.share.cantidad, held)
  }),
  reportLate: quantity.map((cantidad) => (model, real) => reportWith(model, real, cantidad, undefined)),
  approve: index.map((which) => async (model, { shop }) => {
    const purchase = at(model.purchases, which)
    if (!purchase) return
    const { share } = purchase
    const answer = await outcome(judge.approve(shop, purchase.id))
    if (purchase.estado !== 'en revision') return expect(answer).toBe('ESTADO_NO_PERMITE')
    const seated = share.estado !== 'en espera' || attempt(model, () => seatApproved(model, share))
    if (!seated) return expect(answer).toBe('SIN_BOLETOS')
    if (typeof answer === 'string') throw new Error(answer)
    const taken = new Set(
      model.shares.filter((other) => other !== share && has(other)).flatMap(({ numeros }) => numeros),
    )
    expect(answer).toHaveLength(share.cantidad)
    if (share.picked) expect(answer).toEqual([...share.numeros].sort())
    else for (const numero of answer) expect(taken).not.toContain(numero)
    Object.assign(share, { estado: 'confirmado', numeros: answer })
    Object.assign(purchase, { estado: 'confirmado', decided: model.now })
  }),
  reject: index.map((which) => async (model, { shop }) => {
    const purchase = at(model.purchases, which)
    if (!purchase) return
    const answer = await outcome(judge.reject(shop, purchase.id, null, { motivo: 'no llegó' }))
    if (purchase.estado !== 'en revision') return expect(answer).toBe('ESTADO_NO_PERMITE')
    expect(answer).toBeUndefined()
    if (purchase.share.estado === 'en espera') end(model, purchase.share, 'withdrawn')
    else purchase.share.until = model.now + GRACE
    Object.assign(purchase, { estado: 'rechazado', decided: model.now })
  }),
  annul: index.map((which) => async (model, { shop, fault }) => {
    const purchase = at(model.purchases, which)
    if (!purchase) return
    if (fault !== 'annulments are lost') {
      const answer = await outcome(judge.annul(shop, purchase.id, null, { motivo: 'error' }))
      expect(answer).toBe(purchase.estado === 'confirmado' ? undefined : 'ESTADO_NO_PERMITE')
    }
    if (purchase.estado !== 'confirmado') return
    end(model, purchase.share)
    purchase.estado = 'anulado'
  }),
  undo: index.map((which) => async (model, { shop }) => {
    const purchase = at(model.purchases, which)
    if (!purchase) return
    const answer = await outcome(judge.undo(shop, purchase.id))
    const { estado, decided, share } = purchase
    if (estado !== 'confirmado' && estado !== 'rechazado') return expect(answer).toBe('ESTADO_NO_PERMITE')
    if (model.now >= decided + UNDO_WINDOW) return expect(answer).toBe('YA_NO_SE_DESHACE')
    expect(answer).toBeUndefined()
    // Drawn numbers stay the buyer's.
    if (estado === 'confirmado') share.picked = true
    const waited = share.estado === 'withdrawn'
    Object.assign(share, { estado: waited ? 'en espera' : 'en revision', until: Number.POSITIVE_INFINITY })
    if (waited) serve(model)
    purchase.estado = 'en revision'
  }),
  correct: index.map((which) => async (model, real) => {
    const purchase = at(model.purchases, which)
    if (!purchase) return
    const { estado, share, secreto } = purchase
    const open = estado === 'en revision' || estado === 'rechazado'
    const early = estado === 'en revision' && model.now < purchase.turn
    const answer = await sendCorrection(real.shop, { secreto, referencia: String(900_000_000 + ++real.references) })
    expect(answer.statusCode, answer.body).toBe(early ? 429 : open ? 200 : 409)
    if (early || !open) return
    purchase.turn = model.now + (++purchase.corrections < 3 ? 2 * 60_000 : 24 * 3_600_000)
    purchase.estado = 'en revision'
    const until = Number.POSITIVE_INFINITY
    if (share.estado === 'en revision') share.until = until
    else if (share.estado !== 'en espera') {
      purchase.share = addShare(model, { cantidad: share.cantidad, numeros: [], estado: 'gone', until })
      queue(model, purchase.share)
    }
  }),
  wait: fc
    .constantFrom(5_000, UNDO_WINDOW, GRACE, HOLD - 1, HOLD)
    .map((milliseconds) => async (model, { shop, fault }) => {
      if (fault !== 'clock stands still') shop.ctx.clock.advance(milliseconds)
      model.now += milliseconds
    }),
  sweep: fc.constant(async (model: Market, { shop }: Real) => {
    await sweepHolds(shop.ctx)
    sweep(model)
  }),
}

/** For a purchase that a person confirms all expired holds end, and then it goes before other waiting ones. */
function seatApproved(model: Market, share: Share): boolean {
  if (counted(model) < share.cantidad) sweep(model)
  return share.estado === 'en revision' || seat(model, share)
}

/** A visitor's view and the table, against the model. */
async function compare(model: Market, { shop }: Real): Promise<void> {
  expect(await freeTickets(shop)).toBe(free(model))
  const grid: { numero: string; estado: string }[] = (await shop.app.inject(`/api/rifas/${shop.id}/numeros`)).json()
  const taken = grid.filter(({ estado }) => estado !== 'disponible').map(({ numero }) => numero)
  expect(taken).toEqual([...owned(model)].sort())
  const stock = await findStock(shop.ctx.db.read, shop.id)
  if (!stock) return
  const of = (estado: Share['estado']) => sum(inState(model, estado))
  expect(stock.libres + stock.apartados + stock.en_revision + stock.confirmados).toBe(TOTAL)
  expect(stock).toMatchObject({
    libres: counted(model),
    apartados: of('apartado'),
    en_revision: of('en revision'),
    confirmados: of('confirmado'),
    en_espera: of('en espera'),
  })
}

const plan = fc.array(
  fc.oneof(...Object.entries(steps).map(([name, step]) => step.map((run) => ({ run, toString: () => name })))),
  // Its default makes six on average; a state after a hold, a report, a decision and a wait is rarely reached with them.
  { minLength: 1, maxLength: 30, size: 'max' },
)

/** Runs plans, each on a raffle of its own. */
async function check(setup: Setup, fault: Real['fault'], runs: number) {
  const shop = await openShop(setup)
  let done = 0
  const property = fc.asyncProperty(plan, async (deeds) => {
    done += deeds.length
    const raffle = { total_numeros: TOTAL, seleccion: 'ambas', gracia_segundos: GRACE / 1_000 } as const
    const id = await addRaffle(shop.ctx, raffle)
    const real: Real = { shop: { ...shop, id }, references: id * 1_000, fault }
    const model: Market = { now: shop.ctx.clock.now(), holds: [], purchases: [], shares: [], turns: 0 }
    for (const deed of deeds) {
      await deed.run(model, real)
      await compare(model, real)
    }
  })
  const result = await fc.check(property, { numRuns: runs, seed: SEED, endOnFailure: fault !== 'none' })
  return { shop, result, average: done / runs }
}

onBothEngines('the states of tickets', (setup) => {
  test('follow the model, deed by deed', async () => {
    const { shop, result, average } = await check(
      setup,
      'none',
      setup.engine === 'sqlite' ? soak(30, 150) : soak(12, 60),
    )
    expect(result.failed, fc.defaultReportMessage(result)).toBe(false)
    expect(average, 'deeds in a plan').toBeGreaterThan(FULL_SIZE)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test.for(['clock stands still', 'releases are lost', 'annulments are lost'] as const)(
    'control: a shop where %s is found out',
    async (fault) => {
      expect((await check(setup, fault, 500)).result.failed).toBe(true)
    },
  )
})
