import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { addReviewer } from '#app/server/testing/desk.ts'
import { openSourceShop } from '#app/server/testing/money/source-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { addedMethod } from '#payment-methods/contract.ts'
import { addMethod } from '#payment-methods/server/change-method.ts'
import { after, dayInCaracas } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import type { Sources } from '../../../sources-contract.ts'
import { openSettings } from './source-store.ts'

const BANK = { metodo_id: 1, fuente: 'r4', via: 'webhook', nombre: 'R4', ajustes: {} }

onSqlite('a source of money', (setup) => {
  test('is added with a fresh code, told to every owner, and shows its key once', async () => {
    const { ctx, call, freshCode, bankOf } = await openSourceShop(setup)
    await bankOf('0169 R4')
    const add = (more: object) => call('POST', '/api/panel/fuentes', { ...BANK, ...more })
    expect((await add({})).json().campos).toHaveProperty('codigo')
    const made = await add({ codigo: freshCode() })
    expect(made.statusCode).toBe(201)
    const { llave } = made.json()
    expect(llave).toMatchObject({
      ruta: '/api/bancos/r4/1',
      clave: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    })
    const kept = JSON.stringify(await ctx.db.read.selectFrom('movement_sources').selectAll().execute())
    const shown = (await call('GET', '/api/panel/fuentes')).body
    const journal = JSON.stringify(await ctx.db.read.selectFrom('journal').selectAll().execute())
    const mails = await ctx.db.read.selectFrom('outbox').selectAll().where('clave', 'like', 'fuente:%').execute()
    for (const text of [kept, shown, journal, JSON.stringify(mails), ctx.lines.join('')])
      expect(text).not.toContain(llave.clave)
    expect(mails).toMatchObject([{ asunto: expect.stringContaining('Agregaron una fuente de dinero') }])
    expect(journal).toContain('fuente de dinero agregada')
    expect(await audit(ctx)).toEqual([])
  })

  test('is of a filled-in account, as pasted notices are; two accounts of one name are told apart', async () => {
    const { ctx, call } = await openSourceShop(setup)
    const zelle = { forma: 'zelle', titulo: 'Zelle', nombre: 'Ana', paginas: ['A'] }
    await addMethod(ctx, addedMethod.parse({ ...zelle, email: 'otra@ejemplo.test' }), TESTER)
    const { cuentas } = (await call('GET', '/api/panel/fuentes')).json<Sources>()
    expect(cuentas.map(({ titulo }) => titulo)).toEqual([
      'Pago Movil',
      'Zelle · pagos@ejemplo.test',
      'Zelle · otra@ejemplo.test',
    ])
  })

  test('an impossible source is refused before a code is spent', async () => {
    const { call, freshCode, bankOf } = await openSourceShop(setup)
    const codigo = freshCode()
    const refused = async (more: object) =>
      Object.keys((await call('POST', '/api/panel/fuentes', { ...BANK, codigo, ...more })).json().campos)
    expect(await refused({})).toEqual(['metodo_id'])
    await bankOf('0169 R4')
    expect(await refused({ metodo_id: 99 })).toEqual(['metodo_id'])
    expect(await refused({ metodo_id: 2 })).toEqual(['metodo_id'])
    // Nequi is a transfer, in pesos.
    expect(await refused({ metodo_id: 5 })).toEqual(['metodo_id'])
    expect(await refused({ via: 'lectura' })).toEqual(['fuente'])
    expect(await refused({ nombre: ' ' })).toEqual(['nombre'])
    expect(await refused({ ajustes: { direcciones: '190.1.2.3/40' } })).toEqual(['ajustes.direcciones'])
    expect(await refused({ ajustes: { otra: 'x' } })).toEqual(['ajustes.otra'])
    expect((await call('POST', '/api/panel/fuentes', { ...BANK, codigo })).statusCode).toBe(201)
  })

  test('a secret is sealed in its row, goes on where it is left empty, and is never shown', async () => {
    const { ctx, call, freshCode, bankOf } = await openSourceShop(setup)
    await bankOf('0102 Banco de Venezuela')
    const ajustes = { cuenta: '01020000000000000001', clave: 'llave-del-banco-1' }
    const asked = { metodo_id: 1, fuente: 'bdv', via: 'lectura', nombre: 'BDV', ajustes }
    const made = await call('POST', '/api/panel/fuentes', { ...asked, codigo: freshCode() })
    expect([made.statusCode, made.json().llave]).toEqual([201, null])
    const row = () => ctx.db.read.selectFrom('movement_sources').selectAll().executeTakeFirstOrThrow()
    const before = await row()
    expect(JSON.stringify(before)).not.toContain(ajustes.clave)
    const change = (body: object) => call('POST', '/api/panel/fuentes/1', body)
    const cuenta = '01020000000000000002'
    const changed = await change({ version: 1, ajustes: { cuenta }, codigo: freshCode() })
    expect(changed.json().fuentes[0]).toMatchObject({ version: 2, ajustes: { cuenta } })
    expect(changed.body).not.toContain(ajustes.clave)
    expect(openSettings(ctx, await row())).toEqual({ cuenta, clave: ajustes.clave })
    // Moved to another row, it does not open.
    expect(() => openSettings(ctx, { ...before, id: 2 })).toThrow('changed, moved')
    const late = await change({ version: 1, activa: false, codigo: freshCode() })
    expect([late.statusCode, late.json().code]).toEqual([409, 'VERSION_VIEJA'])
    // A name is no danger.
    expect((await change({ version: 2, nombre: 'Otra' })).statusCode).toBe(200)
    expect((await change({ version: 3, activa: false })).json().campos).toHaveProperty('codigo')
    expect((await call('POST', '/api/panel/fuentes/9', { version: 1, nombre: 'x' })).statusCode).toBe(404)
  })

  test('a key that ends has its day: the one that is typed, that the key says, or a year from then', async () => {
    const { ctx, call, freshCode, bankOf } = await openSourceShop(setup)
    await bankOf('0172 Bancamiga')
    const jwt = (exp: number) => `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.firma-de-muestra`
    const direccion = 'https://banco.ejemplo.com'
    const asked = { metodo_id: 1, fuente: 'bancamiga', via: 'lectura', nombre: 'Bancamiga' }
    const token = jwt(Date.parse('2027-03-05T16:00:00Z') / 1_000)
    const made = await call('POST', '/api/panel/fuentes', {
      ...asked,
      ajustes: { token, direccion },
      codigo: freshCode(),
    })
    expect(made.json().fuentes[0].ajustes).toEqual({ direccion, vence: '2027-03-05' })
    const change = async (version: number, ajustes: object) =>
      (await call('POST', '/api/panel/fuentes/1', { version, ajustes, codigo: freshCode() })).json().fuentes[0].ajustes
    expect(await change(1, { direccion, vence: '2027-02-01' })).toEqual({ direccion, vence: '2027-02-01' })
    expect(await change(2, { direccion })).toEqual({ direccion, vence: '2027-03-05' })
    // Another token comes with the form, which still has the day of the one before.
    const plain = 'un-token-que-no-dice-nada'
    const year = dayInCaracas(after(ctx.clock.now(), 365 * 86_400_000))
    expect(await change(3, { token: plain, direccion, vence: '2027-03-05' })).toEqual({ direccion, vence: year })
    expect(await change(4, { token, direccion, vence: '2027-01-31' })).toEqual({ direccion, vence: '2027-01-31' })
  })

  test('the account that it is of stays, also when no page offers it', async () => {
    const { app, headers, add } = await openSourceShop(setup)
    const drop = () => app.inject({ method: 'DELETE', url: '/api/panel/metodos/3', headers, payload: { version: 1 } })
    await add('aviso', 'aviso', { metodo_id: 3 })
    const kept = await drop()
    expect([kept.statusCode, kept.json().code]).toEqual([409, 'METODO_NO_SE_BORRA'])
  })

  test('a secret does not go to another host than it was typed for', async () => {
    const { ctx, call, freshCode, bankOf } = await openSourceShop(setup)
    await bankOf('0102 Banco de Venezuela')
    const ajustes = { cuenta: '01020000000000000001', clave: 'llave-del-banco-1' }
    const asked = { metodo_id: 1, fuente: 'bdv', via: 'lectura', nombre: 'BDV', ajustes, codigo: freshCode() }
    await call('POST', '/api/panel/fuentes', asked)
    const change = (more: object) =>
      call('POST', '/api/panel/fuentes/1', {
        version: 1,
        ajustes: { cuenta: ajustes.cuenta, ...more },
        codigo: freshCode(),
      })
    const direccion = 'https://banco.ejemplo.test'
    const refused = await change({ direccion })
    expect([refused.statusCode, refused.json().campos]).toEqual([
      422,
      { 'ajustes.clave': expect.stringContaining('otra dirección') },
    ])
    expect((await change({ direccion, clave: 'llave-del-banco-2' })).statusCode).toBe(200)
    const row = await ctx.db.read.selectFrom('movement_sources').selectAll().executeTakeFirstOrThrow()
    expect(openSettings(ctx, row)).toMatchObject({ direccion, clave: 'llave-del-banco-2' })
  })

  test('with another key the one before is worth nothing', async () => {
    const { call, add, outside, freshCode } = await openSourceShop(setup)
    const { ruta, id } = await add('aviso', 'aviso')
    // A session without a fresh code changes nothing.
    for (const codigo of [undefined, '000000'])
      expect((await call('POST', `/api/panel/fuentes/${id}/clave`, { version: 1, codigo })).statusCode).not.toBe(200)
    const other = await call('POST', `/api/panel/fuentes/${id}/clave`, { version: 1, codigo: freshCode() })
    const ask = (url: string) => outside.inject({ method: 'POST', url, payload: { texto: 'prueba' } })
    expect((await ask(ruta)).statusCode).toBe(404)
    expect((await ask(other.json().llave.ruta)).statusCode).toBe(200)
  })

  test('an operator who decides payments may look at them, and change nothing', async () => {
    const shop = await openSourceShop(setup)
    const { app, add } = shop
    await add('aviso', 'aviso')
    const headers = await addReviewer(shop)
    expect((await app.inject({ url: '/api/panel/fuentes', headers })).statusCode).toBe(200)
    for (const url of ['/api/panel/fuentes', '/api/panel/fuentes/1', '/api/panel/fuentes/1/clave'])
      expect((await app.inject({ method: 'POST', url, headers, payload: {} })).statusCode, url).toBe(404)
  })
})
