import { expect, test, vi } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { judge } from '#app/server/testing/judge.ts'
import { hold, openWorld, payNow, type World } from '#app/server/testing/open-world.ts'
import type { AppError } from '#platform/errors.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { rejectFakes } from '#review/server/fakes/reject-fakes.ts'

vi.setConfig({ testTimeout: 300_000 })

const guards = vi.hoisted(() => ({ reportsFirst: true, neighbours: true }))
vi.mock('../displace.ts', async (load) => {
  const real = await load<typeof import('../displace.ts')>()
  return {
    displace: (...given: Parameters<typeof real.displace>) =>
      guards.reportsFirst ? real.displace(...given) : given[1] <= 0,
    displacePicks: real.displacePicks,
  }
})
vi.mock('./shares.ts', async (load) => {
  const real = await load<typeof import('./shares.ts')>()
  return {
    ...real,
    limitsOf: (...given: Parameters<typeof real.limitsOf>) =>
      guards.neighbours ? real.limitsOf(...given) : { ...real.limitsOf(...given), neighbours: 0 },
  }
})

/** Numbers of the raffle. */
const ALL = 1_000
const BUYERS = 200
/** Of them so many share the first address of the attack. */
const NEIGHBOURS = 30
const OPERATOR = { id: 1, nombre: 'Marisela' } as Parameters<typeof rejectFakes>[2]

/** Addresses of an attack: what one may take ends at its share, what more may where all is taken, from ten on. */
const MANY = soak(10, 300)
const addressOf = (script: number) => `203.0.${Math.floor(script / 250)}.${(script % 250) + 1}`
const addresses = (attack: number) => Array.from({ length: attack }, (_, script) => addressOf(script))

/**
 * Reports payments that were never made, from each address as many as are given tickets. The first takes its share in two and a half
 * portions, the others continue with ever smaller ones.
 */
async function fake(world: World, from: readonly string[], portions?: readonly number[]) {
  const fakes: number[] = []
  for (const [script, address] of from.entries()) {
    for (const tickets of portions ?? (script === 0 ? [100, 50] : [100, 50, 20, 10, 4, 2])) {
      for (let waits = false; !waits; ) {
        const { body } = await payNow(world, { address, tickets })
        fakes.push(body.id ?? 0)
        waits = body.en_espera === true
      }
    }
  }
  return fakes
}

/** Sets aside as much as is given, from each address. */
async function grab(world: World, from: readonly string[]): Promise<void> {
  for (const address of from) {
    for (let wanted = 100; wanted >= 2; ) {
      const { status, body } = await hold(world, address, wanted)
      if (status !== 201) wanted = Math.min(Math.floor(wanted / 2), body.permitidos ?? wanted)
    }
  }
}

/** They buy as the page does: with a hold, or without one where the answer says that a report helps all the same. */
async function buy(world: World) {
  const bought: { id: number; waits: boolean; neighbour: boolean }[] = []
  const turnedAway: string[] = []
  for (let buyer = 0; buyer < BUYERS; buyer++) {
    const neighbour = buyer < NEIGHBOURS
    const address = neighbour ? addressOf(0) : `190.72.0.${buyer}`
    const held = await hold(world, address, 2)
    const mayPay = held.status === 201 || held.body.sin_apartar === true
    if (!mayPay) turnedAway.push(held.body.code ?? '')
    // Another page knows no holds: a visitor without one reports there.
    const { status, body } = await payNow(world, { address, tickets: 2, token: held.body.token })
    expect(status, JSON.stringify(body)).toBe(201)
    bought.push({ id: body.id ?? 0, waits: body.en_espera === true, neighbour })
  }
  return { bought, turnedAway }
}

type Shop = Awaited<ReturnType<typeof openWorld>>['shop']

/** Tickets of those purchases. */
async function ticketsOf({ ctx }: Shop, purchases: readonly number[], estados: ('en revision' | 'confirmado')[]) {
  const rows = await ctx.db.read
    .selectFrom('purchases')
    .innerJoin('reservations', 'reservations.id', 'purchases.reserva_id')
    .select(['purchases.id', 'reservations.cantidad'])
    .where('reservations.estado', 'in', estados)
    .execute()
  const of = new Set(purchases)
  return rows.filter(({ id }) => of.has(id)).reduce((sum, { cantidad }) => sum + cantidad, 0)
}

/** Somebody finds each of those payments in the account. @returns how many could be given their tickets. */
async function approveAll({ ctx }: Shop, purchases: readonly number[]): Promise<number> {
  let approved = 0
  for (const id of purchases) {
    await judge.approve({ ctx }, id).then(
      () => {
        approved += 1
      },
      ({ code }: AppError) => expect(code).toBe('SIN_BOLETOS'),
    )
  }
  return approved
}

async function rejectAll({ ctx }: Shop, fakes: readonly number[]): Promise<void> {
  const rows = await ctx.db.read.selectFrom('purchases').select(['id', 'version']).where('id', 'in', fakes).execute()
  await rejectFakes(ctx, { compras: rows }, OPERATOR)
}

interface Setting {
  portions?: readonly number[]
  tope_sin_verificar?: number
  abuseLimits?: boolean
}

/** Fakes from so many addresses come first, then two hundred people. */
async function attacked(
  setup: Setup,
  attack: number,
  { portions, tope_sin_verificar, abuseLimits = true }: Setting = {},
) {
  const raffle = { total_numeros: ALL, ...(tope_sin_verificar !== undefined && { tope_sin_verificar }) }
  const { shop, world } = await openWorld(setup, raffle, abuseLimits)
  const fakes = await fake(world, addresses(attack), portions)
  const taken = await ticketsOf(shop, fakes, ['en revision'])
  const { bought, turnedAway } = await buy(world)
  const ids = bought.map(({ id }) => id)
  const waiting = bought.filter(({ waits }) => waits)
  return { shop, world, fakes, taken, bought, ids, waiting, turnedAway }
}

onBothEngines('fake reports', (setup) => {
  test('of one address take a quarter, and all 200 buyers are served, 30 behind its address among them', async () => {
    const { shop, taken, waiting, turnedAway, ids } = await attacked(setup, 1)
    expect([taken, waiting, turnedAway]).toEqual([250, [], []])
    expect(await ticketsOf(shop, ids, ['en revision'])).toBe(2 * BUYERS)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test(`of ${MANY} addresses are rejected together, and then all 200 buyers have their tickets`, async () => {
    const { shop, world, fakes, taken, bought, turnedAway, ids } = await attacked(setup, MANY)
    expect([taken, turnedAway.length]).toEqual([ALL, BUYERS])
    expect(bought.every(({ waits }) => waits)).toBe(true)
    await rejectAll(shop, fakes)
    await world.tidy()
    expect(await ticketsOf(shop, ids, ['en revision'])).toBe(2 * BUYERS)
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('fake reports', (setup) => {
  test('of ten addresses take it all without a limit of the operator: every buyer waits, and a verified one finds nothing', async () => {
    const { shop, taken, waiting, turnedAway, ids } = await attacked(setup, 10)
    expect([taken, waiting.length, turnedAway.length]).toEqual([ALL, BUYERS, BUYERS])
    expect(await approveAll(shop, ids)).toBe(0)
  })

  test('under a limit of 30 % take no more than that from however many addresses, and every verified buyer has tickets', async () => {
    for (const attack of [1, MANY]) {
      const { shop, taken, ids, turnedAway } = await attacked(setup, attack, { tope_sin_verificar: 30 })
      expect(taken, `${attack} addresses`).toBeLessThanOrEqual(300)
      expect(turnedAway, `${attack} addresses`).toEqual([])
      expect(await approveAll(shop, ids), `${attack} addresses`).toBeGreaterThanOrEqual(0.95 * BUYERS)
      expect(await audit(shop.ctx)).toEqual([])
    }
  })

  test('control: where nobody counts, one address takes it all, and a verified buyer finds nothing', async () => {
    const { shop, taken, ids } = await attacked(setup, 1, { abuseLimits: false, portions: [100] })
    expect(taken).toBe(ALL)
    expect(await approveAll(shop, ids)).toBe(0)
  })

  test('control: without the small ones that neighbours are given, 30 wait behind one cheat', async () => {
    guards.neighbours = false
    try {
      const { waiting } = await attacked(setup, 1)
      expect(waiting).toHaveLength(NEIGHBOURS)
    } finally {
      guards.neighbours = true
    }
  })
})

onSqlite('bare holds', (setup) => {
  async function held(attack: number) {
    const { shop, world } = await openWorld(setup, { total_numeros: ALL })
    await grab(world, addresses(attack))
    const { apartados } = await shop.ctx.db.read.selectFrom('stock').select('apartados').executeTakeFirstOrThrow()
    const { bought, turnedAway } = await buy(world)
    expect(await audit(shop.ctx)).toEqual([])
    return { apartados, waiting: bought.filter(({ waits }) => waits).length, turnedAway: turnedAway.length }
  }

  test('of however many addresses take nothing from a payer', async () => {
    expect(await held(1)).toEqual({ apartados: 333, waiting: 0, turnedAway: 0 })
    expect(await held(MANY)).toEqual({ apartados: 998, waiting: 0, turnedAway: 0 })
  })

  test('control: where a report goes before no hold, payers starve', async () => {
    guards.reportsFirst = false
    try {
      expect((await held(10)).waiting).toBeGreaterThan(0.95 * BUYERS)
    } finally {
      guards.reportsFirst = true
    }
  })
})
