import { expect, test } from 'vitest'
import { heldToken, purchaseRow } from '#app/server/testing/buyer.ts'
import { checkOf } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { comeIn, type MoneyDesk, openMoneyShop, PRICE, pay } from '#app/server/testing/money/money-shop.ts'
import { JPEG, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { addAskedSource } from '#money/server/bank/testing/asked-source.ts'
import { addDays, type CalendarDate, type Instant } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { BulkAnswer, Check, ReviewedPurchase, ReviewQueue } from '../../contract.ts'
import { createProofMarker } from '../proof/mark-proofs.ts'
import { patientDrawer } from '../testing/patient-drawer.ts'
import { checkReport } from './check-purchase.ts'

const read = async (shop: MoneyDesk, id: number) => (await shop.get(`/compras/${id}`)).json<ReviewedPurchase>()
/** The bank's objection; undefined while there is none. */
const against = async (shop: MoneyDesk, id: number): Promise<Check | undefined> =>
  (await read(shop, id)).comprobaciones.find(({ sobre }) => sobre === 'banco')
const approve = (shop: MoneyDesk, id: number, motivo?: string) =>
  shop.post(`/compras/${id}/aprobar`, { version: 1, ...(motivo ? { motivo } : {}) })

/** One by one and together: nobody approves it without saying why. */
async function expectHeld(shop: MoneyDesk, id: number, titulo: string): Promise<void> {
  expect(await against(shop, id)).toMatchObject({ nivel: 'grave', titulo })
  const queue = (await shop.get('/revision')).json<ReviewQueue>()
  expect(queue.compras.find((one) => one.id === id)?.nivel).toBe('grave')
  const alone = await approve(shop, id)
  expect([alone.statusCode, alone.json().code]).toEqual([422, 'MOTIVO_NECESARIO'])
  const payload = { decision: 'aprobar', compras: [{ id, version: 1 }] }
  const { resultados } = (await shop.post('/revision/lote', payload)).json<BulkAnswer>()
  expect(resultados).toMatchObject([{ id, hecha: false, code: 'TIENE_AVISOS' }])
  expect((await read(shop, id)).estado).toBe('en revision')
}

onSqlite('approving against the word of the bank', (setup) => {
  test('another amount under its reference is named first, and confirmed with a reason', async () => {
    const shop = await openMoneyShop(setup)
    const [short, much] = [await pay(shop, '81900290617'), await pay(shop, '81900298536')]
    await comeIn(shop, [
      { referencia: '81900290617', centimos: PRICE - 10_000 },
      { referencia: '81900298536', centimos: PRICE + 5_000 },
    ])
    await expectHeld(shop, short, 'Al banco llegó otro monto')
    await expectHeld(shop, much, 'Al banco llegó otro monto')
    expect((await against(shop, short))?.detalle).toMatch(/llegaron Bs\.\s6\.614,24: faltan Bs\.\s100,00/)
    expect((await against(shop, much))?.detalle).toMatch(/sobran Bs\.\s50,00/)
    expect((await approve(shop, short, 'Trae el resto en efectivo.')).statusCode).toBe(200)
  })

  test('control: unseen money, its own, and money that is equal by chance say nothing against it', async () => {
    const shop = await openMoneyShop(setup)
    const [unseen, own] = [await pay(shop, '70000111222'), await pay(shop, '81900290617')]
    // Six digits that another payment ends in too, of that day and of an older one; this buyer's payment came without a number.
    const chance = await pay(shop, '298536', { pagador_telefono: '0424-999.88.77' })
    const old = await pay(shop, '555444')
    // Two that claim the same payment, under whose number another one came as well.
    const [one, rival] = [await pay(shop, '81900666777'), await pay(shop, '81900666777')]
    await comeIn(shop, [
      { referencia: '81900290617' },
      { telefono_origen: '584249998877' },
      { referencia: '81900298536', centimos: PRICE * 2 },
      { referencia: '81900555444', centimos: PRICE * 2, dia: '2026-11-17' as CalendarDate },
      { referencia: '81900666777' },
      { referencia: '31900666777', centimos: PRICE * 2 },
    ])
    for (const id of [unseen, own, chance, old, one, rival]) expect(await against(shop, id), String(id)).toBeUndefined()
    for (const id of [unseen, own, chance]) expect((await approve(shop, id)).statusCode).toBe(200)
  })

  test('money that the bank took back is named first too', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '81900290617')
    await comeIn(shop, [{ referencia: '81900290617' }, { referencia: '81900290617', sentido: 'debito' }])
    await expectHeld(shop, id, 'El banco se llevó ese dinero')
  })

  test('joined money that does not suffice is named first too', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '81900290617')
    const [money] = await comeIn(shop, [{ centimos: PRICE - 10_000 }])
    expect(await against(shop, id)).toBeUndefined()
    const joined = await shop.post('/conciliacion/unir', { compra_id: id, movimientos: [{ id: money }] })
    expect(joined.statusCode, joined.body).toBe(200)
    await expectHeld(shop, id, 'Lo que llegó no alcanza')
  })

  test('somebody else paid under six digits that are the same; over eight of them it may be an aunt', async () => {
    const shop = await openMoneyShop(setup)
    const [six, eight] = [await pay(shop, '290617'), await pay(shop, '81900298536')]
    const stranger = { telefono_origen: '584249998877', banco_origen: '0105' }
    await comeIn(shop, [
      { ...stranger, referencia: '81900290617' },
      { ...stranger, referencia: '81900298536' },
    ])
    await expectHeld(shop, six, 'El banco dice que pagó otra persona')
    expect(await against(shop, eight)).toBeUndefined()
  })

  test('money that pays another purchase pays this one only against the word of the bank', async () => {
    const shop = await openMoneyShop(setup)
    const [first, second] = [await pay(shop, '40906155'), await pay(shop, '81900290617')]
    const [money = 0] = await comeIn(shop, [{ referencia: '81900290617' }])
    // A buyer who typed another reference was found by hand.
    await judge.approve(shop, first, 1, { join: { movimiento_id: money, regla: 'monto' } })
    await expectHeld(shop, second, 'Ese dinero ya paga otra compra')
    expect((await against(shop, second))?.compras).toMatchObject([{ id: first, estado: 'confirmado' }])
  })

  test('money that was returned is nobody’s', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '81900290617')
    const [money] = await comeIn(shop, [{ referencia: '81900290617' }])
    const decision = { que: 'devuelto', razon: 'Pagó dos veces.' }
    expect((await shop.post(`/conciliacion/movimientos/${money}`, decision)).statusCode).toBe(200)
    await expectHeld(shop, id, 'Ese dinero ya se devolvió o se apartó')
  })

  test.each([
    ['under another reference', true, false],
    ['before anybody saw it', false, true],
  ])('its own money that was returned %s is named when it is in review again', async (_, seen, exact) => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '81900290617')
    const act = async (path: string, payload: object) =>
      expect((await shop.post(path, payload)).statusCode, path).toBe(200)
    await act(`/compras/${id}/rechazar`, { version: 1, motivo: 'El monto no es el exacto.' })
    const [money] = seen ? await comeIn(shop, [{ referencia: '55443322' }]) : []
    if (seen) await act('/conciliacion/unir', { compra_id: id, movimientos: [{ id: money }] })
    await act(`/conciliacion/por-devolver/${id}`, { que: 'devuelto', razon: 'Por Pago Móvil.' })
    await act(`/compras/${id}/deshacer`, { version: 2 })
    const said = { nivel: 'grave', titulo: 'Ese dinero ya se devolvió o se apartó' }
    expect(await against(shop, id)).toMatchObject(said)
    const approved = async () => (await shop.post(`/compras/${id}/aprobar`, { version: 3 })).statusCode
    expect(await approved()).toBe(422)
    await comeIn(shop, [{ referencia: '81900290617' }])
    // What comes now may be the returned money, unless that was seen: then it is another payment.
    if (exact) expect(await against(shop, id)).toMatchObject(said)
    else expect(await against(shop, id)).toBeUndefined()
    expect(await approved()).toBe(exact ? 422 : 200)
  })
})

const queue = async (shop: MoneyDesk) => {
  const answer = await shop.get('/revision')
  return answer.json<ReviewQueue>().compras.map(({ id, nivel, sin_ver }) => ({ id, nivel, sin_ver }))
}
/** Within its time, so that no other check fails. */
const payInTime = async (shop: MoneyDesk, referencia: string) =>
  pay(shop, referencia, { apartado: await heldToken(shop) })
const approveTogether = async (shop: MoneyDesk, ids: number[]) => {
  const payload = { decision: 'aprobar', compras: ids.map((id) => ({ id, version: 1 })) }
  return (await shop.post('/revision/lote', payload)).json<BulkAnswer>().resultados
}

onSqlite('money that nobody has seen', (setup) => {
  test('is a warning once the account was read after the report, in the queue, at the desk and in bulk; before it is none', async () => {
    const shop = await openMoneyShop(setup)
    const [paid, unpaid, doubted] = [
      await payInTime(shop, '81900290617'),
      await payInTime(shop, '81900298536'),
      await payInTime(shop, '81900277777'),
    ]
    const ids = [paid, unpaid, doubted]
    const told = (levels: ('bien' | 'aviso')[]) =>
      ids.map((id, at) => ({ id, nivel: levels[at], sin_ver: levels[at] === 'aviso' }))
    const { ctx } = shop
    await createProofMarker(ctx, patientDrawer)()
    const before = (ctx.clock.now() - 60_000) as Instant
    await addAskedSource(ctx, 'bdv', {}, {}, { leido_hasta: before })
    expect(await queue(shop)).toEqual(told(['bien', 'bien', 'bien']))
    ctx.clock.advance(60_000)
    const readAt = ctx.clock.now()
    await ctx.db.write('prueba', (tx) => tx.updateTable('movement_sources').set({ leido_hasta: readAt }).execute())
    expect(await queue(shop)).toEqual(told(['aviso', 'aviso', 'aviso']))
    expect((await read(shop, unpaid)).comprobaciones[0]).toMatchObject({
      sobre: 'banco',
      nivel: 'aviso',
      titulo: 'No visto en la cuenta',
    })
    // Money of that amount may be anybody's until its reference names the payment: a person looks.
    await comeIn(shop, [{ referencia: '81900290617' }])
    expect(await queue(shop)).toEqual(told(['bien', 'aviso', 'aviso']))
    expect((await read(shop, doubted)).comprobaciones[0]?.titulo).toBe('Por mirar en el banco')
    expect(await approveTogether(shop, ids)).toMatchObject([
      { id: paid, hecha: true },
      { id: unpaid, hecha: false, code: 'TIENE_AVISOS' },
      { id: doubted, hecha: false, code: 'TIENE_AVISOS' },
    ])
    // It never decides: a reviewer who has seen the money approves without a reason.
    expect((await shop.post(`/compras/${unpaid}/aprobar`, { version: 1 })).statusCode).toBe(200)
  })
})

const TODAY = '2026-11-20' as CalendarDate

function proof(number: number) {
  return { bytes: Buffer.concat([JPEG, Buffer.from(`-${number}`)]), name: 'pago.jpg', type: 'image/jpeg' }
}

async function sendOne(shop: Shop, number: number, changes: Record<string, string | undefined> = {}, file = number) {
  const fields = { referencia: `1234500${number}98`, cedula: `V900000${number}`, ...changes }
  const answer = await report(shop, fields, { proof: proof(file) })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id as number
}

/** The desk's level for one aspect of a purchase, with changes made to its row; null without one. */
async function levelOf(shop: Shop, id: number, sobre: string, changes: Partial<Purchase> = {}) {
  const row = { ...(await purchaseRow(shop, id)), ...changes }
  return (await checkReport(shop.ctx.db.read, row)).find((check) => check.sobre === sobre)?.nivel ?? null
}

onSqlite('the check of a report at the desk', (setup) => {
  test('goes by the row: time, date, rate, method and proof', async () => {
    const shop = await openShop(setup)
    const id = await sendOne(shop, 1)
    const table: [string, Partial<Purchase>, 'grave' | 'aviso' | 'bien' | null][] = [
      ['plazo', { tarde: 1 }, 'aviso'],
      ['plazo', { tarde: 0 }, null],
      ['fecha', { fecha: TODAY }, null],
      ['fecha', { fecha: addDays(TODAY, -7) }, null],
      ['fecha', { fecha: addDays(TODAY, -8) }, 'aviso'],
      ['fecha', { fecha: addDays(TODAY, 1) }, 'aviso'],
      ['monto', {}, 'bien'],
      ['monto', { tasa_verificada: 0 }, 'aviso'],
      ['monto', { monto: null }, 'aviso'],
      ['metodo', {}, null],
      ['metodo', { metodo_ofrecido: 0 }, 'aviso'],
      // Nobody has compared its picture.
      ['comprobante', {}, 'aviso'],
      ['comprobante', { comprobante: '' }, 'aviso'],
      ['referencia', {}, 'bien'],
    ]
    const found: typeof table = []
    for (const [sobre, changes] of table) found.push([sobre, changes, await levelOf(shop, id, sobre, changes)])
    expect(found).toEqual(table)
  })

  test('a hold that was in time is no late one', async () => {
    const shop = await openShop(setup)
    expect(await levelOf(shop, await sendOne(shop, 1, { apartado: await heldToken(shop) }), 'plazo')).toBeNull()
    expect(await levelOf(shop, await sendOne(shop, 2), 'plazo')).toBe('aviso')
  })

  test('a proof or a payment that confirmed another purchase is grave, one that only waits a warning', async () => {
    const shop = await openShop(setup)
    const first = await sendOne(shop, 1)
    const sameProof = await sendOne(shop, 2, {}, 1)
    const samePayment = await sendOne(shop, 3, { referencia: '1234500198' })
    const levels = async () => [
      await levelOf(shop, sameProof, 'comprobante'),
      await levelOf(shop, samePayment, 'referencia'),
      await levelOf(shop, first, 'referencia'),
    ]
    expect(await levels()).toEqual(['aviso', 'aviso', 'aviso'])
    await judge.approve(shop, first, 1)
    expect(await levels()).toEqual(['grave', 'grave', 'aviso'])
    await judge.annul(shop, first, 2, { motivo: 'El banco devolvió el pago.' })
    expect(await levels()).toEqual(['aviso', 'aviso', 'aviso'])
  })

  test('unnamed reports are counted, and the one that was confirmed is found behind all that came since', async () => {
    const shop = await openShop(setup)
    const first = await sendOne(shop, 1)
    await judge.approve(shop, first, 1)
    let last = first
    for (let number = 10; number < 32; number++) last = await sendOne(shop, number, { cedula: 'V7000001' }, 1)
    const checks = await checkReport(shop.ctx.db.read, await purchaseRow(shop, last))
    const of = (sobre: string) => checks.find((check) => check.sobre === sobre)
    expect(of('comprobante')).toMatchObject({ nivel: 'grave', compras: [{ id: first }, {}, {}, {}, {}] })
    expect(of('comprobante')?.detalle).toContain('Y más de 15 más.')
    expect(of('persona')?.titulo).toBe('Esta cédula tiene otras 21 compras')
  })

  test('a person is known by purchases that count: rejected ones warn, annulled ones are not spoken of', async () => {
    const shop = await openShop(setup)
    const person = { cedula: 'V7000001' }
    const before = await sendOne(shop, 1, person)
    const now = await sendOne(shop, 2, person)
    const titles = () => checkOf(shop, now, 'persona')
    expect(await titles()).toMatchObject({ nivel: 'bien', compras: [{ id: before }] })
    await judge.approve(shop, before, 1)
    await judge.annul(shop, before, 2, { motivo: 'El banco devolvió el pago.' })
    expect((await titles())?.titulo).toBe('Primera compra de esta cédula')
    await judge.reject(shop, await sendOne(shop, 3, person), 1)
    expect(await titles()).toMatchObject({ nivel: 'aviso' })
  })
})
