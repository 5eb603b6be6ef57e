import { expect, test } from 'vitest'
import { CONSOLE } from '#journal/actor.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { createOperator } from '../create-operator.ts'
import { removeSecondFactorOf } from '../team/change-member.ts'
import { codeOf, openPanel, PASSWORD, type Person, SMTP } from '../testing/panel.ts'
import { createPasswordLink } from './forgotten-password.ts'

const OTHER = 'otra frase larga y propia'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; SM-A135M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36'

onBothEngines("the operator's own account", (setup) => {
  test('a forgotten password: the same answer for everybody, a link that works once for an hour, the second factor stays', async () => {
    const panel = await openPanel(setup, SMTP)
    const marisela = await panel.owner('Marisela')
    const ask = (correo: string) => panel.ask('POST', '/clave/olvidada', { correo })
    const known = await ask(marisela.correo)
    const unknown = await ask('nadie@ejemplo.test')
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    const sent = await panel.ctx.db.read.selectFrom('outbox').select(['para', 'reservado']).execute()
    expect(sent).toEqual([{ para: marisela.correo, reservado: 1 }])
    const token = await panel.tokenIn(marisela.correo)
    const stored = await panel.ctx.db.read.selectFrom('operator_password_links').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)

    const put = (given: string, clave = OTHER) => panel.ask('POST', '/clave/nueva', { token: given, clave })
    expect(codeOf(await put('x'.repeat(43)))).toBe('ENLACE_VENCIDO')
    expect((await put(token, 'corta')).statusCode).toBe(422)
    const show = () => panel.ask('POST', '/clave/enlace', { token })
    expect((await show()).json()).toEqual({ correo: marisela.correo })
    const both = await Promise.all([put(token), put(token)])
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([204, 404])
    expect(both.every((answer) => answer.cookies.length === 0)).toBe(true)
    expect(codeOf(await show())).toBe('ENLACE_VENCIDO')
    expect(codeOf(await marisela.ask('GET', '/cuenta'))).toBe('NO_AUTENTICADO')
    await expect(panel.enter(marisela.correo, { clave: OTHER })).rejects.toThrow('CODIGO_REQUERIDO')
    await panel.enter(marisela.correo, { clave: OTHER, codigo: marisela.code() })
    expect(await panel.mails(marisela.correo)).toContain('Cambió tu clave')

    await ask(marisela.correo)
    const late = await panel.tokenIn(marisela.correo)
    panel.ctx.clock.advance(3_600_000)
    expect(codeOf(await put(late))).toBe('ENLACE_VENCIDO')
  })
})

onSqlite('an account that its operator changes', (setup) => {
  const open = (config = {}) => openPanel(setup, config)

  test('lists the open sessions, ends one, then all others', async () => {
    const panel = await open()
    const first = await panel.join('Marisela', 'lector')
    await panel.join('Rafael', 'lector')
    panel.ctx.clock.advance(60_000)
    const phone = await panel.enter(first.correo, { agent: ANDROID })
    const third = await panel.enter(first.correo)
    const { sesiones } = (await phone.ask('GET', '/cuenta')).json()
    expect(sesiones).toHaveLength(3)
    expect(sesiones[0]).toMatchObject({ actual: true, equipo: 'Chrome en Android', ip: '127.0.0.1' })
    expect(sesiones.filter((one: { actual: boolean }) => one.actual)).toHaveLength(1)

    const strangers = await panel.enter('rafael@ejemplo.test')
    expect((await strangers.ask('DELETE', `/cuenta/sesiones/${sesiones[0].id}`)).statusCode).toBe(404)
    const [{ id }] = (await third.ask('GET', '/cuenta')).json().sesiones
    expect((await phone.ask('DELETE', `/cuenta/sesiones/${id}`)).statusCode).toBe(204)
    expect((await phone.ask('DELETE', `/cuenta/sesiones/${id}`)).statusCode).toBe(404)
    expect(codeOf(await third.ask('GET', '/cuenta'))).toBe('NO_AUTENTICADO')
    expect((await phone.ask('DELETE', '/cuenta/sesiones')).statusCode).toBe(204)
    expect(codeOf(await first.ask('GET', '/cuenta'))).toBe('NO_AUTENTICADO')
    expect((await phone.ask('GET', '/cuenta')).json().sesiones).toHaveLength(1)
    expect((await strangers.ask('GET', '/cuenta')).statusCode).toBe(200)
    panel.ctx.clock.advance(9 * 3_600_000)
    const later = await panel.enter(first.correo)
    // An idle session that ended is not listed.
    expect((await later.ask('GET', '/cuenta')).json().sesiones).toHaveLength(1)
  })

  test('changes the password by the one of now; the other sessions end and a mail says so', async () => {
    const panel = await open()
    const old = await panel.join('Marisela')
    const here = await panel.enter(old.correo)
    const change = (actual: string, nueva: string) => here.ask('POST', '/cuenta/clave', { actual, nueva })
    expect(codeOf(await change('no es esta', OTHER))).toBe('CREDENCIALES_INVALIDAS')
    expect((await change(PASSWORD, 'corta')).statusCode).toBe(422)
    expect((await change(PASSWORD, OTHER)).statusCode).toBe(204)
    expect(codeOf(await old.ask('GET', '/cuenta'))).toBe('NO_AUTENTICADO')
    expect((await here.ask('GET', '/cuenta')).statusCode).toBe(200)
    await expect(panel.enter(old.correo)).rejects.toThrow('CREDENCIALES_INVALIDAS')
    await panel.enter(old.correo, { clave: OTHER })
    expect(await panel.mails(old.correo)).toContain('Cambió tu clave')
    for (let guess = 0; guess < 12; guess++) await change('otra', OTHER)
    expect(codeOf(await change(OTHER, PASSWORD))).toBe('DEMASIADOS_INTENTOS')
  })

  test.each<[string, (here: Person, code: () => string) => Promise<{ statusCode: number }>]>([
    ['another password', (here) => here.ask('POST', '/cuenta/clave', { actual: PASSWORD, nueva: OTHER })],
    ['no second factor any more', (here, code) => here.ask('DELETE', '/segundo-factor', { codigo: code() })],
    ['the end of the other sessions', (here) => here.ask('DELETE', '/cuenta/sesiones')],
  ])('%s: the other browsers are strangers again, and this one is not', async (what, change) => {
    const panel = await open()
    const { code, correo } = await panel.owner('Marisela')
    const again = (browser: Person) => {
      const clave = what === 'another password' ? OTHER : PASSWORD
      const codigo = what === 'no second factor any more' ? {} : { codigo: code() }
      return panel.enter(correo, { clave, ...codigo, cookies: browser.cookies })
    }
    const here = await panel.enter(correo, { codigo: code() })
    const thief = await panel.enter(correo, { codigo: code() })
    const told = async () =>
      (await panel.mails(correo)).filter((subject) => subject === 'Entraste desde un dispositivo nuevo')
    expect(await told()).toHaveLength(2)
    expect((await change(here, code)).statusCode).toBeLessThan(300)
    await again(here)
    expect(await told()).toHaveLength(2)
    await again(thief)
    expect(await told()).toHaveLength(3)
  })

  test('nobody takes their own mail, their name with digits or the shop for a password, by whichever way', async () => {
    const panel = await open(SMTP)
    await panel.ctx.db.write('sitio', (tx) =>
      tx.insertInto('site_settings').values({ clave: 'nombre', valor: '"Rifas La Ceiba"' }).execute(),
    )
    const { correo, ask, code } = await panel.owner('Marisela')
    await panel.ask('POST', '/clave/olvidada', { correo })
    const token = await panel.tokenIn(correo)
    const invited = { correo: 'rafael@ejemplo.test', rol: 'lector', codigo: code() }
    expect((await ask('POST', '/equipo/invitaciones', invited)).statusCode).toBe(201)
    const accept = { token: await panel.tokenIn(invited.correo), nombre: 'Rafael' }
    for (const own of [correo, 'Marisela12345678', 'rifaslaceiba2026']) {
      const change = await ask('POST', '/cuenta/clave', { actual: PASSWORD, nueva: own })
      expect([change.statusCode, change.json().campos?.nueva], own).toEqual([422, expect.stringMatching(/adivinar/)])
      const byLink = await panel.ask('POST', '/clave/nueva', { token, clave: own })
      expect([byLink.statusCode, byLink.json().campos?.clave], own).toEqual([422, expect.stringMatching(/adivinar/)])
      const another = { nombre: 'Marisela P.', correo: 'otra@ejemplo.test', clave: own, rol: 'lector' } as const
      await expect(createOperator(panel.ctx, another, CONSOLE), own).rejects.toMatchObject({ status: 422 })
    }
    const accepted = await panel.ask('POST', '/invitacion/aceptar', { ...accept, clave: 'rafael.19851127' })
    expect([accepted.statusCode, accepted.json().campos?.clave]).toEqual([422, expect.stringMatching(/adivinar/)])
    // A refusal changed nothing: the links still serve.
    expect((await panel.ask('POST', '/clave/nueva', { token, clave: OTHER })).statusCode).toBe(204)
    expect((await panel.ask('POST', '/invitacion/aceptar', { ...accept, clave: OTHER })).statusCode).toBe(201)
  })

  test('changes the name, never to that of another, nor to a former one of theirs: it would be mistaken in the journal', async () => {
    const panel = await open()
    const marisela = await panel.join('Marisela')
    const rafael = await panel.join('Rafael', 'lector')
    const rename = (nombre: string, who = rafael) => who.ask('POST', '/cuenta/nombre', { nombre })
    for (const taken of [' marisela', 'MARISELA.', 'MariseIa', 'Mar1sela', 'Marísela', 'Sistema', 'comprador']) {
      expect(codeOf(await rename(taken)), taken).toBe('NOMBRE_EN_USO')
    }
    for (const odd of [' ', 'Ra\u0000fael', 'Ra\u200bfael', 'Rafael\u202e', 'x'.repeat(81), 7]) {
      // Text that no database keeps is refused before anybody reads it.
      const refused = odd === 'Ra\u0000fael' ? 400 : 422
      expect((await rafael.ask('POST', '/cuenta/nombre', { nombre: odd })).statusCode).toBe(refused)
    }
    expect((await rename('Rafael Pérez')).json()).toMatchObject({ nombre: 'Rafael Pérez', rol: 'lector' })
    expect((await panel.lines()).at(-1)).toEqual({
      actor: 'Rafael',
      accion: 'nombre cambiado',
      datos: { operador_id: rafael.id, antes: { nombre: 'Rafael' }, ahora: { nombre: 'Rafael Pérez' } },
    })
    for (const hers of ['Marisela Pérez', 'M. Pérez']) expect((await rename(hers, marisela)).statusCode).toBe(200)
    for (const hers of ['Marisela', 'marísela perez', 'M. Pérez', 'Administración', 'Tombola']) {
      expect(codeOf(await rename(hers)), hers).toBe('NOMBRE_EN_USO')
    }
    expect((await rename('Marisela', marisela)).statusCode).toBe(200)
  })

  test('links are sent three times an hour for one mail, whoever has it, and five from one address', async () => {
    const panel = await open(SMTP)
    const marisela = await panel.join('Marisela')
    for (const correo of [marisela.correo, 'nadie@ejemplo.test']) {
      const answers: number[] = []
      for (let time = 0; time < 4; time++) {
        const from = { remoteAddress: `10.0.${time}.1` }
        answers.push((await panel.ask('POST', '/clave/olvidada', { correo }, from)).statusCode)
      }
      expect(answers, correo).toEqual([204, 204, 204, 429])
    }
    const spray: number[] = []
    for (let n = 0; n < 6; n++) {
      spray.push((await panel.ask('POST', '/clave/olvidada', { correo: `p${n}@ejemplo.test` })).statusCode)
    }
    expect(spray).toEqual([204, 204, 204, 204, 204, 429])
  })

  test('hears of a new browser, of guesses that ran out, and of a stranger who knows the password, once a day', async () => {
    const panel = await open()
    const marisela = await panel.owner('Marisela')
    expect(await panel.mails(marisela.correo)).toEqual([])
    await panel.enter(marisela.correo, { codigo: marisela.code(), agent: ANDROID })
    expect(await panel.mails(marisela.correo)).toEqual(['Entraste desde un dispositivo nuevo'])
    const [mail] = await readMails(panel.ctx)
    expect(mail?.texto).toContain('Dispositivo: Chrome en Android')
    for (let guess = 0; guess < 2; guess++) {
      await expect(panel.enter(marisela.correo, { codigo: '000000' })).rejects.toThrow('CODIGO_INVALIDO')
    }
    panel.ctx.clock.advance(3_600_000)
    // From many addresses, so that the account's guesses run out.
    for (let guess = 0; guess < 30; guess++) {
      const from = { remoteAddress: `10.0.${guess}.1` }
      await panel.ask('POST', '/sesion', { correo: marisela.correo, clave: 'x' }, from)
    }
    for (let guess = 0; guess < 30; guess++) await panel.enter(marisela.correo, { clave: 'x' }).catch(() => {})
    expect(await panel.mails(marisela.correo)).toEqual([
      'Entraste desde un dispositivo nuevo',
      'Tu clave la puede saber otra persona',
      'Alguien prueba claves con tu correo',
    ])
    expect((await panel.lines()).filter(({ accion }) => accion === 'acceso frenado')).toHaveLength(1)
  })
})

onSqlite('the way back in from the console', (setup) => {
  test('an owner who lost phone and password enters again', async () => {
    const panel = await openPanel(setup)
    const marisela = await panel.owner('Marisela')
    const enlace = await createPasswordLink(panel.ctx, marisela.correo, CONSOLE)
    expect(enlace).toMatch(/^http:\/\/localhost:\d+\/panel\/clave#[\w-]{43}$/)
    const clave = OTHER
    await panel.ask('POST', '/clave/nueva', { token: enlace.split('#')[1] ?? '', clave })
    await expect(panel.enter(marisela.correo, { clave })).rejects.toThrow('CODIGO_REQUERIDO')
    await removeSecondFactorOf(panel.ctx, marisela.correo, CONSOLE)
    await panel.enter(marisela.correo, { clave })
    expect((await panel.lines()).map(({ actor, accion }) => `${actor}: ${accion}`)).toEqual([
      'consola: operador creado',
      'Marisela: entrada al panel',
      'consola: enlace de clave creado',
      'Marisela: clave restablecida',
      'consola: segundo factor quitado',
      'Marisela: entrada al panel',
    ])
    await expect(panel.enter(marisela.correo, { clave: PASSWORD })).rejects.toThrow('CREDENCIALES_INVALIDAS')
  })

  test('nobody is rescued under a mail that nobody enters with', async () => {
    const panel = await openPanel(setup)
    for (const rescue of [createPasswordLink, removeSecondFactorOf]) {
      await expect(rescue(panel.ctx, 'nadie@ejemplo.test', CONSOLE)).rejects.toMatchObject({ code: 'NO_EXISTE' })
    }
  })
})
