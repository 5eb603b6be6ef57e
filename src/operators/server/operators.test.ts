import { generateSync } from 'otplib'
import { beforeAll, expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { CONSOLE } from '#journal/actor.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import type { AppError } from '#platform/errors.ts'
import { ConfigError } from '#platform/server/config.ts'
import { addressBucket } from '#platform/server/http/client-bucket.ts'
import { onBothEngines, onSqlite, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { createFirstOwner, createOperator } from './create-operator.ts'
import { createSetupCode } from './sign-in/set-up.ts'
import { signIn } from './sign-in/sign-in.ts'
import { codeOf, cookiesOf, HEADERS, HOST, openPanel, PASSWORD, type Panel, panelOf } from './testing/panel.ts'
import { quickOperator } from './testing/quick-operator.ts'

const MAIL = 'marisela@ejemplo.test'
const MARISELA = { nombre: 'Marisela', correo: MAIL, clave: PASSWORD, rol: 'dueno' } as const
const journal = async (ctx: TestCtx, like?: string) => (await readDeeds(ctx, like)).map(({ accion }) => accion)

/** A panel that Marisela may enter. */
async function open(setup: Setup): Promise<Panel> {
  const ctx = await setup.context({ schema })
  await quickOperator(ctx, MARISELA, CONSOLE)
  return panelOf(ctx)
}

const enter = ({ ask }: Panel, body = {}, from: Parameters<Panel['ask']>[3] = {}) =>
  ask('POST', '/sesion', { correo: MAIL, clave: PASSWORD, ...body }, from)
/** Who those cookies say to be. */
const knows = async ({ ask }: Panel, cookies = {}) =>
  (await ask('GET', '/estado', undefined, { cookies })).json().operador

const codeAt = ({ ctx }: Panel, secret: string) => generateSync({ secret, epoch: Math.floor(ctx.clock.now() / 1000) })

/** Signs in, turns the second factor on, and moves the clock to a fresh code. */
async function enrol(panel: Panel) {
  const { ask, cookies } = await panel.enter(MAIL)
  const { secreto } = (await ask('POST', '/segundo-factor')).json()
  const confirmed = await ask('POST', '/segundo-factor/confirmar', { clave: PASSWORD, codigo: codeAt(panel, secreto) })
  expect(confirmed.statusCode).toBe(200)
  panel.ctx.clock.advance(60_000)
  return { cookies, secreto: secreto as string, codigos: confirmed.json().codigos as string[] }
}

onBothEngines('operators', (setup) => {
  test('an empty installation is set up once, by a holder of the code', async () => {
    const ctx = await setup.context({ schema })
    const code = createSetupCode(ctx)
    const { ask } = await panelOf(ctx, code)
    const status = async (cookies = {}) => (await ask('GET', '/estado', undefined, { cookies })).json()
    expect(await status()).toMatchObject({ configurado: false, operador: null, correo_activo: false, sitio: 'Tómbola' })

    const fields = { nombre: 'Marisela', correo: ' Marisela@Ejemplo.test' }
    const post = (codigo: string, clave = PASSWORD) => ask('POST', '/configuracion', { ...fields, codigo, clave })
    expect((await post('otro')).json()).toMatchObject({ code: 'CODIGO_DE_INICIO_INVALIDO' })
    for (const [clave, why] of [
      ['catorce letras', /15 caracteres/],
      [MAIL, /adivinar/],
    ] as const) {
      const refused = await post(code.codigo, clave)
      expect([refused.statusCode, refused.json().campos.clave]).toEqual([422, expect.stringMatching(why)])
    }
    const answers = await Promise.all([post(code.codigo), post(code.codigo)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409])
    const done = answers.find((answer) => answer.statusCode === 201)
    if (!done) throw new Error('nobody was created')
    expect(done.json()).toMatchObject({ correo: MAIL, rol: 'dueno', segundo_factor: false })
    expect(await status(cookiesOf(done))).toMatchObject({ configurado: true, operador: { correo: MAIL } })
    expect(await status()).toMatchObject({ configurado: true, operador: null })
    expect(await journal(ctx)).toEqual(['operador creado'])
  })

  test('the same mail twice is refused', async () => {
    const { ctx } = await open(setup)
    const again = createOperator(ctx, { nombre: 'Otra', correo: MAIL, clave: PASSWORD, rol: 'lector' }, CONSOLE)
    await expect(again).rejects.toMatchObject({ status: 409, code: 'CORREO_EN_USO' })
  })

  test('the second factor: enrolled by a first code, then asked, and no code works twice', async () => {
    const panel = await open(setup)
    const other = await panel.enter(MAIL)
    const { cookies, secreto } = await enrol(panel)
    expect((await knows(panel, cookies)).segundo_factor).toBe(true)
    expect(await knows(panel, other.cookies)).toBeNull()

    expect(codeOf(await enter(panel))).toBe('CODIGO_REQUERIDO')
    const wrong = { clave: 'otra clave cualquiera', codigo: codeAt(panel, secreto) }
    expect(codeOf(await enter(panel, wrong))).toBe('CREDENCIALES_INVALIDAS')
    expect(codeOf(await enter(panel, { codigo: '000000' }))).toBe('CODIGO_INVALIDO')
    const codigo = codeAt(panel, secreto)
    const [one, two] = await Promise.all([enter(panel, { codigo }), enter(panel, { codigo })])
    expect([one.statusCode, two.statusCode].sort()).toEqual([200, 401])
    expect(await journal(panel.ctx)).toContain('segundo factor fallido')
  })
})

onSqlite('an operator who signs in', (setup) => {
  test('a wrong password and an unknown mail are the same answer', async () => {
    const panel = await open(setup)
    const wrong = await enter(panel, { clave: 'otra clave cualquiera' })
    const unknown = await enter(panel, { correo: 'nadie@ejemplo.test' })
    expect([wrong.statusCode, unknown.statusCode, unknown.cookies]).toEqual([401, 401, []])
    expect(unknown.body).toBe(wrong.body)
  })

  test('a session opens, is stored as a hash, rotates and ends', async () => {
    const panel = await open(setup)
    const { ctx } = panel
    const first = await panel.enter(MAIL)
    expect(await knows(panel, first.cookies)).toMatchObject({ correo: MAIL })
    const stored = await ctx.db.read.selectFrom('operator_sessions').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(first.cookies['tombola'])

    const second = await panel.enter(MAIL, { cookies: first.cookies })
    expect(second.cookies['tombola']).not.toBe(first.cookies['tombola'])
    expect(await knows(panel, first.cookies)).toBeNull()

    expect((await second.ask('DELETE', '/sesion')).statusCode).toBe(204)
    expect(await knows(panel, second.cookies)).toBeNull()
    expect(codeOf(await second.ask('DELETE', '/sesion'))).toBe('NO_AUTENTICADO')
    expect(await journal(ctx)).toEqual(['operador creado', 'entrada al panel', 'entrada al panel', 'salida del panel'])
  })

  test('a session ends after eight idle hours and after eighteen in all', async () => {
    const panel = await open(setup)
    const { clock } = panel.ctx
    const isIn = async (cookies: Record<string, string>, headers = {}) => {
      const answer = await panel.app.inject({ url: '/api/panel/estado', cookies, headers: { host: HOST, ...headers } })
      return answer.json().operador !== null
    }
    const idle = await panel.enter(MAIL)
    clock.advance(479 * 60_000)
    expect(await isIn(idle.cookies, { 'x-tombola-fondo': '1' })).toBe(true)
    clock.advance(2 * 60_000)
    expect(await isIn(idle.cookies)).toBe(false)

    const busy = await panel.enter(MAIL)
    for (let hour = 0; hour < 17; hour++) {
      clock.advance(3_600_000)
      expect(await isIn(busy.cookies)).toBe(true)
    }
    clock.advance(3_600_000)
    expect(await isIn(busy.cookies)).toBe(false)
  })

  test('a code of the second factor opens half a minute early or late, and no earlier or later', async () => {
    const panel = await open(setup)
    const { clock } = panel.ctx
    const { secreto } = await enrol(panel)
    const start30 = Math.ceil(clock.now() / 30_000) * 30_000 + 300_000
    const entersAt = async (away: number) => {
      clock.set(start30)
      const codigo = codeAt(panel, secreto)
      clock.set(start30 + away)
      return (await enter(panel, { codigo })).statusCode
    }
    for (const away of [-60_000, -30_001, 60_001]) expect([away, await entersAt(away)]).toEqual([away, 401])
    expect(await entersAt(30_000)).toBe(200)
  })

  test('guesses run out for an account, from however many addresses, and a restart gives none back', async () => {
    const panel = await open(setup)
    const { ctx } = panel
    const guess = (at: Panel, n: number) =>
      enter(at, { clave: `intento número ${n}` }, { remoteAddress: `10.${n >> 8}.${n & 255}.1` })
    let checked = 0
    for (let n = 0; n < 60; n++) if ((await guess(panel, n)).statusCode === 401) checked++
    expect(checked).toBe(20)

    const restarted = await panelOf(await setup.twin(ctx))
    const refused = await guess(restarted, 100)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
    expect(refused.json().details).toBe('Espera 60 segundos y prueba de nuevo.')
    for (let minute = 0; minute < 5; minute++) {
      ctx.clock.advance(60_000)
      expect((await guess(restarted, 200 + minute)).statusCode).toBe(401)
      expect((await guess(restarted, 300 + minute)).statusCode).toBe(429)
    }
  })

  test('the browser of the operator is not locked out by strangers', async () => {
    const panel = await open(setup)
    const { cookies } = await panel.enter(MAIL)
    for (let n = 0; n < 25; n++) await enter(panel, { clave: 'x' }, { remoteAddress: `10.0.${n}.1` })
    expect((await enter(panel)).statusCode).toBe(429)
    expect((await enter(panel, {}, { cookies })).statusCode).toBe(200)
    const forged = { cookies: { 'tombola-equipo': 'inventado' }, remoteAddress: '10.9.9.9' }
    expect((await enter(panel, {}, forged)).statusCode).toBe(429)
  })

  test('one address runs out over all accounts, and ABUSE_LIMITS=off counts nothing', async () => {
    const panel = await open(setup)
    for (let n = 0; n < 22; n++)
      await quickOperator(panel.ctx, { ...MARISELA, nombre: `P${n}`, correo: `p${n}@x.test` }, CONSOLE)
    const spray = async (at: Panel) => {
      const codes: number[] = []
      for (let n = 0; n < 22; n++) codes.push((await enter(at, { correo: `p${n}@x.test`, clave: 'x' })).statusCode)
      return codes.filter((code) => code === 429).length
    }
    expect(await spray(panel)).toBe(2)
    const free = await setup.twin(panel.ctx)
    free.config.abuseLimits = false
    expect(await spray(await panelOf(free))).toBe(0)
  })

  test('nothing of a sign-in reaches the log', async () => {
    const panel = await open(setup)
    await enter(panel)
    await enter(panel, { clave: 'otra clave cualquiera' })
    expect(panel.ctx.lines.length).toBeGreaterThan(0)
    expect(panel.ctx.lines.join('')).not.toMatch(/marisela|caballo/i)
  })
})

onSqlite('an owner by OWNER_EMAIL and OWNER_PASSWORD', (setup) => {
  test('is refused a password that the panel refuses, and is created once', async () => {
    const ctx = await setup.context({ schema })
    const start = (password: string) =>
      createFirstOwner({ ...ctx, config: { ...ctx.config, owner: { email: 'Duena@ejemplo.test', password } } })
    for (const password of ['aaaaaaaaaaaaaaa', 'duena@ejemplo.test', 'tombola12345678']) {
      await expect(start(password), password).rejects.toThrow(ConfigError)
      await expect(start(password), password).rejects.toThrow(/^OWNER_EMAIL y OWNER_PASSWORD: Es fácil de adivinar/)
    }
    const owners = () => ctx.db.read.selectFrom('operators').select(['nombre', 'correo', 'rol']).execute()
    expect(await owners()).toEqual([])
    for (let time = 0; time < 2; time++) await start('una frase larga y propia')
    expect(await owners()).toEqual([{ nombre: 'Dueño', correo: 'duena@ejemplo.test', rol: 'dueno' }])
    // Later starts look at nothing: the panel has the account now.
    await start('aaaaaaaaaaaaaaa')
  })
})

onSqlite('the guard of the panel', (setup) => {
  let panel: Panel
  beforeAll(async () => {
    panel = await openPanel(setup)
  })
  const post = (url: string, headers: Record<string, string>, { app } = panel) =>
    app.inject({ method: 'POST', url, headers })

  test.each([
    ['no header', { host: HOST, origin: `http://${HOST}` }],
    ['another header', { host: HOST, origin: `http://${HOST}`, 'x-tombola': 'otra' }],
    ['another site', { host: HOST, origin: 'https://malo.test', 'x-tombola': 'panel' }],
    ['another port', { host: HOST, origin: `http://${HOST}:81`, 'x-tombola': 'panel' }],
    ['a site that begins alike', { host: HOST, origin: `http://${HOST}.malo.test`, 'x-tombola': 'panel' }],
    ['an opaque origin', { host: HOST, origin: 'null', 'x-tombola': 'panel' }],
    ['neither origin nor site', { host: HOST, 'x-tombola': 'panel' }],
    ['a cross-site fetch', { host: HOST, 'sec-fetch-site': 'cross-site', 'x-tombola': 'panel' }],
    ['a sibling site', { host: HOST, origin: `http://${HOST}`, 'sec-fetch-site': 'same-site', 'x-tombola': 'panel' }],
  ])('refuses a mutation with %s', async (_name, headers) => {
    const answer = await post('/api/panel/prueba', headers)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'ORIGEN_NO_PERMITIDO'])
  })

  test('refuses a mutation by every method', async () => {
    const { app } = await panelOf(panel.ctx)
    const method = ['PUT' as const, 'PATCH' as const, 'DELETE' as const]
    app.route({ method, url: '/api/panel/prueba', handler: async () => ({ bien: true }) })
    for (const each of method) {
      const refused = await app.inject({ method: each, url: '/api/panel/prueba', headers: { host: HOST } })
      expect(refused.statusCode).toBe(403)
    }
  })

  test('lets our own mutations, reads, and the public calls through', async () => {
    expect((await post('/api/panel/prueba', HEADERS)).statusCode).toBe(200)
    const fetched = { host: HOST, 'sec-fetch-site': 'same-origin', 'x-tombola': 'panel' }
    expect((await post('/api/panel/prueba', fetched)).statusCode).toBe(200)
    // A post of the shop's page concerns the panel in no way.
    expect((await post('/api/rifas/prueba', { host: HOST, origin: `http://${HOST}` })).statusCode).toBe(200)
    const strange = { host: HOST, origin: 'https://otra.test' }
    const status = await panel.app.inject({ url: '/api/panel/estado', headers: strange })
    expect(status.statusCode).toBe(200)
    expect(status.headers['cache-control']).toBe('no-store')
  })

  test('the address of PUBLIC_URL is our own behind a proxy that changes the host', async () => {
    const own = await openPanel(setup, { publicUrl: 'https://rifas-la-ceiba.test' })
    const headers = { host: 'interno:3000', origin: 'https://rifas-la-ceiba.test', 'x-tombola': 'panel' }
    expect((await post('/api/panel/prueba', headers, own)).statusCode).toBe(200)
  })

  test('cookies: HttpOnly, Strict and, over https, __Host- and Secure', async () => {
    const panel = await open(setup)
    const plain = await enter(panel)
    expect(plain.headers['set-cookie']).toEqual([
      expect.stringMatching(/^tombola=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^tombola-equipo=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    panel.ctx.config.publicUrl = 'https://rifas-la-ceiba.test'
    const secure = await enter(panel)
    expect(secure.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-tombola=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(
        /^__Host-tombola-equipo=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ])
    // A cookie that a neighbour could plant is not read over https.
    expect(await knows(panel, cookiesOf(plain))).toBeNull()
  })

  test('thousands of guesses from hundreds of addresses in an hour: at most 100 are checked', async () => {
    const panel = await open(setup)
    let checked = 0
    const atOnce = soak(20, 100)
    for (let round = 0; round < 100; round++) {
      const guesses = Array.from({ length: atOnce }, (_, n) => {
        const address = (round * atOnce + n) % (atOnce * 10)
        const ip = `10.0.${address >> 8}.${address & 255}`
        const from = { ip, equipo: 'Chrome', sessionHash: null, deviceHash: null }
        return signIn(panel.ctx, { correo: MAIL, clave: `intento ${round} ${n}` }, from).then(
          () => 'in',
          (error: AppError) => error.code,
        )
      })
      for (const code of await Promise.all(guesses)) {
        expect(['CREDENCIALES_INVALIDAS', 'SERVIDOR_OCUPADO', 'DEMASIADOS_INTENTOS']).toContain(code)
        if (code !== 'DEMASIADOS_INTENTOS') checked++
      }
      panel.ctx.clock.advance(36_000)
    }
    expect(checked).toBeGreaterThan(60)
    expect(checked).toBeLessThanOrEqual(100)
  })

  test('a flood of checks is told to wait instead of taking every thread', async () => {
    const own = await openPanel(setup, { abuseLimits: false })
    const answers = await Promise.all(Array.from({ length: 24 }, () => enter(own, { clave: 'x' })))
    const codes = new Set(answers.map((answer) => answer.statusCode))
    expect(codes).toEqual(new Set([401, 503]))
  })
})

test.each([
  ['190.6.1.2', '190.6.1.2'],
  ['::ffff:190.6.1.2', '190.6.1.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s guesses as %s', (ip, expected) => {
  expect(addressBucket(ip)).toBe(expected)
})
