import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { createApp } from '#app/server/create-app.ts'
import { heldToken, ofHold, paysAnew, purchaseRow } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { addRaffle, openShop, type Shop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import type { Db, Sql } from '#platform/server/db/database.ts'
import { giveSigningKey, signingKey } from '#platform/server/installation/keys.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { withoutGuards } from '#platform/server/testing/without-guards.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'

const PAGO_MOVIL = 1
const ZELLE = 2
const TRANSFER = 5
const HOLD = 600_000

const open = (setup: Setup, centimos_unicos: number | null = 999) =>
  openShop(setup, { total_numeros: 1000, centimos_unicos })

/** @returns the céntimos of that hold's payment by that method, as its quote has them. */
async function choose({ app }: Shop, token: string, metodo_id = PAGO_MOVIL): Promise<string | undefined> {
  const url = '/api/rifas/apartado/metodo'
  const answer = await app.inject({ method: 'POST', url, payload: { apartado: token, metodo_id } })
  expect(answer.statusCode, answer.body).toBe(200)
  const { centimos } = answer.json().cotizacion
  return centimos?.metodo_id === metodo_id ? centimos.monto : undefined
}

const chosen = async (shop: Shop, id = shop.id) => choose(shop, await heldToken({ ...shop, id }))

const cents = (text: string | undefined) => Number((text ?? '').replace('.', ''))
const amount = (sum: number) => (sum / 100).toFixed(2)

const reported = async (shop: Shop, apartado: string | undefined, changes: Record<string, string> = {}) =>
  purchaseRow(shop, (await paysAnew(shop, { apartado, ...changes })).id)

async function addTransfer({ ctx }: Shop): Promise<void> {
  const account = { banco: '0134 Banesco', numeroCuenta: '0134-0000-12-0000123456', nombre: 'Inversiones Ejemplo' }
  const money = { moneda: 'VES' as const, precio_por_boleto: null, cedula: 'J-12345678-0' }
  await changeMethod(ctx, TRANSFER, { ...money, ...account, paginas: ['A', 'B'] }, TESTER)
}

/** Chooses until none is left. @returns the given amounts. */
async function chooseAll(shop: Shop, methods: readonly number[]): Promise<string[]> {
  const given: string[] = []
  for (let visitor = 0; visitor < 20; visitor++) {
    const own = await choose(shop, await heldToken(shop), methods[visitor % methods.length])
    if (own !== undefined) given.push(own)
  }
  return given
}

const NINE = Array.from({ length: 9 }, (_, at) => `0.0${at + 1}`)
const PAID = { metodo_pago: 'transferencia', metodo_id: String(TRANSFER) }
const ONE_ACCOUNT = { banco: '0134 Banesco', cedula: 'J-12345678' }

onBothEngines('unique céntimos', (setup) => {
  /** The other process of the shop, where there can be one. */
  async function besides(shop: Shop): Promise<Shop> {
    if (setup.engine === 'sqlite') return shop
    const ctx = await setup.twin(shop.ctx)
    return { ...shop, ctx, app: await createApp(ctx, null) }
  }

  test('are nobody else’s while a report waits that came by the second method of its account, whichever process gives them', async () => {
    const shop = await open(setup, 9)
    const other = await besides(shop)
    await addTransfer(shop)
    await changeMethod(shop.ctx, PAGO_MOVIL, ONE_ACCOUNT, TESTER)
    const token = await heldToken(shop)
    const own = (await choose(shop, token, TRANSFER)) ?? ''
    const { id } = await reported(shop, token, PAID)
    const kept = await shop.ctx.db.read.selectFrom('unique_cents').select('compra_id').execute()
    expect(kept).toEqual([{ compra_id: id }])
    shop.ctx.clock.advance(HOLD)
    await sweepHolds(shop.ctx)
    const rest = NINE.filter((one) => one !== own)
    expect((await chooseAll(other, [PAGO_MOVIL, TRANSFER])).toSorted()).toEqual(rest)
    await judge.approve(shop, id)
    expect(await chooseAll(other, [TRANSFER])).toEqual([own])
  })

  /** Twenty visitors of two raffles with one price choose one account simultaneously; on PostgreSQL by two processes. */
  async function race(shop: Shop, other: Shop, chance: { below?: () => number } = {}): Promise<number> {
    const second = await addRaffle(shop.ctx, { total_numeros: 1000, centimos_unicos: 999 })
    const tokens = []
    for (let visitor = 0; visitor < 20; visitor++)
      tokens.push(await heldToken({ ...shop, id: visitor % 2 ? shop.id : second }))
    Object.assign(shop.ctx.random, chance)
    const given = await Promise.all(tokens.map((token, at) => choose(at % 4 < 2 ? shop : other, token)))
    expect(given).not.toContain(undefined)
    return new Set(given).size
  }

  test('twenty that choose simultaneously never get the same', async () => {
    const shop = await open(setup)
    expect(await race(shop, await besides(shop))).toBe(20)
  })

  test('control: without the key of the amounts some of them do', async () => {
    const shop = await open(setup)
    const free = await withoutGuards(shop.ctx, ['unique_cents'])
    // All have seen which are left before any of them takes one: otherwise it is chance whether two meet.
    let [looking, meet] = [20, () => {}]
    const met = new Promise<void>((resolve) => (meet = resolve))
    const seen: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (--looking === 0) meet()
        await met
        return result
      },
    }
    const write: Db['write'] = (lane, job) =>
      free.db.write(lane, (tx) => {
        const first = (from: 'unique_cents') => {
          const looks = from === 'unique_cents' && looking > 0
          return (looks ? tx.withPlugin(seen) : tx).selectFrom(from)
        }
        const get = (of: Sql, name: keyof Sql) => {
          const one = name === 'selectFrom' ? first : of[name]
          return typeof one === 'function' ? one.bind(of) : one
        }
        const proxy = new Proxy(tx, { get } as ProxyHandler<Sql>)
        giveSigningKey(proxy, signingKey(shop.ctx.keys))
        return job(proxy)
      })
    const ctx = { ...free, db: { ...free.db, write }, random: { ...shop.ctx.random } }
    const loose = { ...shop, ctx, app: await createApp(ctx, null) }
    // The unlucky case: each takes the first one read.
    expect(await race(loose, loose, { below: () => 0 })).toBe(1)
  })
})

onSqlite('unique céntimos', (setup) => {
  test('are of the amount to pay, the purchase and its quote; the total of the specification stays', async () => {
    const shop = await open(setup)
    const token = await heldToken(shop)
    const own = (await choose(shop, token)) ?? ''
    expect(own).toMatch(/^[0-9]\.[0-9]{2}$/)
    // A second tap, or another method and back.
    expect([await choose(shop, token, ZELLE), await choose(shop, token)]).toEqual([undefined, own])
    const shown = (await ofHold(shop, token)).json().cotizacion
    expect(shown).toMatchObject({ total: '10.00', total_bs: '6714.24', centimos: { metodo_id: 1, monto: own } })
    const purchase = await reported(shop, token, { metodo_id: '1' })
    const [centimos_unicos, monto] = [cents(own), amount(671_424 + cents(own))]
    expect(purchase).toMatchObject({ monto, centimos_unicos, total: '10.00', metodo_id: 1 })
    expect(await chosen(shop)).not.toBe(own)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('come back when a hold is over or a payment is judged, used longest ago first; when all are taken the plain amount is paid', async () => {
    const shop = await open(setup, 9)
    const tokens: string[] = []
    const given: (string | undefined)[] = []
    for (let place = 1; place <= 9; place++) {
      const token = await heldToken(shop)
      given.push(await choose(shop, token))
      tokens.push(token)
      shop.ctx.clock.advance(1_000)
    }
    expect(given.toSorted()).toEqual(NINE)
    const last = await heldToken(shop)
    expect(await choose(shop, last)).toBeUndefined()
    expect(await reported(shop, last)).toMatchObject({ monto: '6714.24', centimos_unicos: 0 })
    const purchases = [await reported(shop, tokens[0]), await reported(shop, tokens[1])]
    // All other holds run out; the payments in review keep theirs, however long it takes.
    shop.ctx.clock.advance(HOLD)
    await sweepHolds(shop.ctx)
    expect([await chosen(shop), await chosen(shop)]).toEqual(given.slice(2, 4))
    await judge.approve(shop, purchases[1]?.id ?? 0)
    const rest = []
    for (let more = 0; more < 6; more++) rest.push(await chosen(shop))
    // An amount reported a moment ago was used after those held before it.
    expect(rest).toEqual([...given.slice(4), given[1]])
    expect(await chosen(shop)).toBeUndefined()
  })

  test('nobody can foresee their own, and none makes a sum that people who round pay', async () => {
    // 6714.24 and up to 0.40: of these 6714.50 is round.
    const shop = await open(setup, 40)
    const given: number[] = []
    for (let visitor = 0; visitor < 39; visitor++) given.push(cents(await chosen(shop)))
    expect(new Set(given).size).toBe(39)
    expect(given.filter((one) => (671_424 + one) % 50 === 0)).toEqual([])
    expect(given).not.toEqual(given.toSorted((a, b) => a - b))
    expect(await chosen(shop)).toBeUndefined()
  })

  test('are nobody’s where the raffle has none, the method is in dollars, or the client knows only the specification', async () => {
    const without = await open(setup, null)
    expect(await chosen(without)).toBeUndefined()
    const shop = await open(setup)
    expect(await choose(shop, await heldToken(shop), ZELLE)).toBeUndefined()
    expect(await choose(shop, await heldToken(shop), 99)).toBeUndefined()
    expect(await reported(shop, undefined)).toMatchObject({ monto: '6714.24', centimos_unicos: 0 })
    expect(await reported(shop, await heldToken(shop))).toMatchObject({ monto: '6714.24', centimos_unicos: 0 })
  })

  test('go with the account: each has its own, and each keeps them for a buyer who goes back', async () => {
    const shop = await open(setup)
    await addTransfer(shop)
    const token = await heldToken(shop)
    const [mobile, transfer] = [await choose(shop, token), await choose(shop, token, TRANSFER)]
    expect([await choose(shop, token), await choose(shop, token, TRANSFER)]).toEqual([mobile, transfer])
    expect(await reported(shop, token, PAID)).toMatchObject({
      monto: amount(671_424 + cents(transfer)),
      metodo_id: TRANSFER,
    })
    // Given for one account and reported with the other: its céntimos are not of that amount.
    const other = await heldToken(shop)
    await choose(shop, other)
    expect(await reported(shop, other, PAID)).toMatchObject({ monto: '6714.24', centimos_unicos: 0 })
  })

  test.each([
    ['is another one by now', ONE_ACCOUNT, PAGO_MOVIL],
    ['is told by another method than before', { banco: '0102 Banco de Venezuela' }, TRANSFER],
  ])('are nobody else’s while a report waits whose account %s', async (_, change, left) => {
    const shop = await open(setup, 9)
    await addTransfer(shop)
    // The other account has given all of them before, or it is one account until then.
    if (left === PAGO_MOVIL) expect((await chooseAll(shop, [PAGO_MOVIL])).toSorted()).toEqual(NINE)
    else await changeMethod(shop.ctx, PAGO_MOVIL, ONE_ACCOUNT, TESTER)
    const token = await heldToken(shop)
    const own = (await choose(shop, token, TRANSFER)) ?? ''
    await reported(shop, token, PAID)
    shop.ctx.clock.advance(HOLD)
    await changeMethod(shop.ctx, PAGO_MOVIL, change, TESTER)
    expect((await chooseAll(shop, [left])).toSorted()).toEqual(NINE.filter((one) => one !== own))
  })

  test('of amounts that are near each other are never one sum', async () => {
    const shop = await open(setup, 20)
    const near = await addRaffle(shop.ctx, { precio: '3357.17', moneda: 'VES', centimos_unicos: 20 })
    // 6714.34 is ten céntimos above 6714.24: from 6714.25 to 6714.54 there are thirty, and 6714.50 is round.
    const sums: number[] = []
    for (let more = 0; more < 20; more++) {
      for (const [raffle, base] of [[shop.id, 671_424] as const, [near, 671_434] as const]) {
        const given = await chosen(shop, raffle)
        if (given !== undefined) sums.push(base + cents(given))
      }
    }
    expect(sums.toSorted()).toEqual([...new Set(sums)].toSorted())
    expect(sums.length).toBe(29)
  })
})
