import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { correct as correctWith, heldToken as hold, ofHold } from '#app/server/testing/buyer.ts'
import { openDesk } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { openShop, report, type Shop, said } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { noteWritten } from '#journal/server/testing/note-written.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { moveRaffle } from './move-raffle.ts'
import { endGraces, recordDraw } from './settle-raffle.ts'

const HOLD = 600_000
const NOBODY = async () => ({ numero_ganador: '07', ganador: '' })

let made = 0
function reportWith(shop: Shop, apartado: string | undefined, total = '10.00') {
  const number = ++made
  return report(shop, { apartado, total, cedula: `V${10_000_000 + number}`, referencia: String(500_000_000 + number) })
}

const correct = (shop: Shop, secreto: string) =>
  correctWith(shop, { secreto, referencia: String(800_000_000 + ++made) })

async function price(shop: Shop, precio: string): Promise<void> {
  await setColumns(shop.ctx, 'raffles', { precio })
  await shop.ctx.db.write('prueba', (tx) => noteWritten(tx, { raffles: [shop.id] }))
}

const close = (shop: Shop) => moveRaffle(shop.ctx, ticketsOfRaffle, shop.id, 'cerrar', TESTER)
const draw = (shop: Shop) => recordDraw(shop.ctx, ticketsOfRaffle, shop.id, TESTER, NOBODY)
const code = (error: { code: string }) => error.code

onBothEngines('the price of a hold', (setup) => {
  test('of several that report with it simultaneously one has the price', async () => {
    const shop = await openShop(setup)
    const token = await hold(shop)
    await price(shop, '20.00')
    shop.ctx.clock.advance(HOLD)
    await sweepHolds(shop.ctx)
    const answers = await Promise.all(Array.from({ length: 6 }, () => reportWith(shop, token)))
    const told = answers.map((answer) => answer.json().code ?? answer.statusCode)
    expect(told.sort()).toEqual([201, ...Array(5).fill('APARTADO_YA_REPORTADO')])
    expect(await shop.ctx.db.read.selectFrom('purchases').select('id').execute()).toHaveLength(1)
  })
})

onSqlite('a hold whose price has changed', (setup) => {
  test('one that ran out keeps its price once, also when the page closed itself behind it', async () => {
    const shop = await openShop(setup)
    for (const end of ['swept', 'closed by its page'] as const) {
      await price(shop, '5.00')
      const token = await hold(shop)
      await price(shop, '20.00')
      shop.ctx.clock.advance(HOLD)
      if (end === 'swept') await sweepHolds(shop.ctx)
      else await ofHold(shop, token, 'soltar')
      const first = await reportWith(shop, token)
      expect(first.statusCode, end).toBe(201)
      // Another person's payment with the same hold is not another purchase at that price.
      expect((await reportWith(shop, token)).json().code, end).toBe('APARTADO_YA_REPORTADO')
    }
    expect(await shop.ctx.db.read.selectFrom('purchases').select('id').execute()).toHaveLength(2)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a hold that its visitor closed promises nothing', async () => {
    const shop = await openShop(setup)
    const token = await hold(shop)
    await ofHold(shop, token, 'soltar')
    await price(shop, '20.00')
    const asked = { code: 'COTIZACION_CAMBIO', cotizacion: { total: '40.00' } }
    for (let time = 0; time < 3; time++) expect((await reportWith(shop, token)).json()).toMatchObject(asked)
  })

  test('two hours after its end it is over, or two hours after the end that it was renewed to', async () => {
    const shop = await openShop(setup)
    const [plain, renewed] = [await hold(shop), await hold(shop)]
    await ofHold(shop, renewed, 'renovar')
    await price(shop, '20.00')
    shop.ctx.clock.advance(2 * HOLD)
    await sweepHolds(shop.ctx)
    shop.ctx.clock.advance(2 * 3_600_000 - HOLD)
    expect((await reportWith(shop, plain)).json().code).toBe('COTIZACION_CAMBIO')
    shop.ctx.clock.advance(HOLD - 1)
    expect((await reportWith(shop, renewed)).statusCode).toBe(201)
  })
})

onBothEngines('after the close', (setup) => {
  test('a draw races reports, corrections and approvals: nothing is open afterwards', async () => {
    const shop = await openShop(setup, { gracia_segundos: 86_400 })
    const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    const token = await hold(shop)
    const [waiting, rejected] = [(await reportWith(shop, undefined)).json(), (await reportWith(shop, undefined)).json()]
    await judge.reject(shop, rejected.id, 1)
    await close(shop)
    let drawn = false
    const tryDraw = () =>
      recordDraw(twin, ticketsOfRaffle, shop.id, TESTER, NOBODY).then(
        () => {
          drawn = true
        },
        (error) => expect(code(error)).toBe('QUEDA_POR_DECIDIR'),
      )
    await Promise.all([
      tryDraw(),
      reportWith(shop, token),
      tryDraw(),
      correct(shop, rejected.secreto),
      tryDraw(),
      judge.approve(shop, waiting.id, 1),
      endGraces(twin, ticketsOfRaffle, shop.id, TESTER),
      tryDraw(),
    ])
    const { read } = shop.ctx.db
    const open = read.selectFrom('reservations').select('id').where('estado', 'in', ['apartado', 'en revision'])
    const { estado } = await read.selectFrom('raffles').select('estado').executeTakeFirstOrThrow()
    expect(estado).toBe(drawn ? 'sorteada' : 'cerrada')
    if (drawn) expect(await open.execute()).toEqual([])
    shop.ctx.clock.advance(HOLD)
    for (const { id } of await read.selectFrom('purchases').select('id').where('estado', '=', 'en revision').execute())
      await judge.approve(shop, id)
    if (!drawn) await draw(shop)
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('after the close', (setup) => {
  test('a rejected report is corrected within its promised time, swept up or not, and not after', async () => {
    const shop = await openShop(setup, { gracia_segundos: 3_600 })
    const [first, second] = [(await reportWith(shop, undefined)).json(), (await reportWith(shop, undefined)).json()]
    for (const { id } of [first, second]) await judge.reject(shop, id, 1)
    await close(shop)
    shop.ctx.clock.advance(3_599_999)
    expect((await correct(shop, first.secreto)).statusCode).toBe(200)
    shop.ctx.clock.advance(1)
    expect((await correct(shop, second.secreto)).json().code).toBe('RIFA_CERRADA')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('nothing is drawn while somebody pays, waits or may correct, and the refusal counts them', async () => {
    const shop = await openShop(setup, { gracia_segundos: 86_400 })
    await hold(shop)
    const [waiting, rejected] = [(await reportWith(shop, undefined)).json(), (await reportWith(shop, undefined)).json()]
    await judge.reject(shop, rejected.id, 1)
    expect(await draw(shop).catch(code)).toBe('ESTADO_NO_PERMITE')
    await close(shop)
    expect(await draw(shop).catch((error) => error.details)).toBe(
      '1 persona está pagando, 1 pago espera tu decisión y 1 rechazo todavía se puede corregir. Decídelo antes del sorteo.',
    )
    shop.ctx.clock.advance(HOLD)
    await judge.approve(shop, waiting.id, 1)
    expect(await draw(shop).catch((error) => error.extra)).toEqual({ apartados: 0, en_revision: 0, por_corregir: 1 })
    expect(await endGraces(shop.ctx, ticketsOfRaffle, shop.id, TESTER)).toBe(1)
    expect((await correct(shop, rejected.secreto)).json().code).toBe('RIFA_CERRADA')
    await draw(shop)
    expect(await judge.approve(shop, rejected.id).catch(code)).toBe('RIFA_SORTEADA')
    expect((await correct(shop, rejected.secreto)).json().code).toBe('RIFA_CERRADA')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a hold is not renewed, is reported until its end and marked, and not a second later', async () => {
    const shop = await openDesk(setup)
    const [paying, late] = [await hold(shop), await hold(shop)]
    shop.ctx.clock.advance(1_000)
    await close(shop)
    const renewal = await ofHold(shop, paying, 'renovar')
    expect(said(renewal)).toEqual([409, 'RIFA_CERRADA'])
    shop.ctx.clock.advance(HOLD - 1_001)
    const reported = await reportWith(shop, paying)
    expect(reported.statusCode).toBe(201)
    const { comprobaciones } = (await shop.get(`/compras/${reported.json().id}`)).json()
    expect(comprobaciones).toContainEqual(expect.objectContaining({ titulo: 'Reportó después del cierre' }))
    shop.ctx.clock.advance(1)
    expect((await reportWith(shop, late)).json().code).toBe('RIFA_CERRADA')
    await sweepHolds(shop.ctx)
    expect((await reportWith(shop, late)).json().code).toBe('RIFA_CERRADA')
    expect(await audit(shop.ctx)).toEqual([])
  })
})
