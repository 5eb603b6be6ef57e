import { expect, test } from 'vitest'
import { post } from '#app/server/testing/desk.ts'
import { comeIn, look, type MoneyShop, openMoneyShop, PRICE, pay } from '#app/server/testing/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { type Told, UNSAID } from '#movements/movement.ts'
import { MOVEMENTS_LANE, recordMovements, type Word } from '#movements/server/record-movements.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { addDays, type CalendarDate, dayInCaracas, type Instant } from '#platform/clock.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import type { ExactBatchAnswer, Suggestions } from '#reconciliation/contract.ts'

const today = (shop: MoneyShop) => dayInCaracas(shop.ctx.clock.now())
const links = ({ ctx }: MoneyShop) =>
  ctx.db.read.selectFrom('movement_links').selectAll().orderBy('compra_id').execute()
const movements = ({ ctx }: MoneyShop) => ctx.db.read.selectFrom('movements').selectAll().orderBy('id').execute()

let names = 0
async function tell(shop: MoneyShop, word: Partial<Word>, ...told: Partial<Told>[]) {
  const { ctx } = shop
  const now = ctx.clock.now()
  const w = { metodo_id: 1, fuente: 'bdv', confianza: 'banco', crudo_sha256: 'x', now, ...word } as Word
  return ctx.db.write(MOVEMENTS_LANE, (tx) =>
    recordMovements(
      tx,
      w,
      told.map(
        (one) =>
          ({
            id_banco: `z${++names}`,
            sentido: 'credito',
            tipo: 'pago_movil',
            centimos: PRICE,
            moneda: 'VES',
            dia: dayInCaracas(now),
            en: null,
            ...UNSAID,
            ...one,
          }) as Told,
      ),
    ),
  )
}

/** What a reviewer does in five taps: asks for the exact ones and confirms all of them. @returns ids confirmed. */
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

onBothEngines('attack: matching', (setup) => {
  test('T1 one payment within BDV, told by its notice and by its list, pays one purchase', async () => {
    const shop = await openMoneyShop(setup)
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    // One payment. The call of the bank says the receipt's number, its list another one (spec: prefix 06772 in 186 of 186).
    await tell(
      shop,
      { fuente: 'bdv', canal: 'webhook' },
      {
        referencia: '000030906155',
        banco_origen: '0102',
        telefono_origen: '584141112233',
        documento_origen: 'V12345678',
      },
    )
    await tell(
      shop,
      { fuente: 'bdv' },
      { referencia: '0677200011', banco_origen: '0102', documento_origen: 'V12345678', nombre_origen: 'ANA PEREZ' },
    )
    const who = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
    const ids = [await pay(shop, '30906155', who), await pay(shop, '99887766', who)]
    const confirmed = [...(await bulk(shop)), ...(await bulk(shop))]
    console.log('T1', {
      ids,
      confirmed,
      links: (await links(shop)).map(({ compra_id, movimiento_id, regla }) => ({ compra_id, movimiento_id, regla })),
    })
    expect(confirmed.length).toBeLessThanOrEqual(1)
  })

  test('T1b the same told by the forwarded SMS and the statement, two different buyers', async () => {
    const shop = await openMoneyShop(setup)
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    await tell(
      shop,
      { fuente: 'aviso', confianza: 'aviso' },
      { referencia: '000030906155', telefono_origen: '584141112233' },
    )
    await tell(
      shop,
      { fuente: 'extracto', confianza: 'extracto' },
      { referencia: '0677200011', banco_origen: '0102', documento_origen: 'V12345678' },
    )
    // The friend pays nothing and names the same payer's cédula.
    const ids = [
      await pay(shop, '30906155', { telefono: '0414-1112233' }),
      await pay(shop, '55443322', { cedula: 'V-12.345.678' }),
    ]
    const confirmed = [...(await bulk(shop)), ...(await bulk(shop))]
    console.log('T1b', { ids, confirmed, n: (await movements(shop)).length })
    expect(confirmed.length).toBeLessThanOrEqual(1)
  })

  test('T2 one payment told of under the two methods of one account pays one purchase', async () => {
    const shop = await openMoneyShop(setup)
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela', cedula: 'J-12345678-0' }, TESTER)
    await changeMethod(
      shop.ctx,
      5,
      {
        moneda: 'VES',
        precio_por_boleto: null,
        cedula: 'J-12345678-0',
        banco: '0102 Banco de Venezuela',
        numeroCuenta: '0102-0000-12-0000123456',
        nombre: 'Inversiones Ejemplo',
        paginas: ['A', 'B'],
      },
      TESTER,
    )
    const payment = {
      referencia: '000030906155',
      banco_origen: '0134',
      telefono_origen: '584141112233',
      documento_origen: '',
    }
    await tell(shop, { metodo_id: 1, fuente: 'bdv' }, payment)
    await tell(shop, { metodo_id: 5, fuente: 'extracto', confianza: 'extracto' }, payment)
    console.log(
      'T2 movements',
      (await movements(shop)).map(({ id, metodo_id, repetida_de }) => ({ id, metodo_id, repetida_de })),
    )
    expect(await movements(shop)).toHaveLength(1)
  })

  test('T2b ... and the cheat with it: two purchases of one payment', async () => {
    const shop = await openMoneyShop(setup)
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela', cedula: 'J-12345678-0' }, TESTER)
    await changeMethod(
      shop.ctx,
      5,
      {
        moneda: 'VES',
        precio_por_boleto: null,
        cedula: 'J-12345678-0',
        banco: '0102 Banco de Venezuela',
        numeroCuenta: '0102-0000-12-0000123456',
        nombre: 'Inversiones Ejemplo',
        paginas: ['A', 'B'],
      },
      TESTER,
    )
    const payment = { referencia: '0677200011', banco_origen: '0102', documento_origen: 'V12345678' }
    await tell(shop, { metodo_id: 1, fuente: 'bdv' }, payment)
    const who = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
    const first = await pay(shop, '30906155', who)
    const one = await bulk(shop)
    // Days later the statement is imported under the transfer's method.
    await tell(shop, { metodo_id: 5, fuente: 'extracto', confianza: 'extracto' }, payment)
    const second = await pay(shop, '99887766', who)
    const two = await bulk(shop)
    console.log('T2b', { first, one, second, two })
    expect([...one, ...two]).toHaveLength(1)
  })

  test('T3 a payer whose phone fits and whose document is somebody else is not exact', async () => {
    const shop = await openMoneyShop(setup)
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    await tell(
      shop,
      {},
      {
        referencia: '0677200011',
        banco_origen: '0102',
        telefono_origen: '584141112233',
        documento_origen: 'V5555555',
        nombre_origen: 'PEDRO GOMEZ',
      },
    )
    const cheat = await pay(shop, '99887766', { pagador_telefono: '0414-1112233' })
    const confirmed = await bulk(shop)
    console.log('T3', { cheat, confirmed })
    expect(confirmed).toEqual([])
  })

  test('T5 whoever names a reference is its rival on whatever day', async () => {
    const shop = await openMoneyShop(setup)
    const paid = addDays(today(shop), -3)
    // He paid on that day and reports today without saying a day.
    const owner = await pay(shop, '000030906155')
    await tell(
      shop,
      {},
      { referencia: '0050930906155', banco_origen: '0134', dia: paid as CalendarDate, telefono_origen: '584149998877' },
    )
    const cheat = await pay(shop, '906155', { fecha: paid })
    const confirmed = await bulk(shop)
    console.log('T5', { owner, cheat, confirmed })
    expect(confirmed).toEqual([])
  })

  test('T5b the same by payer: the true payer reports three days late', async () => {
    const shop = await openMoneyShop(setup)
    const paid = addDays(today(shop), -3)
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    const owner = await pay(shop, '000030906155', { cedula: 'V-7.777.777' })
    await tell(
      shop,
      {},
      { referencia: '0677200011', banco_origen: '0102', documento_origen: 'V7777777', dia: paid as CalendarDate },
    )
    const cheat = await pay(shop, '44332211', { pagador_cedula: 'V-7.777.777', fecha: paid })
    const confirmed = await bulk(shop)
    console.log('T5b', { owner, cheat, confirmed })
    expect(confirmed).toEqual([])
  })

  test('T6 what the bank tells of is not lost in a notice that a person ignored', async () => {
    const shop = await openMoneyShop(setup)
    // Somebody sends the shop's phone a notice without reference, of the usual amount; a person sees that it is false and ignores it.
    const {
      nuevos: [fake = 0],
    } = await tell(shop, { fuente: 'aviso', confianza: 'aviso' }, {})
    await post(shop, shop.headers, `/conciliacion/movimientos/${fake}`, { que: 'ignorado', razon: 'Aviso falso.' })
    const id = await pay(shop, '30906155')
    await tell(shop, {}, { referencia: '0050930906155', banco_origen: '0134', telefono_origen: '584149998877' })
    const confirmed = await bulk(shop)
    console.log('T6', {
      id,
      confirmed,
      m: (await movements(shop)).map(({ id, estado, referencia, confianza }) => ({
        id,
        estado,
        referencia,
        confianza,
      })),
    })
    expect(confirmed).toEqual([id])
  })

  test('T6b nor in one that was returned', async () => {
    const shop = await openMoneyShop(setup)
    const {
      nuevos: [m = 0],
    } = await tell(shop, { fuente: 'extracto', confianza: 'extracto' }, { telefono_origen: '584149998877' })
    await post(shop, shop.headers, `/conciliacion/movimientos/${m}`, { que: 'devuelto', razon: 'Devuelto.' })
    // He pays again, with another reference, and the call of the bank tells of the second.
    const id = await pay(shop, '30906155', { telefono: '0414-9998877' })
    await tell(
      shop,
      { canal: 'webhook' },
      { referencia: '000030906155', banco_origen: '0134', telefono_origen: '584149998877' },
    )
    const confirmed = await bulk(shop)
    console.log('T6b', { id, confirmed, n: (await movements(shop)).length })
    expect(confirmed).toEqual([id])
  })

  test('T7 a forwarded notice alone confirms nothing in bulk', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    await tell(shop, { fuente: 'aviso', confianza: 'aviso' }, { referencia: '000030906155' })
    const confirmed = await bulk(shop)
    console.log('T7', { id, confirmed })
    expect(confirmed).toEqual([])
  })
})
