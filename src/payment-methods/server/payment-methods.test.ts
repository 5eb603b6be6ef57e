import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { alertAltered } from '#app/server/audit/watch-rows.ts'
import { OWNER, openShop, type Shop, signInAgain, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import type { MethodData, PanelMethod, PanelMethods } from '../contract.ts'
import { changeMethod } from './change-method.ts'
import { findAltered } from './find-altered.ts'
import { recordChange } from './record-change.ts'
import { findMethod } from './store.ts'

const ZELLE = 2
const PAYPAL = 4
const NEQUI = 5

async function open(setup: Setup) {
  const shop = await openShop(setup)
  return { ...shop, ...(await deskOf(shop, await signInOwner(shop), OWNER.correo)) }
}

/** An owner's calls, in their session. */
async function deskOf(shop: Shop, headers: Record<string, string>, correo: string) {
  const freshCode = await giveSecondFactor(shop.ctx, correo)
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
    const url = `/api/panel/metodos${path}`
    return shop.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  }
  const list = async () => (await call('GET', '')).json<PanelMethods>().metodos
  const methodOf = async (id: number) => {
    const found = (await list()).find((method) => method.id === id)
    if (!found) throw new Error(`no method ${id}`)
    return found
  }
  const save = async (method: PanelMethod, changes: Partial<MethodData>, more: object = {}) =>
    call('POST', `/${method.id}`, {
      version: method.version,
      datos: { ...dataOf(method), ...changes },
      paginas: method.paginas,
      motivo: 'cambio de banco',
      codigo: freshCode(),
      ...more,
    })
  return { headers, freshCode, call, list, methodOf, save }
}

function dataOf(method: PanelMethod): MethodData {
  const { titulo, banco, numeroCuenta, cedula, telefono, email, nombre, instrucciones, precio_por_boleto } = method
  return { titulo, banco, numeroCuenta, cedula, telefono, email, nombre, instrucciones, precio_por_boleto }
}

async function offered(app: Shop['app']): Promise<Record<string, unknown>[]> {
  return (await app.inject('/api/rifas/metodo-pago')).json()
}

onBothEngines('where buyers pay, in the panel', (setup) => {
  test('two owners at the same time: the second sees the change of the first, and loses nothing silently', async () => {
    const { methodOf, save } = await open(setup)
    const seen = await methodOf(ZELLE)
    expect((await save(seen, { nombre: 'Primera' })).statusCode).toBe(200)
    const second = await save(seen, { nombre: 'Segunda' })
    expect(second.json()).toMatchObject({ code: 'VERSION_VIEJA', metodo: { nombre: 'Primera' } })
    expect((await methodOf(ZELLE)).nombre).toBe('Primera')
  })

  test('of two of a kind that ask for other money one is offered, also when both are turned on simultaneously', async () => {
    const shop = await open(setup)
    const { app, ctx, call, freshCode, list, methodOf, save } = shop
    // Two owners: of two codes of one that cross on their way the older is refused for itself.
    const rafael = { correo: 'r@ejemplo.test', clave: OWNER.clave }
    await quickOperator(ctx, { nombre: 'Rafael', rol: 'dueno', ...rafael }, TESTER)
    const other = await deskOf(shop, await signInAgain(app, rafael), rafael.correo)
    const own = { ...dataOf(await methodOf(NEQUI)), banco: '0105 Mercantil', numeroCuenta: '01050000000000000001' }
    const datos = { ...own, titulo: 'Transferencia', cedula: 'J123456789', telefono: '', nombre: 'Ana' }
    const added = { forma: 'transferencia', datos, paginas: [], motivo: 'nuevo banco', codigo: freshCode() }
    expect((await call('POST', '', added)).statusCode).toBe(201)
    const bank = (await list()).at(-1)
    if (!bank) throw new Error('there is a new one')
    const nequi = await methodOf(NEQUI)
    const answers = await Promise.all([
      save(bank, {}, { paginas: ['A'] }),
      other.save(nequi, { telefono: '300 000 0001', nombre: 'Ana' }, { paginas: ['B'] }),
    ])
    expect(answers.map((answer) => answer.json().code ?? answer.statusCode).sort()).toEqual([200, 'METODO_OTRA_MONEDA'])
    expect(await offered(app)).toHaveLength(3)
  })

  test('a row that nobody created and one that vanished are reported too', async () => {
    const { ctx } = await open(setup)
    await ctx.db.write('x', async (tx) => {
      const zelle = tx.selectFrom('payment_methods').selectAll().where('id', '=', ZELLE)
      const { id: _, ...row } = await zelle.executeTakeFirstOrThrow()
      const another = { ...row, email: 'otro@ejemplo.test' }
      await tx.insertInto('payment_methods').values(another).execute()
      await tx.deleteFrom('payment_methods').where('id', '=', PAYPAL).execute()
    })
    expect((await findAltered(ctx, ctx.db.read)).map(({ id, row }) => [id, row === null])).toEqual([
      [6, false],
      [PAYPAL, true],
    ])
  })
})

onSqlite('an account that one owner changes', (setup) => {
  test('a change wants a fresh code, reaches buyers, the journal and every owner', async () => {
    const { ctx, app, methodOf, save } = await open(setup)
    await quickOperator(ctx, { nombre: 'Rafael', correo: 'r@ejemplo.test', clave: OWNER.clave, rol: 'dueno' }, TESTER)
    const before = await methodOf(1)
    const changes = { banco: '0102 Banco de Venezuela', telefono: '+58 414-000.66.50' }
    for (const codigo of [undefined, '000000']) {
      expect((await save(before, changes, { codigo })).statusCode).toBe(codigo ? 401 : 422)
    }
    expect((await methodOf(1)).telefono).toBe('04001234567')
    const answer = await save(before, changes)
    expect(answer.json().metodos[0]).toMatchObject({
      banco: '0102 Banco de Venezuela',
      telefono: '04140006650',
      cedula: 'V-00.123.456',
      version: before.version + 1,
      cambiado_por: 'Marisela',
      alterado: null,
    })
    expect((await offered(app))[0]).toMatchObject({ id: 1, banco: '0102 Banco de Venezuela', telefono: '04140006650' })
    expect((await offered(app))[0]).not.toHaveProperty('version')
    expect((await readDeeds(ctx)).at(-1)).toMatchObject({
      actor: 'Marisela',
      accion: 'método de pago cambiado',
      datos: {
        motivo: 'cambio de banco',
        antes: { banco: '0134 Banesco', telefono: '04001234567' },
        ahora: { banco: '0102 Banco de Venezuela', telefono: '04140006650' },
      },
    })
    const mails = await readMails(ctx)
    expect(mails.map(({ para }) => para)).toEqual([OWNER.correo, 'r@ejemplo.test'])
    expect(mails[0]?.texto).toContain('Teléfono: 0400-1234567 → 0414-0006650')
    expect(mails[0]?.texto).toContain('Motivo: cambio de banco')
  })

  test('closing an account needs no code, opening it or another one does', async () => {
    const { ctx, app, methodOf, save } = await open(setup)
    expect((await save(await methodOf(ZELLE), {}, { paginas: [], codigo: undefined })).statusCode).toBe(200)
    expect((await offered(app)).map(({ id }) => id)).toEqual([1])
    const closed = await methodOf(ZELLE)
    expect((await save(closed, {}, { paginas: ['B'], codigo: undefined })).statusCode).toBe(422)
    expect((await save(closed, { nombre: 'Otra' }, { codigo: undefined })).statusCode).toBe(422)
    expect((await save(closed, {}, { paginas: ['B'] })).statusCode).toBe(200)
    await ctx.db.write('x', (tx) => tx.updateTable('operators').set({ totp_secreto: null }).execute())
    expect((await save(await methodOf(ZELLE), { nombre: 'Otra' })).json()).toMatchObject({
      code: 'SEGUNDO_FACTOR_NECESARIO',
    })
  })

  test('an account that a program writes is kept as the panel keeps it, and is closed without a code however it was kept', async () => {
    const { ctx, app, methodOf, save } = await open(setup)
    await changeMethod(ctx, 1, { telefono: '+58 414-555.00.01', cedula: 'v12345678' }, TESTER)
    const kept = { telefono: '04145550001', cedula: 'V-12.345.678' }
    expect(await methodOf(1)).toMatchObject(kept)
    await expect(changeMethod(ctx, 1, { telefono: '555' }, TESTER)).rejects.toMatchObject({ code: 'DATOS_INVALIDOS' })
    // As it is in an old database, and in its journal.
    const isKeptAs = async (telefono: string) => {
      const row = { telefono, paginas: 'A,B' }
      await ctx.db.write('x', (tx) => tx.updateTable('payment_methods').set(row).where('id', '=', 1).execute())
      const ahora = (await findMethod(ctx.db.read, 1)) ?? null
      const said = { deed: 'changed', en: ctx.clock.now(), actor: TESTER, antes: null, ahora } as const
      await ctx.db.write('x', (tx) => recordChange(tx, said))
    }
    for (const telefono of ['0414-5550001', 'lo de siempre']) {
      await isKeptAs(telefono)
      expect((await save(await methodOf(1), {}, { paginas: [], codigo: undefined })).statusCode).toBe(200)
      expect([(await offered(app)).some(({ id }) => id === 1), (await methodOf(1)).telefono]).toEqual([false, telefono])
    }
    // The same number in another form is no other account.
    await isKeptAs('0414-5550001')
    expect((await save(await methodOf(1), { telefono: kept.telefono }, { codigo: undefined })).statusCode).toBe(200)
    expect((await save(await methodOf(1), { telefono: '04145550002' }, { codigo: undefined })).statusCode).toBe(422)
  })

  test('the first account asks for no reason, and every other one does', async () => {
    const { ctx, methodOf, save } = await open(setup)
    expect((await save(await methodOf(1), { nombre: 'Otra' }, { motivo: undefined })).json().code).toBe(
      'MOTIVO_NECESARIO',
    )
    for (const id of [1, ZELLE]) await changeMethod(ctx, id, { paginas: [] }, TESTER)
    expect((await save(await methodOf(1), {}, { paginas: ['A'], motivo: undefined })).statusCode).toBe(200)
  })

  test('fields that a kind needs are required only where a page offers it', async () => {
    const { methodOf, save } = await open(setup)
    const paypal = await methodOf(PAYPAL)
    expect(paypal.faltan).toEqual(['Falta: Correo.'])
    expect((await save(paypal, {}, { paginas: ['A'] })).json()).toMatchObject({ campos: { email: 'Falta: Correo.' } })
    for (const email of ['pagos', 'a@b', 'a@b.test\r\nBcc: x@y.test', 'x'.repeat(300)]) {
      expect((await save(paypal, { email })).statusCode).toBe(422)
    }
    expect(
      (await save(paypal, { email: 'pagos@ejemplo.test' }, { paginas: ['A', 'A'] })).json().metodos[3],
    ).toMatchObject({ email: 'pagos@ejemplo.test', paginas: ['A'], faltan: [] })
  })

  test('another account of a kind; of another currency only when the first is off', async () => {
    const { app, call, freshCode, list, methodOf, save } = await open(setup)
    const datos = {
      titulo: 'Transferencia',
      banco: '0105 Mercantil',
      numeroCuenta: '0105 0000 0000 0000 0001',
      cedula: 'j123456789',
      telefono: '04140000000',
      email: '',
      nombre: 'Inversiones Ejemplo, C.A.',
      instrucciones: 'Cuenta corriente',
      precio_por_boleto: null,
    }
    const add = (more: object = {}) =>
      call('POST', '', {
        forma: 'transferencia',
        datos,
        paginas: ['A'],
        motivo: 'nuevo banco',
        codigo: freshCode(),
        ...more,
      })
    expect((await add({ datos: { ...datos, banco: '0102 Banco de Venezuela' } })).json()).toMatchObject({
      campos: { numeroCuenta: 'La cuenta no es de 0102 Banco de Venezuela: empieza por 0105.' },
    })
    expect((await add({ codigo: '000000' })).statusCode).toBe(401)
    expect((await add()).statusCode).toBe(201)
    const created = (await list()).at(-1)
    // A field that the kind does not have is not kept.
    expect(created).toMatchObject({ id: 6, numeroCuenta: '01050000000000000001', cedula: 'J-12345678-9', telefono: '' })
    const nequi = await save(await methodOf(NEQUI), { telefono: '300 000 0001', nombre: 'Ana' }, { paginas: ['B'] })
    expect(nequi.json()).toMatchObject({ code: 'METODO_OTRA_MONEDA' })
    expect((await call('DELETE', '/6', { version: 1 })).json()).toMatchObject({ code: 'METODO_NO_SE_BORRA' })
    const off = await save(await methodOf(6), {}, { paginas: [], codigo: undefined })
    expect(off.statusCode).toBe(200)
    expect((await call('DELETE', '/6', { version: 1 })).json()).toMatchObject({ code: 'VERSION_VIEJA' })
    expect((await call('DELETE', '/6', { version: 2 })).statusCode).toBe(200)
    expect((await call('DELETE', '/1', { version: (await methodOf(1)).version })).json()).toMatchObject({
      code: 'METODO_NO_SE_BORRA',
    })
    expect((await offered(app)).map(({ id }) => id)).toEqual([1, 2])
  })

  test('the order is the buyers’ order, of a whole list only', async () => {
    const { app, call } = await open(setup)
    for (const ids of [
      [2, 1],
      [1, 1, 2, 3, 4],
      [1, 2, 3, 4, 9],
    ]) {
      expect((await call('POST', '/orden', { ids })).json()).toMatchObject({ code: 'VERSION_VIEJA' })
    }
    expect((await call('POST', '/orden', { ids: [2, 1, 3, 4, 5] })).statusCode).toBe(200)
    expect((await offered(app)).map(({ id }) => id)).toEqual([2, 1])
  })

  test('a row changed in the database is reported within one look, once, until an owner settles it', async () => {
    const { ctx, call, methodOf, save } = await open(setup)
    expect(await audit(ctx)).toEqual([])
    await ctx.db.write('x', (tx) =>
      tx.updateTable('payment_methods').set({ telefono: '04140000666' }).where('id', '=', 1).execute(),
    )
    await alertAltered(ctx)
    await alertAltered(ctx)
    expect((await readMails(ctx)).map(({ asunto }) => asunto)).toEqual([
      'Alguien cambió la base de datos fuera del panel · Tómbola',
    ])
    expect(await audit(ctx)).toEqual(['payment_methods 1: telefono dice 04140000666 y el diario 04001234567'])
    expect((await call('GET', '/alterados')).json()).toEqual({ alterados: [{ id: 1, titulo: 'Pago Móvil' }] })
    const altered = await methodOf(1)
    expect(altered.alterado?.anotado).toMatchObject({ telefono: '04001234567', paginas: ['A', 'B'] })
    expect((await save(altered, {}, { codigo: undefined })).statusCode).toBe(422)
    expect((await save(altered, { telefono: altered.alterado?.anotado?.telefono ?? '' })).statusCode).toBe(200)
    expect(await alertAltered(ctx)).toEqual([])
    expect(await audit(ctx)).toEqual([])
  })
})
