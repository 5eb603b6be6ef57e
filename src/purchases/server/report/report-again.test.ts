import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { createApp } from '#app/server/create-app.ts'
import { correct, freeTickets, heldToken, ofHold } from '#app/server/testing/buyer.ts'
import { deskOf } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { losingAnswers } from '#app/server/testing/losing-answers.ts'
import { addRaffle, JPEG, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { chooseReference } from '#rates/server/set-rate.ts'
import { sweepProofs } from '../sweep-proofs.ts'
import { dropProof } from './find-reported.ts'

const purchases = (shop: Shop) => shop.ctx.db.read.selectFrom('purchases').select(['id', 'comprobante']).execute()

onBothEngines('a report that arrived', (setup) => {
  test('is told to the holder of its hold, whatever was changed in the form, and buys nothing twice', async () => {
    const shop = await openShop(setup)
    const apartado = await heldToken(shop)
    const first = await report(shop, { apartado }, { key: 'primera-vez' })
    expect(first.statusCode, first.body).toBe(201)
    const { repetida: _, ...answer } = first.json()
    const again = [
      await report(shop, { apartado, referencia: 'Ref. 0012783390' }, { key: 'segunda-vez' }),
      await report(shop, { apartado, nombre: 'Carla María Mendoza' }, { key: 'tercera-vez' }),
      await report(shop, { apartado, nombre: 'Carla María Mendoza' }, { key: 'primera-vez' }),
      await report(shop, { apartado, cantidad_tickets: '3', total: '15.00' }),
      await report(shop, { apartado, nombre: '', correo: '', fecha: '' }),
      await report(shop, { apartado }, { proof: null }),
    ]
    for (const one of again) expect([one.statusCode, one.json()]).toEqual([201, { ...answer, repetida: true }])
    const asked = await ofHold(shop, apartado, 'compra')
    expect(asked.json()).toEqual({ ...answer, repetida: true })
    expect(asked.headers['cache-control']).toBe('no-store')
    expect(await freeTickets(shop)).toBe(98)
    expect(await purchases(shop)).toHaveLength(1)
    // Every proof that came with them is gone.
    expect(await audit(shop.ctx)).toEqual([])
    const left: string[] = []
    for await (const id of shop.ctx.files.olderThan(Number.MAX_SAFE_INTEGER)) left.push(id)
    expect(left).toEqual((await purchases(shop)).map(({ comprobante }) => comprobante))
    // Its token opens nothing once a hold would have ended.
    shop.ctx.clock.advance(600_000)
    const later = await ofHold(shop, apartado, 'compra')
    expect([later.statusCode, later.json().code]).toEqual([404, 'NO_EXISTE'])
  })

  test('of two tabs that send two payments with one hold simultaneously one is kept, and the other one is told', async () => {
    const shop = await openShop(setup)
    const apartado = await heldToken(shop)
    const answers = await Promise.all(
      ['004512783390', '004512783391', '004512783390'].map((referencia) => report(shop, { apartado, referencia })),
    )
    const codes = answers.map((answer) => answer.json().code ?? answer.json().referencia ?? 'hecha')
    expect(codes.filter((code) => code === 'APARTADO_YA_REPORTADO').length).toBeGreaterThanOrEqual(1)
    expect(new Set(answers.flatMap((answer) => answer.json().codigo ?? [])).size).toBe(1)
    expect(await purchases(shop)).toHaveLength(1)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test.each([
    ['with a key', 201],
    ['with a hold', 201],
    ['with neither', 409],
  ] as const)('whose answer was lost is found by the retry %s, and its proof stays', async (how, status) => {
    const shop = await openShop(setup)
    const apartado = how === 'with a hold' ? await heldToken(shop) : undefined
    const app = await createApp(losingAnswers(shop.ctx), null)
    const send = (to: Shop) => report(to, { apartado }, how === 'with a key' ? { key: 'una-clave' } : {})
    expect((await send({ ...shop, app } as Shop)).statusCode).toBeGreaterThanOrEqual(500)
    const again = await send(shop)
    expect(again.statusCode, again.body).toBe(status)
    const [kept, ...more] = await shop.ctx.db.read.selectFrom('purchases').select(['codigo', 'comprobante']).execute()
    expect([again.json().codigo, more]).toEqual([kept?.codigo, []])
    shop.ctx.clock.advance(2 * 3_600_000)
    await sweepProofs(shop.ctx)
    expect(await shop.ctx.files.read(kept?.comprobante ?? '')).toEqual(JPEG)
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('a report that arrived', (setup) => {
  test('is not the answer to another payment or person with its hold: that is refused, and reported by itself', async () => {
    const shop = await openShop(setup)
    const apartado = await heldToken(shop)
    const first = (await report(shop, { apartado }, { key: 'primera-vez' })).json()
    const others: Record<string, string>[] = [
      { referencia: '004512783391' },
      { cedula: 'V-9.000.001' },
      { referencia: '7788', cedula: 'V9000001', nombre: 'Rosa Díaz' },
      // Also where the form is not right yet.
      { referencia: '004512783391', nombre: '' },
    ]
    for (const [at, change] of others.entries()) {
      const other = await report(shop, { apartado, ...change }, { key: `otro-pago-${at}` })
      expect([other.statusCode, other.json().code], JSON.stringify(change)).toEqual([409, 'APARTADO_YA_REPORTADO'])
      expect(other.json().details).toContain(first.codigo)
    }
    const own = await report(shop, { referencia: '004512783391', apartado: await heldToken(shop) })
    expect(own.statusCode, own.body).toBe(201)
    expect(await purchases(shop)).toHaveLength(2)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is not the answer to another code of Zelle whose digits are the same', async () => {
    const shop = await openShop(setup)
    await changeMethod(shop.ctx, 2, { email: 'pagos@ejemplo.test', nombre: 'Casa', paginas: ['A'] }, TESTER)
    const zelle = { metodo_pago: 'Zelle', metodo_id: '2' }
    const apartado = await heldToken(shop)
    const first = await report(shop, { ...zelle, apartado, referencia: 'JPM99A123456' })
    expect(first.statusCode, first.body).toBe(201)
    const second = await report(shop, { ...zelle, apartado, referencia: 'BACB123456' })
    expect([second.statusCode, second.json().code]).toEqual([409, 'APARTADO_YA_REPORTADO'])
    const again = await report(shop, { ...zelle, apartado, referencia: 'Ref. jpm99a-123456' })
    expect([again.statusCode, again.json().codigo]).toEqual([201, first.json().codigo])
    // Nor is it the second tab of the first one.
    const own = await report(shop, { ...zelle, referencia: 'BACB123456', apartado: await heldToken(shop) })
    expect(own.statusCode, own.body).toBe(201)
  })

  test('is told by its code to a second tab of the same person, and by no code to anybody else', async () => {
    const shop = await openShop(setup)
    const { codigo } = (await report(shop, { apartado: await heldToken(shop) })).json()
    const again = async (changes: Record<string, string>, remoteAddress?: string) => {
      const options = remoteAddress === undefined ? {} : { remoteAddress }
      const answer = await report(shop, { apartado: await heldToken(shop), ...changes }, options)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'REGISTRO_DUPLICADO'])
      return answer.json().codigo
    }
    expect(await again({})).toBe(codigo)
    expect(await again({ nombre: 'Carla María Mendoza' })).toBe(codigo)
    expect(await again({}, '203.0.113.77')).toBeUndefined()
    expect(await again({ telefono: '04149998877' })).toBeUndefined()
    expect(await again({ correo: 'otra@ejemplo.test' })).toBeUndefined()
    expect(await purchases(shop)).toHaveLength(1)
  })

  test('a used key with another purchase in its form is a conflict, with and without the hold', async () => {
    const shop = await openShop(setup)
    const other = await addRaffle(shop.ctx, { seleccion: 'ambas' })
    const apartado = await heldToken(shop)
    const key = 'una-sola-vez'
    const first = await report(shop, { apartado }, { key })
    expect(first.statusCode, first.body).toBe(201)
    const changes = [
      { apartado, id_rifa: String(other) },
      { apartado, cantidad_tickets: '3', total: '15.00' },
      { apartado, total: '9.00' },
      { apartado, referencia: '004512783391' },
      { apartado: await heldToken(shop) },
      { apartado: undefined },
    ]
    for (const change of changes) {
      const again = await report(shop, change, { key })
      expect([again.statusCode, again.json().code], JSON.stringify(change)).toEqual([422, 'CLAVE_REUTILIZADA'])
    }
    // A buyer who lost the answer and corrected the name gets the answer about the first report.
    for (const change of [{ nombre: 'Carla María Mendoza' }, { correo: 'carla@ejemplo.test ' }, { total: '10.01' }]) {
      const again = await report(shop, { apartado, ...change }, { key })
      expect([again.statusCode, again.json().codigo], JSON.stringify(change)).toEqual([201, first.json().codigo])
    }
    expect(await purchases(shop)).toHaveLength(1)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('also when its time was over and others were taken, and once it was decided', async () => {
    const shop = await openShop(setup)
    const apartado = await heldToken(shop)
    shop.ctx.clock.advance(700_000)
    // Somebody who runs short of tickets gives the expired ones back.
    await heldToken(shop, { cantidad_tickets: 99 })
    const late = await report(shop, { apartado })
    expect(late.statusCode, late.body).toBe(201)
    const gone = shop.ctx.db.read.selectFrom('reservations').select('compra').where('token', '=', apartado)
    expect(await gone.executeTakeFirst()).toEqual({ compra: 0 })
    await judge.approve(shop, late.json().id, 1)
    const again = await report(shop, { apartado, nombre: 'Otro Nombre' })
    expect(again.json()).toMatchObject({ codigo: late.json().codigo, repetida: true, estado: 'confirmado' })
    expect(await purchases(shop)).toHaveLength(1)
  })

  test('is a duplicate of its reference for a client with neither hold nor key, and a hold that was not reported tells nothing', async () => {
    const shop = await openShop(setup)
    const apartado = await heldToken(shop)
    expect((await report(shop, { apartado })).statusCode).toBe(201)
    const stranger = await report(shop, { apartado: await heldToken(shop) }, { remoteAddress: '203.0.113.77' })
    expect([stranger.statusCode, stranger.json().campo, stranger.json().codigo]).toEqual([409, 'referencia', undefined])
    for (const token of [await heldToken(shop), 'x', "'", `${apartado}x`]) {
      const asked = await ofHold(shop, token, 'compra')
      expect([asked.statusCode, asked.json().code]).toEqual([404, 'NO_EXISTE'])
    }
    // Nor is a client's invented token kept as a hold.
    const mine = { cedula: 'V9000001', referencia: '660000000001', apartado: 'inventado' }
    expect((await report(shop, mine)).statusCode).toBe(201)
    const other = await report(shop, { ...mine, cedula: 'V9000002', referencia: '660000000002' })
    expect(other.json().repetida).toBeUndefined()
    expect(await purchases(shop)).toHaveLength(3)
  })

  test('is corrected once when the answer of that commit is lost, and its new proof stays', async () => {
    const shop = await openShop(setup)
    const { secreto, id } = (await report(shop)).json()
    await judge.reject(shop, id)
    const app = await createApp(losingAnswers(shop.ctx), null)
    const bytes = Buffer.concat([JPEG, Buffer.from('otro')])
    const proof = { bytes, name: 'otro.jpg', type: 'image/jpeg' }
    const send = async (to: Pick<Shop, 'app'>) =>
      (await correct(to as never, { secreto, referencia: '550001112223' }, proof)).statusCode
    expect(await send({ app } as never)).toBeGreaterThanOrEqual(500)
    expect(await send(shop)).toBe(200)
    const [kept] = await purchases(shop)
    expect(await shop.ctx.files.read(kept?.comprobante ?? '')).toEqual(bytes)
    expect(await readDeeds(shop.ctx, 'compra corregida')).toHaveLength(1)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('no proof is removed that a purchase has, one that none has is, and none when nobody can be asked', async () => {
    const shop = await openShop(setup)
    expect((await report(shop)).statusCode).toBe(201)
    const [kept] = await purchases(shop)
    const id = kept?.comprobante ?? ''
    const orphan = 'abcdefghijklmnopqrstuv'
    await shop.ctx.files.put(orphan, JPEG)
    const deaf = { ...shop.ctx, db: { ...shop.ctx.db, read: null as never } }
    await dropProof(deaf, orphan)
    expect(await shop.ctx.files.has(orphan)).toBe(true)
    for (const one of [id, orphan]) await dropProof(shop.ctx, one)
    expect([await shop.ctx.files.has(id), await shop.ctx.files.has(orphan)]).toEqual([true, false])
  })
})

onSqlite('a client that knows only the specification', (setup) => {
  test('may be a céntimo off, in dollars and in bolívares, and ours is kept', async () => {
    const shop = await openShop(setup)
    let next = 810_000_000_000
    const total = (text: string) => report(shop, { total: text, referencia: String(++next) })
    for (const near of [
      '6714.24',
      '6714.235',
      '6714.2349999999995',
      '6714.25',
      '6714.23',
      '10.00',
      '10',
      '10.01',
      '9.99',
    ]) {
      const taken = await total(near)
      expect(taken.statusCode, near).toBe(201)
      expect(taken.json().cotizacion).toMatchObject({ total: '10.00', total_bs: '6714.24' })
    }
    for (const far of ['6714.26', '6714.22', '10.02', '9.98', '0.01', '0', '', 'diez', '-10.00', '1e1', '6714,24']) {
      const refused = await total(far)
      expect([409, 422], far).toContain(refused.statusCode)
    }
  })

  test('numbers that it names on /participantes are given to it, or refused', async () => {
    const shop = await openShop(setup)
    const named = (numbers: string, referencia: string) =>
      report(shop, { numeros_seleccionados: numbers, referencia, cedula: `V3${referencia.slice(-7)}` })
    const picked = await named('["07","42"]', '820000000001')
    expect(picked.statusCode, picked.body).toBe(201)
    const rows = await shop.ctx.db.read.selectFrom('tickets').select('numero').orderBy('numero').execute()
    expect(rows.map(({ numero }) => numero)).toEqual(['07', '42'])
    expect((await named('["42","43"]', '820000000002')).json()).toMatchObject({
      code: 'NUMERO_TOMADO',
      numeros: ['42'],
    })
    expect((await named('["44"]', '820000000003')).statusCode).toBe(422)
    expect((await named('cualquiera', '820000000004')).statusCode).toBe(422)
    expect((await named('[]', '820000000005')).statusCode).toBe(201)
    const drawn = await openShop(setup, { seleccion: 'automatica' })
    const refused = await report(drawn, { numeros_seleccionados: '["07","42"]' })
    expect(refused.json().code).toBe('SELECCION_NO_PERMITIDA')
  })

  test('without a rate of ours the amount is not verified, and the desk shows that', async () => {
    const shop = await openShop(setup)
    await chooseReference(shop.ctx, 'bcv_euro', { actor: TESTER })
    const answer = await report(shop)
    expect(answer.statusCode, answer.body).toBe(201)
    const desk = (await (await deskOf(shop)).get(`/compras/${answer.json().id}`)).json()
    expect(desk.tasa_verificada).toBe(false)
    expect(desk.comprobaciones).toContainEqual(
      expect.objectContaining({ sobre: 'monto', nivel: 'aviso', titulo: 'Tasa no verificada' }),
    )
  })

  test('a wrong total tells nothing of the people who take part, where each may once', async () => {
    const shop = await openShop(setup, { registro_unico: true })
    expect((await report(shop)).statusCode).toBe(201)
    for (const cedula of ['V12345678', 'V99999999']) {
      const probe = await report(shop, {
        cedula,
        telefono: '04149998877',
        correo: 'x@ejemplo.test',
        total: '0.01',
        referencia: '990001112223',
      })
      expect([probe.statusCode, probe.json().code], cedula).toEqual([409, 'COTIZACION_CAMBIO'])
    }
    expect((await shop.app.inject(`/api/rifas/rifas/${shop.id}`)).json().registro_unico).toBe(true)
    expect((await report(shop, { referencia: '990001112224' })).json().code).toBe('REGISTRO_DUPLICADO')
  })

  test('a method that was switched off during the payment is told by its id', async () => {
    const shop = await openShop(setup)
    await changeMethod(shop.ctx, 2, { paginas: [] }, TESTER)
    expect((await report(shop, { metodo_pago: 'Zelle' })).json().code).toBe('METODO_NO_OFRECIDO')
    expect((await report(shop, { metodo_pago: 'Zelle', metodo_id: '2' })).statusCode).toBe(201)
  })
})
