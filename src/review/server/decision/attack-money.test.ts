import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { post } from '#app/server/testing/desk.ts'
import { comeIn, look, type MoneyShop, openMoneyShop, PRICE, pay } from '#app/server/testing/money-shop.ts'
import { report } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { type Told, UNSAID } from '#movements/movement.ts'
import { MOVEMENTS_LANE, recordMovements } from '#movements/server/record-movements.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { dayInCaracas } from '#platform/clock.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import type { ExactBatchAnswer, Suggestions } from '#reconciliation/contract.ts'

const movements = ({ ctx }: MoneyShop) => ctx.db.read.selectFrom('movements').selectAll().orderBy('id').execute()
async function bulk(shop: MoneyShop): Promise<number[]> {
  const { filas } = await look<Suggestions>(shop, '/sugerencias?ver=exactas')
  if (filas.length === 0) return []
  const pares = filas.map((f: any) => ({
    compra_id: f.compra.id,
    version: f.compra.version,
    movimiento_id: f.movimiento.id,
  }))
  const answer = await post(shop, shop.headers, '/conciliacion/confirmar', { pares })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ExactBatchAnswer>().confirmadas.map(({ id }) => id)
}
async function hold(shop: MoneyShop): Promise<{ token: string; cents: string }> {
  const held = await shop.app.inject({
    method: 'POST',
    url: `/api/rifas/${shop.id}/apartados`,
    payload: { cantidad_tickets: 2 },
  })
  const token = held.json().token
  const a = await shop.app.inject({
    method: 'POST',
    url: `/api/rifas/apartados/${token}/metodo`,
    payload: { metodo_id: 1 },
  })
  return { token, cents: a.json().cotizacion.centimos?.monto }
}
async function statement(shop: MoneyShop, text: string, nombre = 'e.csv') {
  const form = new FormData()
  form.append('metodo_id', '1')
  form.append('archivo', new Blob([Buffer.from(text)]), nombre)
  const body = new Response(form)
  const a = await shop.app.inject({
    method: 'POST',
    url: '/api/panel/extractos',
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { ...shop.headers, 'content-type': body.headers.get('content-type') ?? '' },
  })
  return a.json()
}

onBothEngines('attack: money', (setup) => {
  test('C1 a whole amount in bolívares is nobody’s own amount', async () => {
    const shop = await openMoneyShop(setup, { centimos_unicos: 999 })
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    // The cheat takes holds until his amount is 6715.00, which who rounds pays.
    let mine = { token: '', cents: '' }
    for (let n = 0; n < 100 && mine.cents !== '0.76'; n++) {
      mine = await hold(shop)
      if (mine.cents !== '0.76') await shop.app.inject({ method: 'DELETE', url: `/api/rifas/apartados/${mine.token}` })
    }
    console.log('C1 got', mine.cents)
    expect(mine.cents === '0.76').toBe(false)
  })

  test('C2 céntimos do not take money whose payer reported it under a rounded amount', async () => {
    const shop = await openMoneyShop(setup, { centimos_unicos: 999 })
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    let mine = { token: '', cents: '' }
    for (let n = 0; n < 100 && mine.cents !== '0.76'; n++) mine = await hold(shop)
    const cheat = await report(shop, {
      referencia: '44556677',
      metodo_id: '1',
      apartado: mine.token,
      cedula: 'V-1.111.111',
      telefono: '0414-1111111',
    })
    const victimHold = await hold(shop)
    const victim = await report(shop, {
      referencia: '30906155',
      metodo_id: '1',
      apartado: victimHold.token,
      cedula: 'V-2.222.222',
      telefono: '0414-2222222',
      correo: 'v@ejemplo.test',
    })
    // He was told 6714.24 + a few céntimos, and paid 6715.00: it stands in the account with his cédula and name.
    await comeIn(shop, [
      {
        centimos: 671_500,
        referencia: '0677200011',
        banco_origen: '0102',
        documento_origen: 'V2222222',
        nombre_origen: 'VICTIMA',
      },
    ])
    const confirmed = await bulk(shop)
    console.log('C2', {
      cents: mine.cents,
      victimCents: victimHold.cents,
      cheat: cheat.json().id,
      victim: victim.json().id,
      confirmed,
    })
    expect(confirmed).toEqual([])
  })

  test('S1 one statement in two forms: the workbook lost the reference', async () => {
    const shop = await openMoneyShop(setup)
    const day = dayInCaracas(shop.ctx.clock.now()).split('-').reverse().join('/')
    const file = (ref: string) =>
      `Fecha;Referencia;Descripcion;Cargo;Abono\n${day};${ref};PAGO MOVIL 0134 04141112233;;6714,24\n${day};123456;OTRA COSA;;10,00\n`
    await statement(shop, file('120030906155'))
    const again = await statement(shop, file('1,20031E+11'))
    const m = (await movements(shop)).filter(({ centimos }) => centimos === PRICE)
    console.log(
      'S1',
      again.nuevos,
      again.posibles,
      m.map(({ id, referencia, repetida_de }) => ({ id, referencia, repetida_de })),
    )
    expect(m.filter(({ repetida_de }) => repetida_de === null)).toHaveLength(1)
  })

  test('S2 one statement in two forms: the description is cut or has another accent', async () => {
    const shop = await openMoneyShop(setup)
    const day = dayInCaracas(shop.ctx.clock.now()).split('-').reverse().join('/')
    const file = (d: string) =>
      `Fecha;Referencia;Descripcion;Cargo;Abono\n${day};120030906155;${d};;6714,24\n${day};123456;OTRA COSA;;10,00\n`
    await statement(shop, file('PAGO MOVIL 0134 04141112233 RIFA'))
    const again = await statement(shop, file('PAGO MOVIL 0134 04141112233'))
    const m = (await movements(shop)).filter(({ centimos }) => centimos === PRICE)
    console.log(
      'S2',
      again.nuevos,
      again.posibles,
      m.map(({ id, referencia, repetida_de }) => ({ id, referencia, repetida_de })),
    )
    // And what a cheat gains: he paid once.
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    expect(m.filter(({ repetida_de }) => repetida_de === null)).toHaveLength(1)
  })

  test('R1 an approved purchase whose money was parted, and its money pays another', async () => {
    const shop = await openMoneyShop(setup)
    const one = await pay(shop, '30906155')
    const [money = 0] = await comeIn(shop, [{ referencia: '30906155' }])
    await bulk(shop)
    const part = await post(shop, shop.headers, '/conciliacion/desunir', { compra_id: one, movimiento_id: money })
    const two = await pay(shop, '77665544')
    const join = await post(shop, shop.headers, '/conciliacion/unir', { compra_id: two, movimientos: [{ id: money }] })
    const journal = await shop.ctx.db.read
      .selectFrom('journal')
      .select(['accion'])
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    console.log('R1', part.statusCode, join.statusCode, journal, await audit(shop.ctx))
  })

  test('R2 undone after money was added to the same link; annulled and corrected', async () => {
    const shop = await openMoneyShop(setup)
    const one = await pay(shop, '30906155')
    const [money = 0, more = 0] = await comeIn(shop, [
      { referencia: '30906155' },
      { referencia: '88990011', centimos: 1000 },
    ])
    await bulk(shop)
    const a = await post(shop, shop.headers, '/conciliacion/unir', {
      compra_id: one,
      movimientos: [{ id: more, monto: '10.00' }],
    })
    const u = await post(shop, shop.headers, `/compras/${one}/deshacer`, { version: 2 })
    const m = await movements(shop)
    console.log(
      'R2',
      a.statusCode,
      u.statusCode,
      u.body.slice(0, 100),
      m.map(({ id, unido }) => ({ id, unido })),
      await audit(shop.ctx),
    )
    const again = await post(shop, shop.headers, `/compras/${one}/aprobar`, { version: 3 })
    console.log(
      'R2 again',
      again.statusCode,
      again.body.slice(0, 100),
      (await movements(shop)).map(({ id, unido }) => ({ id, unido })),
      await audit(shop.ctx),
    )
  })

  test('R3 hostile bodies of joining', async () => {
    const shop = await openMoneyShop(setup)
    const one = await pay(shop, '30906155')
    const [money = 0] = await comeIn(shop, [{ referencia: '30906155' }])
    for (const monto of [
      '1e3',
      '-5.00',
      '１２.00',
      'NaN',
      '99999999999999999999.00',
      '0.00',
      '0.001',
      5,
      '6714.25',
      '9007199254740993.00',
    ]) {
      const a = await post(shop, shop.headers, '/conciliacion/unir', {
        compra_id: one,
        movimientos: [{ id: money, monto }],
      })
      console.log('R3', monto, a.statusCode, a.json().code)
    }
    const twice = await post(shop, shop.headers, '/conciliacion/unir', {
      compra_id: one,
      movimientos: [{ id: money }, { id: money }],
    })
    console.log(
      'R3 twice',
      twice.statusCode,
      twice.json().code,
      (await movements(shop)).map(({ unido }) => unido),
      await audit(shop.ctx),
    )
    for (const headers of [
      { ...shop.headers, origin: 'https://evil.example' },
      { ...shop.headers, 'sec-fetch-site': 'cross-site' },
      {},
    ]) {
      const a = await shop.app.inject({
        method: 'POST',
        url: '/api/panel/conciliacion/unir',
        payload: { compra_id: one, movimientos: [{ id: money }] },
        headers,
      })
      console.log('R3 csrf', a.statusCode, a.json().code)
    }
  })

  test('R4 a debit and a flagged one', async () => {
    const shop = await openMoneyShop(setup)
    const one = await pay(shop, '30906155')
    const [debit = 0] = await comeIn(shop, [{ referencia: '30906155', sentido: 'debito' }])
    const a = await post(shop, shop.headers, '/conciliacion/unir', { compra_id: one, movimientos: [{ id: debit }] })
    const payer = { concepto: 'PAGOMOVIL BDV V012345678 ANA', documento_origen: 'V12345678' }
    const flagged = await comeIn(shop, [
      { referencia: '81131', ...payer },
      { referencia: '81132', ...payer },
    ])
    const b = await post(shop, shop.headers, '/conciliacion/unir', {
      compra_id: one,
      movimientos: [{ id: flagged[1] }],
    })
    console.log('R4', a.statusCode, a.json().code, b.statusCode, b.json().code)
  })

  test('X1 the desk joins money that became somebody else’s between look and approval', async () => {
    const shop = await openMoneyShop(setup)
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    // pagador by the buyer's own typed cédula of a stranger, whose name the bank says.
    await comeIn(shop, [
      { referencia: '0677200011', banco_origen: '0102', documento_origen: 'V7777777', nombre_origen: 'PEDRO GOMEZ' },
    ])
    const cheat = await pay(shop, '44332211', { cedula: 'V-7.777.777', nombre: 'Juana Rojas' })
    const confirmed = await bulk(shop)
    console.log('X1 stranger’s cédula typed as own, the name contradicts', { cheat, confirmed })
    expect(confirmed).toEqual([])
  })

  test('B1 what is parted from money whose rest was returned is not returned with it', async () => {
    const shop = await openMoneyShop(setup)
    const one = await pay(shop, '30906155')
    const [money = 0] = await comeIn(shop, [{ referencia: '11112222', centimos: PRICE + 1_000 }])
    await post(shop, shop.headers, '/conciliacion/unir', { compra_id: one, movimientos: [{ id: money }] })
    const d = await post(shop, shop.headers, `/conciliacion/movimientos/${money}`, {
      que: 'devuelto',
      razon: 'Los diez que sobran.',
    })
    const u = await post(shop, shop.headers, '/conciliacion/desunir', { compra_id: one, movimiento_id: money })
    const again = await post(shop, shop.headers, '/conciliacion/unir', { compra_id: one, movimientos: [{ id: money }] })
    const [m] = await movements(shop)
    console.log(
      'B1',
      d.statusCode,
      u.statusCode,
      again.statusCode,
      again.json().code,
      { estado: m?.estado, unido: m?.unido },
      await audit(shop.ctx),
    )
    expect(again.statusCode).toBe(200)
  })
})
