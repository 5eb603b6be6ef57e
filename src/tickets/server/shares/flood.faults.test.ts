import { expect, test, vi } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import {
  type Attack,
  addressesOf,
  type Buyer,
  crowd,
  networksOf,
  outcomeOf,
  payNow,
  rest,
  sufferFlood,
  type World,
} from '#app/server/testing/flood.ts'
import { openWorld, sendTo } from '#app/server/testing/open-world.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { rejectFakes } from '#review/server/fakes/reject-fakes.ts'

vi.setConfig({ testTimeout: 180_000 })

const guards = vi.hoisted(() => ({ on: true }))
vi.mock('../displace.ts', async (load) => {
  const real = await load<typeof import('../displace.ts')>()
  const off = async () => false
  return {
    displace: (...given: Parameters<typeof real.displace>) =>
      guards.on ? real.displace(...given) : given[3] <= 0 ? Promise.resolve(true) : off(),
    displacePicks: (...given: Parameters<typeof real.displacePicks>) =>
      guards.on ? real.displacePicks(...given) : off(),
  }
})
vi.mock('./pressure.ts', async (load) => {
  const real = await load<typeof import('./pressure.ts')>()
  return {
    ...real,
    isFlooded: async (...given: Parameters<typeof real.isFlooded>) => guards.on && (await real.isFlooded(...given)),
  }
})

const OPERATOR = { id: 1, nombre: 'Marisela' } as Parameters<typeof rejectFakes>[2]

/** Seconds that pass at once. */
const STEP = soak(45, 15)

/** With a core of their own, which tries a million numbers a second. */
const flood = (kind: Attack['kind'], addresses: readonly string[]): Attack => ({
  kind,
  addresses,
  first: 2,
  calls: kind === 'holds' ? 60 : 8,
  tries: STEP * 1_000_000,
})

/** As many as that in as many minutes, of whom some share an address; `npm run bench -- --only attacks` does the same over HTTP. */
const BUYERS = soak(4, 10)
const buyers = (): Buyer[] =>
  crowd({ buyers: BUYERS, neighbours: soak(2, 4), seconds: BUYERS * 60, most: 4 }, chance(seededRandom(SEED)))

const chance = (random: ReturnType<typeof seededRandom>) => () => random.below(1_000_000) / 1_000_000

/** What becomes of the buyers while holds are taken from those addresses. */
async function flooded(setup: Setup, addresses: readonly string[]) {
  const { shop, world } = await openWorld(setup, 100)
  world.step = STEP
  const sale = await sufferFlood(world, flood('holds', addresses), buyers())
  await rest(world, 70)
  return { outcome: await outcomeOf(world, sale), problems: await audit(shop.ctx) }
}

const ALL_SERVED = { outcome: { buyers: BUYERS, served: BUYERS, refused: {} }, problems: [] }

onBothEngines('a flood', (setup) => {
  test('of holds takes no tickets from who pays, also of a hundred numbers', async () => {
    expect(await flooded(setup, addressesOf(20))).toMatchObject(ALL_SERVED)
  })

  test('of reports that fills everything sends nobody away who pays, and one rejection of the fakes serves them', async () => {
    const { shop, world } = await openWorld(setup, 100)
    world.step = STEP
    const sale = await sufferFlood(world, flood('reports', addressesOf(60)), buyers().slice(0, 4))
    const before = await outcomeOf(world, sale)
    expect(before.fakes.length).toBeGreaterThan(20)
    expect(await audit(shop.ctx)).toEqual([])
    const paid = await payWithoutHold(world, 6)
    expect(paid.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
    expect(paid.some(({ body }) => body.en_espera)).toBe(true)

    const rows = await shop.ctx.db.read
      .selectFrom('purchases')
      .select(['id', 'version'])
      .where('id', 'in', before.fakes)
      .execute()
    await rejectFakes(shop.ctx, { compras: rows }, OPERATOR)
    await rest(world, 60)
    for (const { body } of paid) {
      const own = await sendTo(shop, {
        path: '/api/rifas/mi-compra',
        address: '190.72.9.9',
        body: { secreto: body.secreto },
      })
      expect(own.body).toMatchObject({ estado: 'en revision', en_espera: false })
    }
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('a flood of holds', (setup) => {
  test('from one address takes nothing from who pays', async () => {
    expect(await flooded(setup, addressesOf(1))).toMatchObject(ALL_SERVED)
  })

  test('from one /48 takes nothing from who pays', async () => {
    expect(await flooded(setup, networksOf(20))).toMatchObject(ALL_SERVED)
  })

  test('control: without shares, and where a report goes before nobody, buyers starve', async () => {
    const { world } = await openWorld(setup, 100, false)
    world.step = STEP
    guards.on = false
    try {
      const sale = await sufferFlood(world, flood('holds', addressesOf(20)), buyers())
      expect((await outcomeOf(world, sale)).served).toBe(0)
    } finally {
      guards.on = true
    }
  })
})

/** People who paid and have no hold: of another page, or late. */
async function payWithoutHold(world: World, many: number) {
  const buyers = crowd({ buyers: many, neighbours: 0, seconds: 1, most: 2 }, () => 0)
  return Promise.all(buyers.map((buyer, index) => payNow(world, { ...buyer, address: `190.73.0.${index + 1}` })))
}
