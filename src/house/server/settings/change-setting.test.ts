import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { auditAll } from '#app/server/audit/audit-all.ts'
import { settingOf } from '#app/server/testing/desk.ts'
import { OWNER, openShop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'

async function open(setup: Setup) {
  const opened = await settingOf(await openShop(setup), 'direccion')
  return { ...opened, drop: (payload: object) => opened.call('DELETE', '/servidor/direccion', payload) }
}

onBothEngines('a setting of the server, changed in the panel', (setup) => {
  test('the audit names a row that was changed behind the product', async () => {
    const { ctx, save, freshCode } = await open(setup)
    await save({ version: 0, codigo: freshCode() })
    const found = await setup.behind(ctx, async (sql) => {
      await sql.updateTable('settings').set({ valor: '{"publica":"https://otra.test"}' }).execute()
      return auditAll(ctx, sql)
    })
    expect(found).toEqual([expect.stringContaining('settings')])
    expect(await audit(ctx)).toEqual([])
  })
})

onSqlite('an address, set in the panel', (setup) => {
  test('wants a fresh code, holds immediately, is in the journal and told to every owner', async () => {
    const { ctx, save, freshCode, shown } = await open(setup)
    await quickOperator(ctx, { nombre: 'Rafael', correo: 'r@ejemplo.test', clave: OWNER.clave, rol: 'dueno' }, TESTER)
    expect(await shown()).toMatchObject({ valor: null, version: 0, fija: null, ilegible: false })
    expect((await save({ version: 0 })).statusCode).toBe(422)
    expect((await save({ version: 0, codigo: '000000' })).statusCode).toBe(401)
    expect(await shown()).toMatchObject({ valor: null })

    const saved = await save({ version: 0, codigo: freshCode() })
    expect(saved.statusCode).toBe(200)
    expect(publicOrigin(ctx)).toBe('http://localhost')
    expect(await shown()).toMatchObject({
      valor: { publica: 'http://localhost' },
      version: 1,
      guardado_por: 'Marisela',
      guardado_en: ctx.clock.now() && new Date(ctx.clock.now()).toISOString(),
    })
    const datos = { con: 'aplicacion', antes: null, ahora: { publica: 'http://localhost' } }
    expect((await readDeeds(ctx)).at(-1)).toMatchObject({
      ...{ actor: 'Marisela', accion: 'ajuste del servidor cambiado' },
      datos: { nombre: 'la dirección pública', ...datos },
    })
    const mails = await readMails(ctx)
    expect(mails.map(({ para }) => para)).toEqual([OWNER.correo, 'r@ejemplo.test'])
    expect(mails[0]?.asunto).toBe('Cambió la dirección pública · Tómbola')
    expect(await audit(ctx)).toEqual([])
  })

  test('an address is kept as browsers write it, and an invalid one is refused before the code is spent', async () => {
    const { ctx, headers, save, freshCode, shown } = await open(setup)
    const saveFrom = (origin: string, codigo: string) => save({ codigo }, { ...headers, origin })
    const codigo = freshCode()
    const refused = await saveFrom('ftp://localhost', codigo)
    expect([refused.statusCode, refused.json().details]).toEqual([422, expect.stringContaining('https://')])
    expect((await saveFrom('http://localhost/x?y', codigo)).statusCode).toBe(200)
    expect(await shown()).toMatchObject({ valor: { publica: 'http://localhost' }, ilegible: false })
    expect(publicOrigin(ctx)).toBe('http://localhost')
  })

  test('two tabs: the second is told, and a replay changes nothing', async () => {
    const { ctx, call, save, drop, freshCode, shown } = await open(setup)
    const codigo = freshCode()
    expect((await save({ version: 0, codigo })).statusCode).toBe(200)
    expect((await save({ version: 0, codigo })).json()).toMatchObject({ code: 'VERSION_VIEJA' })
    expect((await save({ version: 1, codigo })).json()).toMatchObject({ code: 'CODIGO_INVALIDO' })
    expect((await drop({ version: 7, codigo: freshCode() })).statusCode).toBe(409)
    expect((await drop({ version: 1, codigo: freshCode() })).statusCode).toBe(200)
    expect(await shown()).toMatchObject({ valor: null, version: 0 })
    expect(publicOrigin(ctx)).toMatch(/^http:\/\/localhost:\d+$/)
    expect((await call('DELETE', '/servidor/otra', { version: 0 })).statusCode).toBe(404)
  })

  test('a setting that the environment fixes is said and not changed', async () => {
    const { ctx, save, freshCode, shown } = await open(setup)
    ctx.config.publicUrl = 'http://rifas.ejemplo.test'
    expect(await shown()).toMatchObject({ valor: { publica: 'http://rifas.ejemplo.test' }, fija: 'PUBLIC_URL' })
    const refused = await save({ version: 0, codigo: freshCode() })
    expect(refused.json()).toMatchObject({ code: 'AJUSTE_FIJADO', details: expect.stringContaining('PUBLIC_URL') })
  })
})
