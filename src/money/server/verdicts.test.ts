import { expect, test } from 'vitest'
import {
  ACCOUNT,
  call,
  comeIn,
  HER_DOCUMENT,
  HER_PHONE,
  list,
  look,
  NUMBERED,
  openBdvShop,
  openMoneyShop,
  openTransfers,
  PRICE,
  pay,
  verdictsOf,
} from '#app/server/testing/money/money-shop.ts'
import { openSourceShop } from '#app/server/testing/money/source-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import type { Instant } from '#platform/clock.ts'
import type { Money } from '#platform/money.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import type { Reconciliation, Suggestions, Unpaid, Unreported } from '../contract.ts'
import { addAskedSource } from './bank/testing/asked-source.ts'

onBothEngines('the word of the bank on a report', (setup) => {
  test('its money is found by its reference, however the bank prints it, and the lists agree', async () => {
    const shop = await openMoneyShop(setup)
    const [paid, unpaid] = [await pay(shop, '30906155'), await pay(shop, '11223344')]
    await comeIn(shop, [{ referencia: '0050930906155', banco_origen: '0134' }, { centimos: 400_000 }])
    expect(await verdictsOf(shop, paid, unpaid)).toMatchObject([
      {
        veredicto: 'encontrado',
        regla: 'referencia',
        exacta: true,
        movimiento: { monto: '6714.24', libre: '6714.24', fuentes: ['bdv'], estado: 'abierto' },
        razones: [{ texto: 'Referencia' }, { texto: 'Monto' }, { texto: 'Mismo día' }],
      },
      { veredicto: 'no_visto', leido_hasta: null },
    ])
    expect(await look<Reconciliation>(shop, '')).toMatchObject({
      exactas: { cantidad: 1, boletos: 2, sumas: [{ moneda: 'VES', monto: '6714.24' }] },
      por_mirar: 0,
      sin_reporte: { cantidad: 1, sumas: [{ moneda: 'VES', monto: '4000.00' }] },
      sin_dinero: { cantidad: 1, sumas: [{ moneda: 'VES', monto: '6714.24' }] },
      cuentas: [{ movimientos: 2 }],
    })
    const { filas } = await look<Suggestions>(shop, '/sugerencias')
    expect(filas).toMatchObject([{ compra: { id: paid }, exacta: true, otros: 0, falta: null, sobra: null }])
    expect(await look<Unpaid>(shop, '/sin-dinero')).toMatchObject({
      compras: [{ id: unpaid, veredicto: { veredicto: 'no_visto' } }],
      cantidad: 1,
    })
    expect(await look<Unreported>(shop, '/sin-reporte?buscar=4.000,00')).toMatchObject({ cantidad: 1 })
    expect(await look<Unreported>(shop, '/sin-reporte?buscar=nadie')).toMatchObject({ cantidad: 0, movimientos: [] })
  })
})

onSqlite('the word of the bank on a report', (setup) => {
  test('money is found by the number of a call that nothing ties to it', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...HER_DOCUMENT, banco_origen: '0102', referencia: '067720010001' }], list('bdv'))
    await comeIn(shop, [{ ...HER_PHONE, banco_origen: '0102', referencia: '154469146319' }], call('bdv'))
    expect(await look<Unreported>(shop, '/sin-reporte?buscar=146319')).toMatchObject({ cantidad: 1 })
    for (const other of ['146318', '2026', '0102'])
      expect(await look<Unreported>(shop, `/sin-reporte?buscar=${other}`), other).toMatchObject({ cantidad: 0 })
  })

  test('another amount under its reference is told with the missing or excess part', async () => {
    const shop = await openMoneyShop(setup)
    const [little, much] = [await pay(shop, '30906155'), await pay(shop, '55667788')]
    await comeIn(shop, [
      { referencia: '30906155', centimos: PRICE - 3_500 },
      { referencia: '55667788', centimos: PRICE + 1_000 },
    ])
    expect(await verdictsOf(shop, little, much)).toMatchObject([
      { veredicto: 'monto_distinto', falta: '35.00', sobra: null },
      { veredicto: 'monto_distinto', falta: null, sobra: '10.00' },
    ])
  })

  test('two reports of one sum with céntimos of its own are rivals, though they came by two methods of the account', async () => {
    const shop = await openMoneyShop(setup)
    await openTransfers(shop, { ...NUMBERED, cedula: 'J-12345678-0' })
    await changeMethod(shop.ctx, ACCOUNT, { banco: '0134 Banesco', cedula: 'J-12345678' }, TESTER)
    const one = await pay(shop, '30906155')
    const other = await pay(shop, '11223344', { metodo_pago: 'transferencia', metodo_id: '5' })
    await shop.ctx.db.write('prueba', (tx) =>
      tx
        .updateTable('purchases')
        .set({ monto: '6714.61' as Money, centimos_unicos: 37 })
        .execute(),
    )
    await comeIn(shop, [{ centimos: PRICE + 37, banco_origen: '0102' }])
    for (const verdict of await verdictsOf(shop, one, other)) {
      expect(verdict).toMatchObject({ veredicto: 'ambiguo' })
      expect(JSON.stringify(verdict)).toContain('Otro reporte dice ser este pago')
    }
  })

  test("money that was confirmed by hand before it came is not somebody else's", async () => {
    const shop = await openMoneyShop(setup)
    const who = { cedula: 'V-12.345.678', telefono: '0414-7654321' }
    const first = await pay(shop, '30906155', who)
    const approved = await shop.app.inject({
      method: 'POST',
      url: `/api/panel/compras/${first}/aprobar`,
      payload: { version: 1 },
      headers: shop.headers,
    })
    expect(approved.statusCode, approved.body).toBe(200)
    const second = await pay(shop, '99887766', who)
    // Within one bank the reference says nothing: one payment, reported twice.
    await comeIn(shop, [{ referencia: '0677200011', documento_origen: 'V12345678' }])
    expect(await verdictsOf(shop, second)).toMatchObject([{ veredicto: 'ambiguo' }])
    expect(await look<Reconciliation>(shop, '')).toMatchObject({ exactas: { cantidad: 0 }, por_mirar: 1 })
  })

  test('a request for news hears another thing once money came or somebody reported, and nothing is read until then', async () => {
    const shop = await openMoneyShop(setup)
    const ask = () => look<{ novedad: string }>(shop, '/novedad')
    const before = await ask()
    expect(await ask()).toEqual(before)
    await pay(shop, '30906155')
    const reported = await ask()
    expect(reported).not.toEqual(before)
    // Of another process, and of a transaction that began earlier: its id is not the newest.
    const other = await setup.twin(shop.ctx)
    const [late = 0] = await comeIn({ ctx: other }, [{ referencia: '30906155' }, { referencia: '30906156' }])
    await expect.poll(ask).not.toEqual(reported)
    const { read } = shop.ctx.db
    const row = await read.selectFrom('movements').selectAll().where('id', '=', late).executeTakeFirstOrThrow()
    await shop.ctx.db.write('prueba', async (tx) => {
      await tx.deleteFrom('movement_sightings').where('movimiento_id', '=', late).execute()
      await tx.deleteFrom('movements').where('id', '=', late).execute()
    })
    const without = await ask()
    await shop.ctx.db.write('prueba', (tx) => tx.insertInto('movements').values(row).execute())
    expect(await ask()).not.toEqual(without)
  })
})

onSqlite('the word on a report that nobody has seen', (setup) => {
  test('is until when, though a notice could not be read; and why, where a bank that is asked does not answer', async () => {
    const shop = await openSourceShop(setup)
    const id = await pay(shop, '30906155')
    const { ruta, id: source } = await shop.add('aviso', 'aviso')
    await shop.outside.inject({ method: 'POST', url: ruta, payload: { texto: 'Le llegaron Bs. 1.300,50 de CARLA' } })
    await expect.poll(shop.settled).toBe(true)
    expect(await shop.sources()).toMatchObject([{ causa: 'ilegible' }])
    const said = async () =>
      (await shop.call('GET', `/api/panel/conciliacion/veredictos?compras=${id}`)).json().veredictos[id]
    expect(await said()).toMatchObject({ veredicto: 'no_visto' })
    await shop.ctx.db.write('prueba', (tx) =>
      tx.updateTable('movement_sources').set({ via: 'lectura', causa: 'tiempo' }).where('id', '=', source).execute(),
    )
    expect(await said()).toMatchObject({ veredicto: 'sin_respuesta', causa: 'tiempo' })
  })

  test('is as far as the account was read under either of its methods; of two accounts, as far as the one that is known least', async () => {
    const shop = await openMoneyShop(setup)
    const { ctx } = shop
    await openTransfers(shop, NUMBERED)
    const id = await pay(shop, '30906155')
    const [early, late] = ['2026-11-20T13:00:00.000Z', '2026-11-20T15:30:00.000Z']
    const at = (iso: string) => Date.parse(iso) as Instant
    await addAskedSource(ctx, 'bdv', {}, {}, { leido_hasta: at(early) })
    await addAskedSource(ctx, 'bnc', {}, {}, { id: 2, metodo_id: 5, leido_hasta: at(late) })
    expect(await verdictsOf(shop, id)).toEqual([{ veredicto: 'no_visto', leido_hasta: late }])
    await openTransfers(shop, { ...NUMBERED, banco: '0105 Mercantil', numeroCuenta: '0105-0000-12-0000123456' })
    expect(await verdictsOf(shop, id)).toEqual([{ veredicto: 'no_visto', leido_hasta: early }])
    // A client of the plain specification names no account: the money may have come into either.
    await ctx.db.write('prueba', (tx) =>
      tx.updateTable('purchases').set({ metodo_id: null, metodo_pago: null }).where('id', '=', id).execute(),
    )
    expect(await verdictsOf(shop, id)).toEqual([{ veredicto: 'no_visto', leido_hasta: early }])
  })
})
