import { expect, test } from 'vitest'
import { openDesk, sellByHand } from '#app/server/testing/desk.ts'
import { JPEG, type openShop, report } from '#app/server/testing/shop.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'

async function open(setup: Setup, raffle: Parameters<typeof openShop>[1] = {}) {
  const shop = await openDesk(setup, raffle)
  const { headers } = shop
  let keys = 0
  const sell = async (
    changes: Record<string, string | undefined> = {},
    more: { key?: string; proof?: Parameters<typeof sellByHand>[4] } = {},
  ) => {
    keys += 1
    return sellByHand(shop, headers, more.key ?? `venta-${keys}-0000`, changes, more.proof)
  }
  const get = async (path: string) => (await shop.get(path)).json()
  return { shop, headers, sell, get }
}

onBothEngines('selling by hand', (setup) => {
  test('a double tap, a lost answer and a process that died before the approval sell once', async () => {
    const { shop, sell } = await open(setup)
    const twice = await Promise.all([sell({}, { key: 'venta-doble-1' }), sell({}, { key: 'venta-doble-1' })])
    const again = await sell({}, { key: 'venta-doble-1' })
    expect(again.statusCode).toBe(201)
    // The later one was told to come back, or came when the first was done and got the same answer.
    for (const tap of twice)
      if (tap.statusCode === 201) expect(tap.json()).toEqual(again.json())
      else expect(tap.json()).toMatchObject({ code: 'EN_CURSO' })
    expect((await sell({ nombre: 'Otra Persona' }, { key: 'venta-doble-1' })).json()).toMatchObject({
      code: 'CLAVE_REUTILIZADA',
    })
    expect(await shop.ctx.db.read.selectFrom('purchases').select('id').execute()).toHaveLength(1)

    const waits = (await sell({ confirmar: '1' }, { key: 'venta-muerta' })).json()
    await shop.post(`/compras/${waits.id}/deshacer`, { version: 2 })
    // Undone since: the same form sent again does not confirm it behind the reviewer's back.
    expect((await sell({ confirmar: '1' }, { key: 'venta-muerta' })).json()).toMatchObject({ estado: 'en revision' })
    await shop.ctx.db.write('prueba', (tx) =>
      tx.updateTable('purchases').set({ version: 1 }).where('id', '=', waits.id).execute(),
    )
    expect((await sell({ confirmar: '1' }, { key: 'venta-muerta' })).json()).toMatchObject({
      id: waits.id,
      estado: 'confirmado',
    })
  })
})

onSqlite('selling by hand', (setup) => {
  test('cash has the currency in which it was taken, and is not a report without a method', async () => {
    const { shop, sell, get } = await open(setup)
    const dollars = (await sell({ moneda_efectivo: 'USD' })).json()
    const bolivares = (await sell({ moneda_efectivo: 'VES', cedula: 'V-12.345.002' })).json()
    expect([dollars.monto, dollars.monto_moneda]).toEqual(['10.00', 'USD'])
    expect([bolivares.monto, bolivares.monto_moneda]).toEqual(['6714.24', 'VES'])
    const foreign = await report(shop, { metodo_pago: undefined as never, cedula: 'V-12.345.003', correo: 'c@x.test' })
    expect(foreign.statusCode, foreign.body).toBe(201)
    const ids = async (metodo: string) =>
      (await get(`/compras?metodo=${metodo}`)).compras.map(({ id }: { id: number }) => id)
    expect(await ids('efectivo')).toEqual([bolivares.id, dollars.id])
    expect(await ids('ninguno')).toEqual([foreign.json().id])
    expect((await get('/compras?metodo=efectivo&buscar=V-12.345.002')).compras).toHaveLength(1)
    const { metodos } = (await get('/inicio')).ventas[0]
    expect(metodos.map(({ metodo, confirmado }: never) => [metodo, (confirmado as { monto: string }).monto])).toEqual([
      ['efectivo', '20.00'],
      [null, '0.00'],
    ])
    // A currency that nobody offered is ignored.
    expect((await sell({ moneda_efectivo: 'COP', cedula: 'V-12.345.004' })).json().monto_moneda).toBe('VES')
  })

  test('cash without mail, reference or proof: numbers at once, the name of the seller, no mail, one line each in the journal; it can be undone', async () => {
    const { shop, sell, get } = await open(setup)
    const answer = await sell()
    expect(answer.statusCode, answer.body).toBe(201)
    const sold = answer.json()
    expect(sold).toMatchObject({ estado: 'confirmado', metodo_pago: null, correo: '', rifa_titulo: 'Moto 200 cc' })
    expect(sold.numeros).toHaveLength(2)
    const reviewed = await get(`/compras/${sold.id}`)
    expect(reviewed).toMatchObject({
      comprobante: null,
      vendida_por: 'Marisela',
      numeros: sold.numeros,
      referencia: '',
    })
    // Nothing was held for it, as for nothing that is sold by hand.
    expect(reviewed.comprobaciones.map(({ titulo }: { titulo: string }) => titulo)).not.toContain(
      'Llegó sin apartado vigente',
    )
    expect((await get('/compras?venta=mano')).compras).toMatchObject([{ id: sold.id, vendida_por: 'Marisela' }])
    expect(await readMails(shop.ctx)).toEqual([])
    const { read } = shop.ctx.db
    const { id: actor_id } = await read.selectFrom('operators').select('id').executeTakeFirstOrThrow()
    const lines = read.selectFrom('journal').select(['actor', 'actor_id', 'accion']).where('compra_id', '=', sold.id)
    expect(await lines.orderBy('id').execute()).toEqual([
      { actor: 'Marisela', actor_id, accion: 'compra vendida a mano' },
      { actor: 'Marisela', actor_id, accion: 'compra aprobada' },
    ])
    const who = ['vendida_por', 'vendida_por_id', 'decidido_por', 'decidido_por_id'] as const
    expect(await read.selectFrom('purchases').select(who).where('id', '=', sold.id).execute()).toEqual([
      { vendida_por: 'Marisela', vendida_por_id: actor_id, decidido_por: 'Marisela', decidido_por_id: actor_id },
    ])
    // The next cash of the same person is another payment.
    expect((await sell()).statusCode).toBe(201)
    const undone = await shop.post(`/compras/${sold.id}/deshacer`, { version: 2 })
    expect(undone.json()).toMatchObject({ estado: 'en revision', numeros: sold.numeros })
  })

  test('they hear of it too when the seller confirms a sale later, and after a change of name', async () => {
    const { shop, sell } = await open(setup, { total_numeros: 1_000 })
    const alerts = async () => (await readMails(shop.ctx, 'ventas-a-mano:%')).map(({ asunto }) => asunto)
    const confirmLater = async () => {
      const { id } = (await sell({ cantidad_tickets: '49', total: '245.00', confirmar: '0' })).json()
      const approved = await shop.post(`/compras/${id}/aprobar`, { version: 1, motivo: 'cobrado en la tienda' })
      expect(approved.statusCode, approved.body).toBe(200)
    }
    await confirmLater()
    expect(await alerts()).toEqual([])
    expect((await shop.post('/cuenta/nombre', { nombre: 'Marisela Pérez' })).statusCode).toBe(200)
    await confirmLater()
    expect(await alerts()).toEqual(['Marisela Pérez vendió 98 boletos a mano hoy · Tómbola'])
  })

  test('by a method: reference, proof and mail as a buyer has them, left in review or confirmed', async () => {
    const { shop, sell, get } = await open(setup)
    const paid = { metodo_pago: 'pago_movil', referencia: '004512783390', correo: 'carla@ejemplo.test' }
    const proof = { bytes: JPEG, name: 'pago.jpg', type: 'image/jpeg' }
    const waits = await sell({ ...paid, confirmar: undefined }, { proof })
    expect(waits.json()).toMatchObject({ estado: 'en revision', numeros: [], monto: '6714.24', monto_moneda: 'VES' })
    expect(await get(`/compras/${waits.json().id}`)).toMatchObject({ comprobante: { nombre: 'pago.jpg' } })
    // The same payment of the same person.
    expect((await sell({ ...paid, confirmar: undefined })).json()).toMatchObject({ code: 'REGISTRO_DUPLICADO' })
    const done = await sell({ ...paid, referencia: '889900112233' })
    expect(done.json()).toMatchObject({ estado: 'confirmado' })
    expect((await readMails(shop.ctx)).map(({ clave }) => clave)).toEqual([
      `recibida:${waits.json().id}`,
      `compra:${done.json().id}:decision:2`,
    ])
    expect((await sell({ metodo_pago: 'pago_movil' })).json()).toMatchObject({
      campos: { referencia: expect.any(String) },
    })
  })

  test('picked numbers, one registration each and the last tickets hold as for a visitor', async () => {
    const { shop, sell } = await open(setup, { registro_unico: true, total_numeros: 10 })
    const picked = await sell({ numeros_seleccionados: '["03","07"]' })
    expect(picked.json().code ?? picked.json().numeros).toEqual(['03', '07'])
    expect((await sell({ cedula: 'V-12345678', telefono: '04240000000' })).json()).toMatchObject({
      code: 'REGISTRO_DUPLICADO',
      campo: 'cedula',
    })
    const other = { cedula: 'V-22.222.222', telefono: '0424-000.00.02', nombre: 'Otra Persona' }
    expect((await sell({ ...other, numeros_seleccionados: '["03","08"]' })).json()).toMatchObject({
      code: 'NUMERO_TOMADO',
    })
    // Neither of both has a mail, which makes nobody the same person.
    expect((await sell(other)).statusCode).toBe(201)
    const many = { cedula: 'V-33.333.333', telefono: '0424-000.00.03', cantidad_tickets: '7', total: '35.00' }
    expect((await sell(many)).json()).toMatchObject({ code: 'SIN_DISPONIBLES', disponibles: 6 })
    expect((await sell({ ...other, total: '1.00', cedula: 'V-44.444.444' })).json().code).toMatch(
      /COTIZACION_CAMBIO|REGISTRO/,
    )
    expect((await shop.ctx.db.read.selectFrom('purchases').select('id').execute()).length).toBe(2)
  })

  test('nobody else sells: a visitor cannot leave out the owed amount, a stranger gets nothing', async () => {
    const { shop, sell, headers } = await open(setup)
    const visitor = await report(shop, { correo: undefined, referencia: undefined, confirmar: '1' }, { proof: null })
    expect(visitor.json()).toMatchObject({ code: 'DATOS_INVALIDOS' })
    for (const missing of ['cookie', 'x-tombola']) {
      const { [missing]: _, ...rest } = headers
      expect((await sellByHand(shop, rest, 'venta-ajena-1')).statusCode, missing).toBeGreaterThanOrEqual(400)
    }
    expect((await sell({}, { key: '' })).statusCode).toBeGreaterThanOrEqual(400)
    for (const hostile of [
      { id_rifa: '999' },
      { cantidad_tickets: '-1' },
      { cedula: "' or 1=1" },
      { nombre: '\u202e' },
      { numeros_seleccionados: '{"a":1}' },
      { metodo_pago: 'efectivo; drop' },
    ]) {
      const answer = await sell(hostile)
      expect(answer.statusCode, JSON.stringify(hostile)).toBeGreaterThanOrEqual(404)
      expect(answer.statusCode).toBeLessThan(500)
    }
    expect(await shop.ctx.db.read.selectFrom('purchases').select('id').execute()).toEqual([])
  })
})
