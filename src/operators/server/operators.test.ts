import type { InjectOptions } from 'fastify'
import { generateSync } from 'otplib'
import { beforeEach, expect, test } from 'vitest'
import { CONSOLE } from '#journal/actor.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import type { AppError } from '#platform/errors.ts'
import { addressBucket } from '#platform/server/http/client-bucket.ts'
import { createServer } from '#platform/server/http/server.ts'
import { onBothEngines, onSqlite, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { createOperator } from './create-operator.ts'
import { operatorRoutes } from './routes.ts'
import { createSetupCode, type SetupCode } from './sign-in/set-up.ts'
import { signIn } from './sign-in/sign-in.ts'
import { PASSWORD, SCHEMA } from './testing/panel.ts'
import { quickOperator } from './testing/quick-operator.ts'

const HOST = 'rifas.test'
const MAIL = 'marisela@ejemplo.test'
const MUTATION = { host: HOST, origin: `http://${HOST}`, 'x-tombola': 'panel' }

async function start(setup: Setup) {
  const ctx = await setup.context({ schema: SCHEMA })
  await quickOperator(ctx, MARISELA, CONSOLE)
  return { ctx, app: await serve(ctx) }
}

async function serve(ctx: TestCtx, setup: SetupCode | null = null) {
  const app = await createServer(ctx)
  // Another room's routes, before and after: the guard reaches them too.
  app.post('/api/panel/prueba', async () => ({ bien: true }))
  operatorRoutes(app, ctx, setup)
  app.post('/api/rifas/prueba', async () => ({ bien: true }))
  return app
}

type App = Awaited<ReturnType<typeof serve>>

function cookiesOf(response: { cookies: { name: string; value: string }[] }): Record<string, string> {
  return Object.fromEntries(response.cookies.map((cookie) => [cookie.name, cookie.value]))
}

function enter(app: App, body: Record<string, unknown>, more: Partial<InjectOptions> = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/panel/sesion',
    headers: MUTATION,
    payload: { correo: MAIL, clave: PASSWORD, ...body },
    ...more,
  })
}

function ask(
  app: App,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  cookies: Record<string, string>,
  payload?: object,
) {
  return app.inject({ method, url, headers: MUTATION, cookies, ...(payload ? { payload } : {}) })
}

function codeAt(ctx: TestCtx, secret: string): string {
  return generateSync({ secret, epoch: Math.floor(ctx.clock.now() / 1000) })
}

const MARISELA = { nombre: 'Marisela', correo: MAIL, clave: PASSWORD, rol: 'dueno' } as const
const journal = async (ctx: TestCtx, like?: string) => (await readDeeds(ctx, like)).map(({ accion }) => accion)

/** Signs in, turns the second factor on, and moves the clock to a fresh code. */
async function enrol(ctx: TestCtx, app: App) {
  const cookies = cookiesOf(await enter(app, {}))
  const { secreto } = (await ask(app, 'POST', '/api/panel/segundo-factor', cookies)).json()
  const confirmed = await ask(app, 'POST', '/api/panel/segundo-factor/confirmar', cookies, {
    ...{ clave: PASSWORD, codigo: codeAt(ctx, secreto) },
  })
  expect(confirmed.statusCode).toBe(200)
  ctx.clock.advance(60_000)
  return { cookies, secreto: secreto as string, codigos: confirmed.json().codigos as string[] }
}

onBothEngines('operators', (setup) => {
  test('an empty installation is set up once, by a holder of the code', async () => {
    const ctx = await setup.context({ schema: SCHEMA })
    const code = createSetupCode(ctx)
    const app = await serve(ctx, code)
    const status = async (cookies = {}) => (await ask(app, 'GET', '/api/panel/estado', cookies)).json()
    expect(await status()).toMatchObject({ configurado: false, operador: null, correo_activo: false, sitio: 'Tómbola' })

    const fields = { nombre: 'Marisela', correo: ' Marisela@Ejemplo.test', clave: PASSWORD }
    const post = (codigo: string) => ask(app, 'POST', '/api/panel/configuracion', {}, { ...fields, codigo })
    expect((await post('otro')).json()).toMatchObject({ code: 'CODIGO_DE_INICIO_INVALIDO' })
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
    const { ctx } = await start(setup)
    const again = createOperator(ctx, { nombre: 'Otra', correo: MAIL, clave: PASSWORD, rol: 'lector' }, CONSOLE)
    await expect(again).rejects.toMatchObject({ status: 409, code: 'CORREO_EN_USO' })
  })

  test('the second factor: enrolled by a first code, then asked, and no code works twice', async () => {
    const { ctx, app } = await start(setup)
    const other = cookiesOf(await enter(app, {}))
    const { cookies, secreto } = await enrol(ctx, app)
    expect((await ask(app, 'GET', '/api/panel/estado', cookies)).json().operador.segundo_factor).toBe(true)
    expect((await ask(app, 'GET', '/api/panel/estado', other)).json().operador).toBeNull()

    expect((await enter(app, {})).json().code).toBe('CODIGO_REQUERIDO')
    expect((await enter(app, { clave: 'otra clave cualquiera', codigo: codeAt(ctx, secreto) })).json().code).toBe(
      'CREDENCIALES_INVALIDAS',
    )
    expect((await enter(app, { codigo: '000000' })).json().code).toBe('CODIGO_INVALIDO')
    const codigo = codeAt(ctx, secreto)
    const [one, two] = await Promise.all([enter(app, { codigo }), enter(app, { codigo })])
    expect([one.statusCode, two.statusCode].sort()).toEqual([200, 401])
    expect(await journal(ctx)).toContain('segundo factor fallido')
  })
})

onSqlite('an operator who signs in', (setup) => {
  test('a short password, and the own mail for one, are refused with their reason', async () => {
    const ctx = await setup.context({ schema: SCHEMA })
    const code = createSetupCode(ctx)
    const app = await serve(ctx, code)
    for (const [clave, why] of [
      ['catorce letras', /15 caracteres/],
      [MAIL, /adivinar/],
    ] as const) {
      const fields = { codigo: code.codigo, nombre: 'Marisela', correo: MAIL, clave }
      const refused = await ask(app, 'POST', '/api/panel/configuracion', {}, fields)
      expect([refused.statusCode, refused.json().campos.clave]).toEqual([422, expect.stringMatching(why)])
    }
  })

  test('a wrong password and an unknown mail are the same answer', async () => {
    const { app } = await start(setup)
    const wrong = await enter(app, { clave: 'otra clave cualquiera' })
    const unknown = await enter(app, { correo: 'nadie@ejemplo.test' })
    expect(wrong.statusCode).toBe(401)
    expect(unknown.statusCode).toBe(401)
    expect(unknown.body).toBe(wrong.body)
    expect(unknown.cookies).toEqual([])
  })

  test('a session opens, is stored as a hash, rotates and ends', async () => {
    const { ctx, app } = await start(setup)
    const first = cookiesOf(await enter(app, {}))
    expect((await ask(app, 'GET', '/api/panel/estado', first)).json().operador).toMatchObject({ correo: MAIL })
    const stored = await ctx.db.read.selectFrom('operator_sessions').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(first['tombola'])

    const second = cookiesOf(await enter(app, {}, { cookies: first }))
    expect(second['tombola']).not.toBe(first['tombola'])
    expect((await ask(app, 'GET', '/api/panel/estado', first)).json().operador).toBeNull()

    expect((await ask(app, 'DELETE', '/api/panel/sesion', second)).statusCode).toBe(204)
    expect((await ask(app, 'GET', '/api/panel/estado', second)).json().operador).toBeNull()
    expect((await ask(app, 'DELETE', '/api/panel/sesion', second)).json().code).toBe('NO_AUTENTICADO')
    expect(await journal(ctx)).toEqual(['operador creado', 'entrada al panel', 'entrada al panel', 'salida del panel'])
  })

  test('a session ends after eight idle hours and after eighteen in all', async () => {
    const { ctx, app } = await start(setup)
    const isIn = async (cookies: Record<string, string>, headers = {}) => {
      const answer = await app.inject({ url: '/api/panel/estado', cookies, headers: { host: HOST, ...headers } })
      return answer.json().operador !== null
    }
    const idle = cookiesOf(await enter(app, {}))
    ctx.clock.advance(479 * 60_000)
    expect(await isIn(idle, { 'x-tombola-fondo': '1' })).toBe(true)
    ctx.clock.advance(2 * 60_000)
    expect(await isIn(idle)).toBe(false)

    const busy = cookiesOf(await enter(app, {}))
    for (let hour = 0; hour < 17; hour++) {
      ctx.clock.advance(3_600_000)
      expect(await isIn(busy)).toBe(true)
    }
    ctx.clock.advance(3_600_000)
    expect(await isIn(busy)).toBe(false)
  })

  test('a code of the second factor opens half a minute early or late, and no earlier or later', async () => {
    const { ctx, app } = await start(setup)
    const { secreto } = await enrol(ctx, app)
    const start30 = Math.ceil(ctx.clock.now() / 30_000) * 30_000 + 300_000
    const entersAt = async (away: number) => {
      ctx.clock.set(start30)
      const codigo = codeAt(ctx, secreto)
      ctx.clock.set(start30 + away)
      return (await enter(app, { codigo })).statusCode
    }
    for (const away of [-60_000, -30_001, 60_001]) expect([away, await entersAt(away)]).toEqual([away, 401])
    expect(await entersAt(30_000)).toBe(200)
  })

  test('recovery codes work once, and one turns the second factor off', async () => {
    const { ctx, app } = await start(setup)
    const { codigos } = await enrol(ctx, app)
    expect(new Set(codigos).size).toBe(10)
    const stored = JSON.stringify(await ctx.db.read.selectFrom('operator_recovery_codes').selectAll().execute())
    for (const code of codigos) expect(stored).not.toContain(code)

    const typed = (codigos[0] ?? '').toLowerCase().replaceAll('-', ' ')
    const entered = await enter(app, { codigo: typed })
    expect(entered.statusCode).toBe(200)
    expect((await enter(app, { codigo: typed })).json().code).toBe('CODIGO_INVALIDO')

    const remove = (codigo: string) => ask(app, 'DELETE', '/api/panel/segundo-factor', cookiesOf(entered), { codigo })
    expect((await remove('000000')).json().code).toBe('CODIGO_INVALIDO')
    expect((await remove(codigos[1] ?? '')).statusCode).toBe(204)
    expect((await enter(app, {})).statusCode).toBe(200)
    expect(await ctx.db.read.selectFrom('operator_recovery_codes').selectAll().execute()).toEqual([])
    expect(await journal(ctx, 'segundo%')).toEqual([
      'segundo factor activado',
      'segundo factor fallido',
      'segundo factor fallido',
      'segundo factor quitado',
    ])
  })

  test('guesses run out for an account, from however many addresses, and a restart gives none back', async () => {
    const { ctx, app } = await start(setup)
    const guess = (server: App, n: number) =>
      enter(server, { clave: `intento número ${n}` }, { remoteAddress: `10.${n >> 8}.${n & 255}.1` })
    let checked = 0
    for (let n = 0; n < 60; n++) if ((await guess(app, n)).statusCode === 401) checked++
    expect(checked).toBe(20)

    const restarted = await serve(await setup.twin(ctx))
    const refused = await guess(restarted, 100)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBe(60)
    expect(refused.json().details).toBe('Espera 60 segundos y prueba de nuevo.')
    for (let minute = 0; minute < 5; minute++) {
      ctx.clock.advance(60_000)
      expect((await guess(app, 200 + minute)).statusCode).toBe(401)
      expect((await guess(app, 300 + minute)).statusCode).toBe(429)
    }
  })

  test('the browser of the operator is not locked out by strangers', async () => {
    const { app } = await start(setup)
    const own = cookiesOf(await enter(app, {}))
    for (let n = 0; n < 25; n++) await enter(app, { clave: 'x' }, { remoteAddress: `10.0.${n}.1` })
    expect((await enter(app, {})).statusCode).toBe(429)
    expect((await enter(app, {}, { cookies: own })).statusCode).toBe(200)
    const forged = await enter(app, {}, { cookies: { 'tombola-equipo': 'inventado' }, remoteAddress: '10.9.9.9' })
    expect(forged.statusCode).toBe(429)
  })

  test('one address runs out over all accounts, and ABUSE_LIMITS=off counts nothing', async () => {
    const { ctx, app } = await start(setup)
    const spray = async (server: App) => {
      const codes: number[] = []
      for (let n = 0; n < 22; n++) codes.push((await enter(server, { correo: `persona${n}@ejemplo.test` })).statusCode)
      return codes.filter((code) => code === 429).length
    }
    expect(await spray(app)).toBe(2)
    const free = await setup.twin(ctx)
    free.config.abuseLimits = false
    expect(await spray(await serve(free))).toBe(0)
  })

  test('nothing of a sign-in reaches the log', async () => {
    const { ctx, app } = await start(setup)
    await enter(app, {})
    await enter(app, { clave: 'otra clave cualquiera' })
    expect(ctx.lines.length).toBeGreaterThan(0)
    expect(ctx.lines.join('')).not.toMatch(/marisela|caballo/i)
  })
})

onSqlite('the guard of the panel', (setup) => {
  let ctx: TestCtx
  let app: App
  beforeEach(async () => {
    ctx = await setup.context({ schema: SCHEMA })
    app = await serve(ctx)
  })

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
    const answer = await app.inject({ method: 'POST', url: '/api/panel/prueba', headers })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'ORIGEN_NO_PERMITIDO'])
  })

  test('refuses a mutation by every method', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      app = await serve(ctx)
      app.route({ method, url: '/api/panel/prueba', handler: async () => ({ bien: true }) })
      expect((await app.inject({ method, url: '/api/panel/prueba', headers: { host: HOST } })).statusCode).toBe(403)
    }
  })

  test('lets our own mutations, reads, and the public calls through', async () => {
    const post = (url: string, headers: Record<string, string>) => app.inject({ method: 'POST', url, headers })
    expect((await post('/api/panel/prueba', MUTATION)).statusCode).toBe(200)
    const fetched = { host: HOST, 'sec-fetch-site': 'same-origin', 'x-tombola': 'panel' }
    expect((await post('/api/panel/prueba', fetched)).statusCode).toBe(200)
    // A post of the shop's page concerns the panel in no way.
    expect((await post('/api/rifas/prueba', { host: HOST, origin: `http://${HOST}` })).statusCode).toBe(200)
    const status = await app.inject({ url: '/api/panel/estado', headers: { host: HOST, origin: 'https://otra.test' } })
    expect(status.statusCode).toBe(200)
    expect(status.headers['cache-control']).toBe('no-store')
  })

  test('the address of PUBLIC_URL is our own behind a proxy that changes the host', async () => {
    ctx.config.publicUrl = 'https://rifas-la-ceiba.test'
    const headers = { host: 'interno:3000', origin: 'https://rifas-la-ceiba.test', 'x-tombola': 'panel' }
    expect((await app.inject({ method: 'POST', url: '/api/panel/prueba', headers })).statusCode).toBe(200)
  })

  test('cookies: HttpOnly, Strict and, over https, __Host- and Secure', async () => {
    await quickOperator(ctx, MARISELA, CONSOLE)
    const plain = await enter(app, {})
    expect(plain.headers['set-cookie']).toEqual([
      expect.stringMatching(/^tombola=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^tombola-equipo=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    ctx.config.publicUrl = 'https://rifas-la-ceiba.test'
    const secure = await enter(app, {})
    expect(secure.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-tombola=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(
        /^__Host-tombola-equipo=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ])
    // A cookie that a neighbour could plant is not read over https.
    expect((await ask(app, 'GET', '/api/panel/estado', cookiesOf(plain))).json().operador).toBeNull()
  })

  test('thousands of guesses from hundreds of addresses in an hour: at most 100 are checked', async () => {
    await quickOperator(ctx, MARISELA, CONSOLE)
    let checked = 0
    const atOnce = soak(20, 100)
    for (let round = 0; round < 100; round++) {
      const guesses = Array.from({ length: atOnce }, (_, n) => {
        const address = (round * atOnce + n) % (atOnce * 10)
        const from = {
          ip: `10.0.${address >> 8}.${address & 255}`,
          equipo: 'Chrome',
          sessionHash: null,
          deviceHash: null,
        }
        return signIn(ctx, { correo: MAIL, clave: `intento ${round} ${n}` }, from).then(
          () => 'in',
          (error: AppError) => error.code,
        )
      })
      for (const code of await Promise.all(guesses)) {
        expect(['CREDENCIALES_INVALIDAS', 'SERVIDOR_OCUPADO', 'DEMASIADOS_INTENTOS']).toContain(code)
        if (code !== 'DEMASIADOS_INTENTOS') checked++
      }
      ctx.clock.advance(36_000)
    }
    expect(checked).toBeGreaterThan(60)
    expect(checked).toBeLessThanOrEqual(100)
  })

  test('a flood of checks is told to wait instead of taking every thread', async () => {
    ctx.config.abuseLimits = false
    const answers = await Promise.all(Array.from({ length: 60 }, () => enter(app, { clave: 'x' })))
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
