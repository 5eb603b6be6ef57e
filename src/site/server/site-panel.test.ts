import { expect, test } from 'vitest'
import { callsOf, openDesk } from '#app/server/testing/desk.ts'
import { JPEG, multipart, OWNER, signInAgain } from '#app/server/testing/shop.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import type { PanelSite } from '../calls.ts'

onSqlite('the site in the panel', (setup) => {
  async function open() {
    const shop = await openDesk(setup)
    const read = async () => (await shop.get('/sitio')).json<PanelSite>()
    const save = (cambios: object, vistos: object = {}) => shop.post('/sitio', { cambios, vistos })
    return { ...shop, read, save }
  }

  test('an owner changes settings, the pages have them, the journal keeps the old ones', async () => {
    const { ctx, read, save } = await open()
    expect(await read()).toMatchObject({ ajustes: { nombre: 'Tómbola' } })
    const answer = await save({ nombre: 'Rifas La Ceiba', rif: 'J-1' }, { nombre: 'Tómbola', rif: '' })
    expect(answer.json()).toMatchObject({ ajustes: { nombre: 'Rifas La Ceiba', rif: 'J-1' } })
    expect((await readDeeds(ctx)).at(-1)?.datos).toEqual({
      antes: { nombre: 'Tómbola', rif: '' },
      ahora: { nombre: 'Rifas La Ceiba', rif: 'J-1' },
    })
  })

  test('settings that somebody else changed meanwhile are not overwritten, the others are saved', async () => {
    const { read, save } = await open()
    await save({ nombre: 'Primera' }, { nombre: 'Tómbola' })
    expect(
      (await save({ nombre: 'Segunda', color: '#112233' }, { nombre: 'Tómbola', color: '#ffa53d' })).json(),
    ).toMatchObject({ code: 'VERSION_VIEJA', ajustes: ['nombre'] })
    expect((await save({ color: '#112233' }, { color: '#ffa53d' })).statusCode).toBe(200)
    expect((await read()).ajustes).toMatchObject({ nombre: 'Primera', color: '#112233' })
  })

  test('the number that buyers write to changes with a fresh code, and every owner is told', async () => {
    const { app, ctx, headers, read, save } = await open()
    const { 'x-tombola-permiso': _, ...panel } = headers
    const move = (whatsapp: string, permiso = '', as = panel) =>
      callsOf({ app }, { ...as, 'x-tombola-permiso': permiso }).post('/sitio', { cambios: { whatsapp }, vistos: {} })
    const prove = async (payload: object) => (await callsOf({ app }, panel).post('/permiso', payload)).json()
    const mails = async () => (await readMails(ctx)).filter(({ texto }) => texto.includes('584149999999'))
    expect((await save({ whatsapp: '584121234567' })).statusCode).toBe(200)
    // A password is not enough for it, though it is for the rest.
    const { permiso: byPassword } = await prove({ clave: OWNER.clave })
    expect((await move('584149999999', byPassword)).json().code).toBe('SEGUNDO_FACTOR_NECESARIO')
    const freshCode = await giveSecondFactor(ctx, OWNER.correo)
    for (const permiso of ['', '0.x', byPassword, `${byPassword}x`])
      for (const whatsapp of ['584149999999', ''])
        expect((await move(whatsapp, permiso)).json().code).toBe('CONFIRMACION_NECESARIA')
    expect((await prove({ codigo: '000000' })).code).toBe('CODIGO_INVALIDO')
    expect((await save({ whatsapp: '+58 412 1234567', nombre: 'La misma' })).statusCode).toBe(200)
    expect(await mails()).toEqual([])
    const { permiso } = await prove({ codigo: freshCode() })
    const other = await signInAgain(app, { ...OWNER, codigo: freshCode() })
    expect((await move('584149999999', permiso, other)).json().code).toBe('CONFIRMACION_NECESARIA')
    expect((await move('584149999999', permiso)).statusCode).toBe(200)
    expect((await read()).ajustes.whatsapp).toBe('584149999999')
    const [mail, ...others] = await mails()
    expect(mail).toMatchObject({ para: OWNER.correo })
    expect(mail?.texto).toContain('584121234567 → 584149999999')
    expect(others).toEqual([])
  })

  test('a logo is a picture that decodes, and is served at an address of ours', async () => {
    const { app, headers, save, post } = await open()
    const upload = async (bytes: Uint8Array) => {
      const { payload, headers: form } = await multipart({}, { bytes, name: 'logo.jpg', type: 'image/jpeg' })
      return app.inject({ method: 'POST', url: '/api/panel/sitio/logo', headers: { ...headers, ...form }, payload })
    }
    for (const bytes of [Buffer.from('<svg onload="alert(1)"/>'), Buffer.from('%PDF-1.4'), JPEG.subarray(0, 60)]) {
      expect((await upload(bytes)).json()).toMatchObject({ code: 'IMAGEN_INVALIDA' })
    }
    expect((await post('/sitio/logo')).json()).toMatchObject({ code: 'IMAGEN_INVALIDA' })
    const { logo } = (await upload(JPEG)).json()
    expect(logo.direccion).toMatch(/^\/imagenes\//)
    expect((await save({ logo })).json().ajustes.logo).toEqual(logo)
  })
})
