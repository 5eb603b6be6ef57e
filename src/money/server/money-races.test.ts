import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { createApp } from '#app/server/create-app.ts'
import { comeIn, type MoneyShop, openMoneyShop, PRICE, pay } from '#app/server/testing/money/money-shop.ts'
import { multipart } from '#app/server/testing/shop.ts'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'

const REVIEWERS = 20
/** Simultaneous actions on a purchase and its money. */
const KINDS = ['unir', 'desunir', 'aprobar', 'deshacer', 'rechazar', 'corregir', 'confirmar']

/** A shop with its panel served by two processes; on SQLite there is one. Every answer that is an error of ours is kept. */
async function openRaces(setup: Setup) {
  const shop = await openMoneyShop(setup)
  const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
  const servers = [await createApp(shop.ctx, null), await createApp(twin, null)]
  const errors: string[] = []
  let asked = 0
  async function send(url: string, payload: object | Buffer, headers: Record<string, string> = shop.headers) {
    const server = servers[asked++ % servers.length] as (typeof servers)[number]
    const answer = await server.inject({ method: 'POST', url, payload, headers })
    if (answer.statusCode >= 500) errors.push(`${url}: ${answer.statusCode} ${answer.body}`)
    return { status: answer.statusCode, code: answer.json().code as string | undefined }
  }
  const ask = (path: string, payload: object) => send(`/api/panel${path}`, payload)
  return { ...shop, errors, send, ask }
}
type Races = Awaited<ReturnType<typeof openRaces>>

const join = ({ ask }: Races, compra_id: number, id: number, monto?: string) =>
  ask('/conciliacion/unir', { compra_id, movimientos: [{ id, ...(monto ? { monto } : {}) }] })
const part = ({ ask }: Races, compra_id: number, movimiento_id: number) =>
  ask('/conciliacion/desunir', { compra_id, movimiento_id })

/** The sum joined of each movement is its used amount, and no more than came in; nobody saw an error of ours. */
async function expectWhole({ ctx, errors }: Races): Promise<void> {
  expect(errors).toEqual([])
  const movements = await ctx.db.read.selectFrom('movements').select(['id', 'centimos', 'unido']).execute()
  const links = await ctx.db.read.selectFrom('movement_links').select(['movimiento_id', 'centimos']).execute()
  for (const { id, centimos, unido } of movements) {
    const joined = links.filter(({ movimiento_id }) => movimiento_id === id)
    expect([id, joined.reduce((sum, link) => sum + link.centimos, 0)]).toEqual([id, unido])
    expect(unido).toBeLessThanOrEqual(centimos)
  }
  expect(await audit(ctx)).toEqual([])
}

async function many<T>(count: number, one: (at: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let at = 0; at < count; at++) made.push(await one(at))
  return made
}

const versionOf = async ({ ctx }: MoneyShop, id: number) =>
  (await ctx.db.read.selectFrom('purchases').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

onBothEngines('races for money', (setup) => {
  test(`${REVIEWERS} reviewers join one credit to as many purchases: it pays what came in and no céntimo more`, async () => {
    const shop = await openRaces(setup)
    const ids = await many(REVIEWERS, (at) => pay(shop, `${10 + at}906155`))
    // Three purchases and a part of the fourth.
    const [money = 0] = await comeIn(shop, [{ centimos: 3 * PRICE + 700, referencia: '99999999' }])
    const answers = await Promise.all(ids.map((id) => join(shop, id, money)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set(['MOVIMIENTO_USADO']),
    )
    // A caller after the others have had enough takes the rest.
    for (const id of ids) await join(shop, id, money)
    expect((await shop.ctx.db.read.selectFrom('movements').select('unido').executeTakeFirst())?.unido).toBe(
      3 * PRICE + 700,
    )
    await expectWhole(shop)
  })

  test('joining the same pair twenty times at once joins it once; parting it twenty times gives it back once', async () => {
    const shop = await openRaces(setup)
    const id = await pay(shop, '30906155')
    const [money = 0] = await comeIn(shop, [{ centimos: 5 * PRICE, referencia: '99999999' }])
    const links = () => shop.ctx.db.read.selectFrom('movement_links').select('centimos').execute()
    await Promise.all(Array.from({ length: REVIEWERS }, () => join(shop, id, money)))
    expect(await links()).toEqual([{ centimos: PRICE }])
    await Promise.all(Array.from({ length: REVIEWERS }, () => part(shop, id, money)))
    expect(await links()).toEqual([])
    await expectWhole(shop)
  })

  test(`joining, parting, returning, ignoring and opening the same money, all together; seed ${SEED}`, async () => {
    const shop = await openRaces(setup)
    const { below } = seededRandom(SEED)
    const ids = await many(6, (at) => pay(shop, `${10 + at}906155`))
    const money = await comeIn(
      shop,
      [1, 2, 3].map((at) => ({ centimos: at * PRICE - at, referencia: `9999888${at}` })),
    )
    for (let round = 0; round < soak(3, 100); round++) {
      await Promise.all(
        Array.from({ length: REVIEWERS }, () => {
          const [id, movement] = [ids[below(ids.length)] as number, money[below(money.length)] as number]
          const kind = below(10)
          if (kind < 5) return join(shop, id, movement, below(2) ? '100.00' : undefined)
          if (kind < 8) return part(shop, id, movement)
          const que = (['devuelto', 'ignorado', 'abierto'] as const)[below(3)]
          return shop.ask(`/conciliacion/movimientos/${movement}`, { que, razon: 'Carrera.' })
        }),
      )
      await expectWhole(shop)
    }
  })

  test(`joining against approving, undoing, rejecting and its buyer's correction, all together; seed ${SEED}`, async () => {
    const shop = await openRaces(setup)
    const { below } = seededRandom(SEED)
    const ids = await many(4, (at) => pay(shop, `${10 + at}906155`))
    const secrets = new Map(
      (await shop.ctx.db.read.selectFrom('purchases').select(['id', 'secreto']).execute()).map((row) => [
        row.id,
        row.secreto,
      ]),
    )
    const money = await comeIn(
      shop,
      ids.map((_, at) => ({ referencia: `${10 + at}906155` })),
    )
    let corrections = 0
    async function correct(id: number) {
      const fields = { secreto: secrets.get(id) ?? '', referencia: `55${String(++corrections).padStart(6, '0')}` }
      const { payload, headers } = await multipart(fields, null)
      return shop.send('/api/rifas/mi-compra/corregir', payload, headers)
    }
    const seen = new Set<string>()
    // Until each of them has happened: else nothing was raced.
    for (let round = 0; round < soak(4, 150) || seen.size < KINDS.length; round++) {
      const deeds = await many(REVIEWERS, async () => {
        const at = below(ids.length)
        const [id, movement] = [ids[at] as number, money[below(4) === 0 ? below(money.length) : at] as number]
        const version = await versionOf(shop, id)
        const kind = KINDS[below(KINDS.length)] as string
        return { id, movement, version, kind }
      })
      await Promise.all(
        deeds.map(async ({ id, movement, version, kind }) => {
          const answer = await (kind === 'unir'
            ? join(shop, id, movement)
            : kind === 'desunir'
              ? part(shop, id, movement)
              : kind === 'corregir'
                ? correct(id)
                : kind === 'confirmar'
                  ? shop.ask('/conciliacion/confirmar', {
                      pares: [{ compra_id: id, version, movimiento_id: movement }],
                    })
                  : shop.ask(`/compras/${id}/${kind}`, {
                      version,
                      ...(kind === 'deshacer' ? {} : { motivo: 'El monto no es el exacto.' }),
                    }))
          if (answer.status === 200) seen.add(kind)
        }),
      )
      await expectWhole(shop)
    }
  })
})
