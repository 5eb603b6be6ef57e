import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { AppError } from '#platform/errors.ts'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import { newRaffle } from '#raffles/contract.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { annulPurchase } from '#review/server/annul-purchase.ts'
import { approvePurchase } from '#review/server/approve-purchase.ts'
import { UNDO_WINDOW } from '#review/server/decide.ts'
import { rejectPurchase } from '#review/server/reject-purchase.ts'
import { undoDecision } from '#review/server/undo-decision.ts'
import { sweepHolds } from '#tickets/server/sweep-holds.ts'
import { audit } from '../cli/audit.ts'
import { multipart, openShop, report, type Shop } from './testing/shop.ts'

vi.setConfig({ testTimeout: 180_000 })

const TOTAL = 12
const HOLD = 600_000
const GRACE = 300_000

/** What the specification says of a raffle of twelve numbers, without a database. */
interface Share {
  cantidad: number
  /** Numbers with an owner: picked, or drawn at confirmation. */
  numeros: string[]
  picked: boolean
  estado: 'apartado' | 'en revision' | 'confirmado' | 'gone'
  /** When it ends by itself. */
  until: number
  renewed: boolean
}
interface Model {
  now: number
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
  shares: Share[]
}

interface Real {
  shop: Shop
  references: number
  /** A deed that this shop forgets to do: the controls. */
  fault: 'none' | 'clock stands still' | 'releases are lost' | 'annulments are lost'
}

const live = (model: Model, share: Share) => share.estado !== 'gone' && share.until > model.now
const sum = (shares: Share[]) => shares.reduce((count, share) => count + share.cantidad, 0)
const free = (model: Model) => TOTAL - sum(model.shares.filter((share) => live(model, share)))
/** Free by the counters, for which what has expired is taken until somebody needs it. */
const counted = (model: Model) => TOTAL - sum(model.shares.filter((share) => share.estado !== 'gone'))
const owned = (model: Model) =>
  new Set(model.shares.filter((share) => live(model, share)).flatMap((share) => share.numeros))

function sweep(model: Model): void {
  for (const share of model.shares) if (share.until <= model.now) share.estado = 'gone'
}

/**
 * Whether that many tickets, or those numbers, can be taken now. What expired goes back on sale when somebody needs it; for
 * who is refused nothing has happened.
 */
function canTake(model: Model, cantidad: number, numeros: string[]): boolean {
  const occupied = new Set(model.shares.filter((share) => share.estado !== 'gone').flatMap((share) => share.numeros))
  const needed = counted(model) < cantidad || numeros.some((numero) => occupied.has(numero))
  if (!needed) return true
  if (free(model) < cantidad || numeros.some((numero) => owned(model).has(numero))) return false
  sweep(model)
  return true
}

function addShare(model: Model, fields: Pick<Share, 'cantidad' | 'numeros' | 'estado' | 'until'>): Share {
  const share: Share = { ...fields, picked: fields.numeros.length > 0, renewed: false }
  model.shares.push(share)
  return share
}

function at<T>(list: T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length]
}

/** What the shop answers to a decision: numbers, nothing, or the code of its refusal. */
async function outcome<T>(deed: Promise<T>): Promise<T | string> {
  try {
    return await deed
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

type Step = (model: Model, real: Real) => Promise<void>

async function hold(model: Model, { shop }: Real, cantidad: number, numeros: string[]): Promise<void> {
  const expected = canTake(model, cantidad, numeros)
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/rifas/${shop.id}/apartados`,
    payload: { cantidad_tickets: cantidad, ...(numeros.length > 0 ? { numeros_seleccionados: numeros } : {}) },
  })
  expect(answer.statusCode, answer.body).toBe(expected ? 201 : 409)
  if (!expected) return
  const share = addShare(model, { cantidad, numeros, estado: 'apartado', until: model.now + HOLD })
  model.holds.push({ token: answer.json().token, share })
}

async function reportWith(
  model: Model,
  real: Real,
  cantidad: number,
  held: Model['holds'][number] | undefined,
): Promise<void> {
  const own = held?.share.estado === 'apartado' ? held.share : undefined
  const expected = own !== undefined || canTake(model, cantidad, [])
  const answer = await report(real.shop, {
    cantidad_tickets: String(cantidad),
    total: `${cantidad * 5}.00`,
    referencia: String(900_000_000 + ++real.references),
    apartado: held?.token,
  })
  expect(answer.statusCode, answer.body).toBe(expected ? 201 : 409)
  if (!expected) return
  const share =
    own ?? addShare(model, { cantidad, numeros: [], estado: 'en revision', until: Number.POSITIVE_INFINITY })
  Object.assign(share, { estado: 'en revision', until: Number.POSITIVE_INFINITY })
  if (held) model.holds = model.holds.filter((other) => other !== held)
  const { id, secreto } = answer.json()
  model.purchases.push({ id, secreto, share, estado: 'en revision', decided: 0, corrections: 0, turn: 0 })
}

const quantity = fc.integer({ min: 2, max: 5 })
const index = fc.nat(50)
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: TOTAL - 1 }), { minLength: 2, maxLength: 4 })

/** Every deed, with the arguments that make it a particular one. */
const steps: Record<string, fc.Arbitrary<Step>> = {
  hold: quantity.map((cantidad) => (model, real) => hold(model, real, cantidad, [])),
  pick: numbers.map((places) => (model, real) => {
    const numeros = places.map((place) => String(place).padStart(2, '0'))
    return hold(model, real, numeros.length, numeros)
  }),
  release: index.map((which) => async (model, { shop, fault }) => {
    const held = at(model.holds, which)
    if (!held) return
    const url = `/api/rifas/apartados/${held.token}`
    if (fault !== 'releases are lost') expect((await shop.app.inject({ method: 'DELETE', url })).statusCode).toBe(204)
    if (held.share.estado === 'apartado') held.share.estado = 'gone'
  }),
  renew: index.map((which) => async (model, { shop }) => {
    const held = at(model.holds, which)
    if (!held) return
    const url = `/api/rifas/apartados/${held.token}/renovar`
    const { statusCode } = await shop.app.inject({ method: 'POST', url })
    const { share } = held
    const alive = share.estado === 'apartado' && live(model, share)
    expect(statusCode).toBe(alive ? (share.renewed ? 409 : 200) : 404)
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
    const taken = new Set(model.shares.filter((share) => share.estado !== 'gone').flatMap((share) => share.numeros))
    const answer = await outcome(approvePurchase(shop.ctx, purchase.id, null, 'prueba'))
    if (purchase.estado !== 'en revision') return expect(answer).toBe('ESTADO_NO_PERMITE')
    if (typeof answer === 'string') throw new Error(answer)
    const { share } = purchase
    expect(answer).toHaveLength(share.cantidad)
    if (share.picked) expect(answer).toEqual([...share.numeros].sort())
    else for (const numero of answer) expect(taken).not.toContain(numero)
    Object.assign(share, { estado: 'confirmado', numeros: answer })
    Object.assign(purchase, { estado: 'confirmado', decided: model.now })
  }),
  reject: index.map((which) => async (model, { shop }) => {
    const purchase = at(model.purchases, which)
    if (!purchase) return
    const answer = await outcome(rejectPurchase(shop.ctx, purchase.id, null, 'no llegó', 'prueba'))
    if (purchase.estado !== 'en revision') return expect(answer).toBe('ESTADO_NO_PERMITE')
    expect(answer).toBeUndefined()
    purchase.share.until = model.now + GRACE
    Object.assign(purchase, { estado: 'rechazado', decided: model.now })
  }),
  annul: index.map((which) => async (model, { shop, fault }) => {
    const purchase = at(model.purchases, which)
    if (!purchase) return
    if (fault !== 'annulments are lost') {
      const answer = await outcome(annulPurchase(shop.ctx, purchase.id, null, 'error', 'prueba'))
      expect(answer).toBe(purchase.estado === 'confirmado' ? undefined : 'ESTADO_NO_PERMITE')
    }
    if (purchase.estado !== 'confirmado') return
    purchase.share.estado = 'gone'
    purchase.estado = 'anulado'
  }),
  undo: index.map((which) => async (model, { shop }) => {
    const purchase = at(model.purchases, which)
    if (!purchase) return
    const answer = await outcome(undoDecision(shop.ctx, purchase.id, null, 'prueba'))
    const { estado, decided, share } = purchase
    if (estado !== 'confirmado' && estado !== 'rechazado') return expect(answer).toBe('ESTADO_NO_PERMITE')
    if (model.now >= decided + UNDO_WINDOW) return expect(answer).toBe('YA_NO_SE_DESHACE')
    expect(answer).toBeUndefined()
    if (estado === 'confirmado' && !share.picked) share.numeros = []
    Object.assign(share, { estado: 'en revision', until: Number.POSITIVE_INFINITY })
    purchase.estado = 'en revision'
  }),
  correct: index.map((which) => async (model, real) => {
    const purchase = at(model.purchases, which)
    if (!purchase) return
    const { estado, share, secreto } = purchase
    const open = estado === 'en revision' || estado === 'rechazado'
    const expected = open && (share.estado === 'en revision' || canTake(model, share.cantidad, []))
    const early = estado === 'en revision' && model.now < purchase.turn
    const form = await multipart({ secreto, referencia: String(900_000_000 + ++real.references) }, null)
    const url = '/api/rifas/mi-compra/corregir'
    const answer = await real.shop.app.inject({ method: 'POST', url, ...form })
    expect(answer.statusCode, answer.body).toBe(early ? 429 : expected ? 200 : 409)
    if (early || !expected) return
    purchase.turn = model.now + (++purchase.corrections < 3 ? 2 * 60_000 : 24 * 3_600_000)
    purchase.estado = 'en revision'
    const kept = share.estado === 'en revision'
    if (kept) share.until = Number.POSITIVE_INFINITY
    else {
      const until = Number.POSITIVE_INFINITY
      purchase.share = addShare(model, { cantidad: share.cantidad, numeros: [], estado: 'en revision', until })
    }
  }),
  wait: fc
    .constantFrom(5_000, UNDO_WINDOW, GRACE, HOLD - 1, HOLD)
    .map((milliseconds) => async (model, { shop, fault }) => {
      if (fault !== 'clock stands still') shop.ctx.clock.advance(milliseconds)
      model.now += milliseconds
    }),
  sweep: fc.constant(async (model: Model, { shop }: Real) => {
    await sweepHolds(shop.ctx)
    sweep(model)
  }),
}

/** What a visitor sees and what the table says, against the model. */
async function compare(model: Model, { shop }: Real): Promise<void> {
  const { numeros_disponibles } = (await shop.app.inject(`/api/rifas/${shop.id}/status`)).json().data.rifa
  expect(numeros_disponibles).toBe(free(model))
  const grid: { numero: string; estado: string }[] = (await shop.app.inject(`/api/rifas/${shop.id}/numeros`)).json()
  const taken = grid.filter(({ estado }) => estado !== 'disponible').map(({ numero }) => numero)
  expect(taken).toEqual([...owned(model)].sort())
  const stock = await shop.ctx.db.read.selectFrom('stock').selectAll().where('rifa_id', '=', shop.id).executeTakeFirst()
  const of = (estado: Share['estado']) => sum(model.shares.filter((share) => share.estado === estado))
  if (stock) {
    const { libres, apartados, en_revision, confirmados } = stock
    expect({ libres, apartados, en_revision, confirmados }).toEqual({
      libres: counted(model),
      apartados: of('apartado'),
      en_revision: of('en revision'),
      confirmados: of('confirmado'),
    })
  }
}

const plan = fc.array(
  fc.oneof(...Object.entries(steps).map(([name, step]) => step.map((run) => ({ run, toString: () => name })))),
  { minLength: 1, maxLength: 30 },
)

/** Runs plans, each on a raffle of its own. */
async function check(setup: Setup, fault: Real['fault'], runs: number) {
  const shop = await openShop(setup)
  const property = fc.asyncProperty(plan, async (deeds) => {
    const raffle = newRaffle.parse({
      titulo: 'Doce números',
      precio: '5.00',
      total_numeros: TOTAL,
      seleccion: 'ambas',
      gracia_segundos: GRACE / 1_000,
    })
    const id = await createRaffle(shop.ctx, raffle, 'prueba')
    await publishRaffle(shop.ctx, id, 'prueba')
    const real: Real = { shop: { ...shop, id }, references: id * 1_000, fault }
    const model: Model = { now: shop.ctx.clock.now(), holds: [], purchases: [], shares: [] }
    for (const deed of deeds) {
      await deed.run(model, real)
      await compare(model, real)
    }
  })
  const result = await fc.check(property, { numRuns: runs, endOnFailure: fault !== 'none' })
  return { shop, result }
}

onBothEngines('the states of tickets', (setup) => {
  test('follow the model, deed by deed', async () => {
    const { shop, result } = await check(setup, 'none', setup.engine === 'sqlite' ? 150 : 60)
    expect(result.failed, fc.defaultReportMessage(result)).toBe(false)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test.for(['clock stands still', 'releases are lost', 'annulments are lost'] as const)(
    'control: a shop where %s is found out',
    async (fault) => {
      expect((await check(setup, fault, 500)).result.failed).toBe(true)
    },
  )
})
