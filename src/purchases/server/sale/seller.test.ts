import { expect, test } from 'vitest'
import { heldToken, ofHold, purchaseRow } from '#app/server/testing/buyer.ts'
import { callsOf, sellByHand } from '#app/server/testing/desk.ts'
import { JPEG, OWNER, openShop, report, signInAgain, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { REFUND_REASON } from '#review/reasons.ts'

async function open(setup: Setup) {
  const shop = await openShop(setup, { total_numeros: 1_000, maximo: 20 })
  await signInOwner(shop)
  let keys = 0
  /** Signs in, and again once a session is over. */
  const entering = (who: { correo: string; clave: string }) => {
    let [headers, until]: [Record<string, string>, number] = [{}, 0]
    return async () => {
      const now = shop.ctx.clock.now()
      if (now < until) return headers
      headers = await signInAgain(shop.app, who)
      until = now + 3_600_000
      return headers
    }
  }
  const owner = entering(OWNER)
  /** A vendor, and their calls. */
  const join = async (nombre: string) => {
    const who = { correo: `${nombre.toLowerCase()}@ejemplo.test`, clave: 'una frase larga y propia' }
    const { id } = await quickOperator(shop.ctx, { nombre, rol: 'vendedor', ...who }, TESTER)
    const enter = entering(who)
    const sell = async (changes: Record<string, string | undefined> = {}, proof: 'with proof' | null = null) => {
      keys += 1
      const sent = proof && { bytes: JPEG, name: 'pago.jpg', type: 'image/jpeg' }
      return sellByHand(shop, await enter(), `venta-${keys}-0000`, changes, sent)
    }
    const get = async (path: string) => callsOf(shop, await enter()).get(path)
    return { id, sell, get }
  }
  const asOwner = async (path: string) => (await callsOf(shop, await owner()).get(path)).json()
  const post = async (path: string, payload: object) => callsOf(shop, await owner()).post(path, payload)
  return { shop, join, asOwner, post }
}

onBothEngines('an operator who only sells', (setup) => {
  test('can be filtered for by an owner, with the money to hand over of each day', async () => {
    const { shop, join, asOwner, post } = await open(setup)
    const [luis, rosa] = [await join('Luis'), await join('Rosa')]
    await luis.sell({ moneda_efectivo: 'USD' })
    await luis.sell({ moneda_efectivo: 'VES', cedula: 'V-12.345.002' })
    await luis.sell({ confirmar: undefined, cedula: 'V-12.345.003' })
    await rosa.sell({ moneda_efectivo: 'USD', cedula: 'V-12.345.004' })
    expect((await report(shop, { cedula: 'V-11.111.111', referencia: '777788889999' })).statusCode).toBe(201)
    const day = (await asOwner('/compras')).compras[0].creado_en.slice(0, 10)
    shop.ctx.clock.advance(24 * 3_600_000)
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3_600_000).toISOString().slice(0, 10)
    const annulled = (await luis.sell({ moneda_efectivo: 'USD', cedula: 'V-12.345.005' })).json()
    await luis.sell({ moneda_efectivo: 'USD', cedula: 'V-12.345.006' })
    const answer = await post(`/compras/${annulled.id}/anular`, { version: 2, motivo: REFUND_REASON })
    expect(answer.statusCode, answer.body).toBe(200)

    const page = await asOwner(`/compras?vendedor=${luis.id}`)
    expect(page.compras.map(({ vendida_por }: { vendida_por: string }) => vendida_por)).toEqual(Array(5).fill('Luis'))
    expect(page.cuenta).toEqual({ cuantas: 5, sumas: [{ moneda: 'USD', monto: '50.00' }] })
    const narrow = await asOwner(`/compras?vendedor=${luis.id}&estado=confirmado&desde=${day}&hasta=${day}`)
    expect([narrow.compras.length, narrow.cuenta.cuantas]).toEqual([2, 2])
    const found = await asOwner(`/compras?vendedor=${rosa.id}&buscar=carla`)
    expect(found.compras).toHaveLength(1)
    const { vendedores } = await asOwner('/compras/rifas')
    expect(vendedores).toEqual([luis, rosa].map(({ id }, place) => ({ id, nombre: ['Luis', 'Rosa'][place] })))

    const { dias } = await asOwner(`/compras/vendedores?desde=${day}&hasta=${next}`)
    const usd = (monto: string) => ({ moneda: 'USD', monto })
    expect(dias).toEqual([
      { dia: next, vendedor: vendedores[0], ventas: 1, boletos: 2, efectivo: [usd('10.00')], en_revision: 0 },
      {
        ...{ dia: day, vendedor: vendedores[0], ventas: 2, boletos: 4, en_revision: 1 },
        efectivo: expect.arrayContaining([usd('10.00'), { moneda: 'VES', monto: '6714.24' }]),
      },
      { dia: day, vendedor: vendedores[1], ventas: 1, boletos: 2, efectivo: [usd('10.00')], en_revision: 0 },
    ])
    for (const query of ['desde=2026-01-01&hasta=2026-03-01', 'desde=2026-01-02&hasta=2026-01-01'])
      expect((await asOwner(`/compras/vendedores?${query}`)).code).toBe('DATOS_INVALIDOS')
  })
})

onSqlite('an operator who only sells', (setup) => {
  test('is named to the owners for fifty tickets a day, left in review or confirmed', async () => {
    const { shop, join } = await open(setup)
    const luis = await join('Luis')
    const alerts = () => readMails(shop.ctx, 'ventas-a-mano:%')
    const many = { cantidad_tickets: '20', total: '100.00' }
    await luis.sell({ ...many, cedula: 'V-10.000.100' })
    await luis.sell({ ...many, confirmar: undefined, cedula: 'V-10.000.101' })
    expect(await alerts()).toEqual([])
    for (const cedula of ['V-10.000.102', 'V-10.000.103', 'V-10.000.104'])
      expect((await luis.sell({ ...many, confirmar: undefined, cedula })).statusCode).toBe(201)
    const [first, second, ...more] = await alerts()
    expect([first?.asunto, second?.asunto, more]).toEqual([
      'Luis vendió 60 boletos a mano hoy · Tómbola',
      'Luis vendió 100 boletos a mano hoy · Tómbola',
      [],
    ])
    expect(second?.texto).toMatch(/Boletos en revisión\D*80/)
    // Those of yesterday are not told again.
    shop.ctx.clock.advance(24 * 3_600_000)
    await luis.sell({ ...many, confirmar: undefined, cedula: 'V-10.000.105' })
    expect(await alerts()).toHaveLength(2)
  })

  test('sells for cash in their own name, and sees their sales and nobody else’s', async () => {
    const { shop, join } = await open(setup)
    const [luis, rosa] = [await join('Luis'), await join('Rosa')]
    expect((await report(shop, { cedula: 'V-11.111.111' })).statusCode).toBe(201)
    const sold = await luis.sell({ moneda_efectivo: 'USD' })
    expect(sold.statusCode, sold.body).toBe(201)
    expect(sold.json()).toMatchObject({ estado: 'confirmado', numeros: [expect.any(String), expect.any(String)] })
    const hers = (await rosa.sell({ cedula: 'V-12.345.002' })).json()

    const own = (await luis.get('/ventas')).json()
    expect(own.ventas).toMatchObject([
      { id: sold.json().id, nombre: 'Carla Mendoza', monto: '10.00', metodo_pago: null },
    ])
    expect(own.hoy).toEqual({ ventas: 1, boletos: 2, efectivo: [{ moneda: 'USD', monto: '10.00' }] })
    expect((await luis.get(`/ventas/${sold.json().id}`)).json()).toEqual(sold.json())
    for (const id of [hers.id, 1, 999]) expect((await luis.get(`/ventas/${id}`)).statusCode).toBe(404)
    // Control: it is there, for its seller.
    expect((await rosa.get(`/ventas/${hers.id}`)).statusCode).toBe(200)
    for (const path of ['/compras', `/compras/${sold.json().id}/ficha`, '/compras/vendedores', '/exportar/compras'])
      expect([path, (await luis.get(path)).statusCode]).toEqual([path, 404])
  })

  test('reads the list of their sales page by page', async () => {
    const { shop, join } = await open(setup)
    const luis = await join('Luis')
    for (let place = 0; place < 53; place++) {
      const answer = await luis.sell({ cedula: `V-10.000.${100 + place}` })
      expect(answer.statusCode, answer.body).toBe(201)
      if (place % 3 === 0) shop.ctx.clock.advance(1_000)
    }
    const first = (await luis.get('/ventas')).json()
    const second = (await luis.get(`/ventas?despues=${first.siguiente}`)).json()
    const ids = [...first.ventas, ...second.ventas].map(({ id }: { id: number }) => id)
    expect([ids.length, new Set(ids).size, second.siguiente]).toEqual([53, 53, null])
    expect(first.hoy).toMatchObject({ ventas: 53, efectivo: [{ moneda: 'VES' }] })
  })

  test('gives no numbers for unseen money, and no more at once than anybody', async () => {
    const { shop, join, post } = await open(setup)
    const luis = await join('Luis')
    const paid = { metodo_pago: 'Pago Movil', referencia: '004512783390' }
    const refused = await luis.sell(paid)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'SOLO_EFECTIVO'])
    const waits = (await luis.sell({ ...paid, confirmar: undefined })).json()
    expect([waits.estado, waits.numeros]).toEqual(['en revision', []])
    expect((await luis.get('/ventas')).json().hoy).toEqual({ ventas: 0, boletos: 0, efectivo: [] })
    expect((await post(`/compras/${waits.id}/aprobar`, { version: 1, motivo: 'está en la cuenta' })).statusCode).toBe(
      200,
    )
    const own = (await luis.get('/ventas')).json()
    expect([own.hoy.ventas, own.hoy.efectivo, own.ventas[0].metodo_pago]).toEqual([1, [], 'pago_movil'])
    const many = await luis.sell({ cantidad_tickets: '21', total: '105.00', cedula: 'V-12.345.003' })
    expect(many.statusCode).toBe(422)
    await shop.ctx.db.write('rifa:1', (tx) => tx.updateTable('raffles').set({ estado: 'pausada' }).execute())
    expect((await luis.sell({ cedula: 'V-12.345.004' })).json().code).toBe('RIFA_PAUSADA')
  })

  test('confirms nothing that was reported in the shop, neither by its hold nor by an equal key', async () => {
    const { shop, join } = await open(setup)
    const luis = await join('Luis')
    const apartado = await heldToken(shop)
    expect((await report(shop, { apartado, cedula: 'V-11.111.111' })).statusCode).toBe(201)
    const byHold = await luis.sell({ apartado })
    // A report that the shop takes without a method has the same fields as the vendor's sale, and its key.
    const same = { metodo_pago: undefined, confirmar: '1', cedula: 'V-12.345.002', referencia: '777788889999' }
    expect((await report(shop, same, { key: `mano:${luis.id}:venta-2-0000` })).statusCode).toBe(201)
    const byKey = await luis.sell({ ...same, correo: 'carla@ejemplo.test' }, 'with proof')
    expect([byHold, byKey].map((answer) => answer.json().code)).toEqual(Array(2).fill('CLAVE_REUTILIZADA'))
    const states = await shop.ctx.db.read.selectFrom('purchases').select('estado').execute()
    expect(states.map(({ estado }) => estado)).toEqual(['en revision', 'en revision'])
  })

  test('confirms no sale of their own from the review either, as another sale with the same hold', async () => {
    const { shop, join } = await open(setup)
    const luis = await join('Luis')
    const waits = async (changes: Record<string, string>) => {
      const apartado = await heldToken(shop)
      const left = await luis.sell({ confirmar: undefined, apartado, ...changes })
      expect(left.json().estado, left.body).toBe('en revision')
      return apartado
    }
    const referencia = '777788889999'
    const paid = { apartado: await waits({ metodo_pago: 'Pago Movil', referencia }), referencia }
    const another = { apartado: await waits({ cedula: 'V-12.345.002' }), cedula: 'V-12.345.003' }
    for (const one of [paid, another]) expect.soft((await luis.sell(one)).json().code).toBe('CLAVE_REUTILIZADA')
    const states = await shop.ctx.db.read.selectFrom('purchases').select('estado').execute()
    expect(states.map(({ estado }) => estado)).toEqual(['en revision', 'en revision'])
  })

  test('learns of a blocked buyer only by a sale that would be done, which leaves a line in the journal', async () => {
    const { shop, join, post } = await open(setup)
    const luis = await join('Luis')
    const him = { cedula: 'V-12.345.678', telefono: '0414-123.45.67', correo: 'carla@ejemplo.test' }
    const other = { cedula: 'V-10.000.000', telefono: '0412-000.00.01', correo: 'otra@ejemplo.test' }
    expect((await post('/bloqueados', { ...him, motivo: 'Devolvió tres pagos' })).statusCode).toBe(201)
    const traits = Object.entries(him).map(([trait, value]) => ({ ...other, [trait]: value }))
    const wrong = [{ id_rifa: '999' }, { total: '1.00' }, { cantidad_tickets: '21', total: '105.00' }]
    for (const impossible of wrong)
      for (const one of [other, ...traits])
        expect((await luis.sell({ ...one, ...impossible })).json().code).toMatch(/NO_EXISTE|COTIZACION|CANTIDAD/)
    const lines = () => readDeeds(shop.ctx, 'venta negada')
    expect(await lines()).toEqual([])
    for (const one of traits) expect((await luis.sell(one)).json().code).toBe('PERSONA_BLOQUEADA')
    expect(await lines()).toEqual(Array(3).fill({ actor: 'Luis', accion: 'venta negada', compra_id: null, datos: {} }))
    expect(await shop.ctx.db.read.selectFrom('purchases').select('id').execute()).toEqual([])
    expect((await luis.sell(other)).json().estado).toBe('confirmado')
  })

  test('does not get the private link of a buyer by the hold of the sale', async () => {
    const { shop, join } = await open(setup)
    const luis = await join('Luis')
    const byToken = (token: string) => ofHold(shop, token, 'compra')
    const apartado = await heldToken(shop)
    expect((await luis.sell({ apartado })).json().estado).toBe('confirmado')
    const own = await heldToken(shop)
    expect((await report(shop, { apartado: own, cedula: 'V-11.111.111' })).statusCode).toBe(201)
    const { secreto } = await purchaseRow(shop, 1)
    const tries = [
      await byToken(apartado),
      await report(shop, { apartado, cedula: 'V-11.111.112', referencia: '777788889999' }),
      await report(shop, { apartado, total: '1.00', referencia: '777788889999' }),
    ]
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([404, 422, 422])
    for (const { body } of tries) expect(body).not.toContain(secreto)
    // The same form, with the key that its sale has.
    const same = { correo: 'carla@ejemplo.test', metodo_pago: undefined, confirmar: '1', cedula: 'V-12.345.002' }
    const sold = await luis.sell({ ...same, referencia: '777788889999' }, 'with proof')
    expect(sold.statusCode, sold.body).toBe(201)
    const key = `mano:${luis.id}:venta-2-0000`
    const byKey = await report(shop, { ...same, referencia: '777788889999' }, { key })
    expect([byKey.statusCode, byKey.json().code]).toEqual([422, 'CLAVE_REUTILIZADA'])
    // Control: the holder of the token gets the report that a buyer made with it.
    expect((await byToken(own)).json().secreto).toHaveLength(secreto.length)
  })
})
