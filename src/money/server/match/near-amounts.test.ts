import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { post } from '#app/server/testing/desk.ts'
import {
  booksOf,
  comeIn,
  confirmAll,
  type MoneyShop,
  PRICE,
  pay,
  stateOf,
  verdictsOf,
} from '#app/server/testing/money/money-shop.ts'
import { openShop, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { addDays, type CalendarDate, dayInCaracas, formatDay, type Instant, startOfDay } from '#platform/clock.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import type { NewRaffle } from '#raffles/raffle-fields.ts'
import { chooseReference, enterRate, setFixedRate } from '#rates/server/set-rate.ts'
import type { Check, ReviewedPurchase } from '#review/contract.ts'

/** Price of two tickets since this morning. */
const DEARER = 680_000
const HOURS = 3_600_000

/** A shop whose rate of yesterday was 671,4235 and is 680 since this morning. */
async function openDearer(setup: Setup, raffle: Partial<NewRaffle> = {}) {
  const shop = await openShop(setup, { total_numeros: 1_000, ...raffle })
  const yesterday = dayInCaracas(shop.ctx.clock.now())
  const today = addDays(yesterday, 1)
  shop.ctx.clock.set((startOfDay(today) + 9 * HOURS) as Instant)
  await setFixedRate(shop.ctx, '680.0000', { actor: TESTER })
  shop.ctx.clock.set((startOfDay(today) + 12 * HOURS) as Instant)
  return { ...shop, headers: await signInOwner(shop), yesterday, today }
}

const checkOf = async ({ app, headers }: MoneyShop, id: number): Promise<Check | undefined> =>
  (await app.inject({ url: `/api/panel/compras/${id}`, headers }))
    .json<ReviewedPurchase>()
    .comprobaciones.find(({ sobre }) => sobre === 'banco')
const verdictOf = async (shop: MoneyShop, id: number) => (await verdictsOf(shop, id))[0]
const approve = (shop: MoneyShop, id: number, version = 1) =>
  post(shop, shop.headers, `/compras/${id}/aprobar`, { version })

onSqlite('a payment at the rate of its day', (setup) => {
  test('is shown, accepted with one tap as all that is owed, and its difference is in the books', async () => {
    const shop = await openDearer(setup)
    const id = await pay(shop, '81900290617')
    await comeIn(shop, [{ referencia: '81900290617', centimos: PRICE, dia: shop.yesterday }])
    const says = `Pagó a la tasa del ${formatDay(shop.yesterday)}`
    expect(await checkOf(shop, id)).toMatchObject({ nivel: 'aviso', titulo: says })
    expect(await verdictOf(shop, id)).toMatchObject({ veredicto: 'encontrado', regla: 'tasa_del_dia', exacta: false })
    expect(await confirmAll(shop)).toEqual([])
    expect((await approve(shop, id)).statusCode).toBe(200)
    expect(await verdictOf(shop, id)).toMatchObject({ veredicto: 'unido', falta: null, sobra: null })
    const { total } = await booksOf(shop)
    expect(total.ves).toMatchObject({ vendido: '6800.00', recibido: '6714.24', de_menos: '85.76', debe: '0.00' })
    const list = await shop.app.inject({ url: '/api/panel/exportar/compras?formato=csv', headers: shop.headers })
    expect(list.body).toMatch(/;6714,24\r?$/m)
    expect(await audit(shop.ctx)).toEqual([])
    // Undone, its amount due is the quoted one again.
    const undone = await post(shop, shop.headers, `/compras/${id}/deshacer`, { version: 2 })
    expect(undone.statusCode, undone.body).toBe(200)
    expect((await booksOf(shop)).total.ves).toMatchObject({ recibido: '0.00', de_menos: '0.00', debe: '6800.00' })
  })

  test('a rate that was typed wrong for some minutes is no rate of a day, nor confirms alone', async () => {
    const shop = await openDearer(setup, { acepta_cercanos: true })
    for (const rate of ['6.8000', '68000.0000', '680.0000']) {
      shop.ctx.clock.advance(60_000)
      await setFixedRate(shop.ctx, rate, { actor: TESTER })
    }
    const [little, much] = [await pay(shop, '81900290617'), await pay(shop, '81900298536')]
    await comeIn(shop, [
      { referencia: '81900290617', centimos: DEARER / 100 },
      { referencia: '81900298536', centimos: DEARER * 100 },
    ])
    expect(await confirmAll(shop)).toEqual([])
    for (const id of [little, much]) expect(await checkOf(shop, id)).toMatchObject({ nivel: 'grave' })
  })

  test('is exact where the raffle says so, and confirmed with the exact ones', async () => {
    const shop = await openDearer(setup, { acepta_cercanos: true })
    const [waiting, confirmed] = [await pay(shop, '81900290617'), await pay(shop, '81900298536')]
    await comeIn(shop, [
      { referencia: '81900290617', centimos: PRICE, dia: shop.yesterday },
      { referencia: '81900298536', centimos: DEARER - 90 },
    ])
    expect(await checkOf(shop, waiting)).toBeUndefined()
    expect((await confirmAll(shop)).sort()).toEqual([waiting, confirmed].sort())
    expect((await booksOf(shop)).total.ves).toMatchObject({ de_menos: '86.66', debe: '0.00', devolver: '0.00' })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('counts by the day of the bank alone, and by rates that were in force on it', async () => {
    const shop = await openDearer(setup)
    const { ctx, yesterday } = shop
    // A buyer who waits for the dearer dollar, pays today and says yesterday; and a rate that was entered for a day afterwards.
    const [late, ours] = [
      await pay(shop, '81900290617', { fecha: yesterday }),
      await pay(shop, '81900298536', { fecha: yesterday }),
    ]
    await enterRate(ctx, { referencia: 'bcv_euro', tasa: '660', fecha_valor: yesterday }, { actor: TESTER })
    await chooseReference(ctx, 'bcv_euro', { actor: TESTER })
    const old = addDays(yesterday, -8)
    const before = await pay(shop, '81900211122')
    await comeIn(shop, [
      { referencia: '81900290617', centimos: PRICE, en: ctx.clock.now() },
      { referencia: '81900298536', centimos: 660_000, dia: yesterday },
      { referencia: '81900211122', centimos: PRICE, dia: old as CalendarDate },
    ])
    for (const id of [late, ours]) {
      expect(await checkOf(shop, id), String(id)).toMatchObject({ nivel: 'grave', titulo: 'Al banco llegó otro monto' })
      expect((await approve(shop, id)).json().code).toBe('MOTIVO_NECESARIO')
    }
    expect((await verdictOf(shop, before))?.veredicto).not.toBe('encontrado')
  })

  test('follows a published rate, also until it changed at noon', async () => {
    const shop = await openDearer(setup)
    const { ctx, today } = shop
    await enterRate(ctx, { referencia: 'bcv_euro', tasa: '690', fecha_valor: today }, { actor: TESTER })
    await chooseReference(ctx, 'bcv_euro', { actor: TESTER })
    ctx.clock.advance(HOURS)
    await enterRate(ctx, { referencia: 'bcv_euro', tasa: '700', fecha_valor: today }, { actor: TESTER })
    const ids = [await pay(shop, '81900290617'), await pay(shop, '81900298536'), await pay(shop, '81900211122')]
    // The first source gives the day alone, the second one an hour after the change of the rate.
    await comeIn(shop, [
      { referencia: '81900290617', centimos: 690_000 },
      { referencia: '81900298536', centimos: 690_000, en: (ctx.clock.now() + HOURS) as Instant },
      { referencia: '81900211122', centimos: 690_000, en: (ctx.clock.now() - HOURS / 2) as Instant },
    ])
    const rules = await Promise.all(ids.map(async (id) => (await verdictOf(shop, id))?.veredicto))
    expect(rules).toEqual(['encontrado', 'monto_distinto', 'encontrado'])
  })

  test('is nobody’s while another report names its reference, and pays one purchase alone', async () => {
    const shop = await openDearer(setup)
    const [one, rival] = [await pay(shop, '81900290617'), await pay(shop, '81900290617')]
    await comeIn(shop, [{ referencia: '81900290617', centimos: PRICE, dia: shop.yesterday }])
    for (const id of [one, rival]) expect(await checkOf(shop, id)).toMatchObject({ nivel: 'grave' })
    expect(await stateOf(shop, one)).toBe('en revision')
  })

  test('does not count next to a rate of the raffle’s own', async () => {
    const shop = await openDearer(setup, { tasa_usd: '690' })
    const id = await pay(shop, '81900290617')
    await comeIn(shop, [{ referencia: '81900290617', centimos: PRICE, dia: shop.yesterday }])
    expect(await checkOf(shop, id)).toMatchObject({ nivel: 'grave' })
  })
})

onSqlite('céntimos of difference', (setup) => {
  test('are accepted up to 1,00 Bs., more or less, and not beyond', async () => {
    const shop = await openDearer(setup)
    const amounts = [DEARER - 100, DEARER + 100, DEARER - 101, DEARER + 101]
    const ids: number[] = []
    for (const [at, centimos] of amounts.entries()) {
      const referencia = `8190029061${at}`
      ids.push(await pay(shop, referencia))
      await comeIn(shop, [{ referencia, centimos }])
    }
    const levels = await Promise.all(ids.map(async (id) => (await checkOf(shop, id))?.nivel))
    expect(levels).toEqual(['aviso', 'aviso', 'grave', 'grave'])
    for (const id of ids.slice(0, 2)) expect((await approve(shop, id)).statusCode).toBe(200)
    const { ves } = (await booksOf(shop)).total
    expect(ves).toMatchObject({ de_mas: '1.00', de_menos: '1.00', recibido: '13600.00', devolver: '0.00' })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('are another amount where every céntimo tells payments apart', async () => {
    const shop = await openDearer(setup, { centimos_unicos: 999 })
    const [round, rate] = [await pay(shop, '81900290617'), await pay(shop, '81900298536')]
    await comeIn(shop, [
      { referencia: '81900290617', centimos: DEARER - 10 },
      { referencia: '81900298536', centimos: PRICE, dia: shop.yesterday },
    ])
    for (const id of [round, rate]) expect(await checkOf(shop, id)).toMatchObject({ nivel: 'grave' })
  })
})
