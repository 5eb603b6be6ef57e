import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { keys } from '#app/server/schema.ts'
import { settingOf } from '#app/server/testing/desk.ts'
import { OWNER, openShop, signInAgain } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { deliveryJob } from '#mail/server/delivery/deliver.ts'
import { AS_WRITTEN } from '#mail/server/testing/at-server.ts'
import { enqueue } from '#mail/server/testing/new-mail.ts'
import { openSmtpSink, type SmtpSink } from '#mail/server/testing/smtp-sink.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import type { Instant } from '#platform/clock.ts'
import { startJobs } from '#platform/server/jobs/start-jobs.ts'
import { onSqlite, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'

/** With characters that forms, addresses and JSON treat in their own way. */
const PASSWORD = ' ñ"\\%00&<b>\u{1f511}{}\' '

const sinks: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(sinks.map((sink) => sink.close())))

async function openSink(options: Parameters<typeof openSmtpSink>[0] = {}): Promise<SmtpSink> {
  const sink = await openSmtpSink(options)
  sinks.push(sink)
  return sink
}

async function open(setup: Setup) {
  const opened = await settingOf(await openShop(setup), 'correo')
  const save = (valor: object, more: object = {}, as = opened.headers) => opened.save({ ...more, valor }, as)
  return { ...opened, save }
}

function at(sink: SmtpSink, changes: object = {}) {
  return {
    servidor: '127.0.0.1',
    puerto: Number(new URL(sink.url).port),
    seguridad: 'ninguna',
    usuario: 'rifas@ejemplo.test',
    clave: PASSWORD,
    remitente: 'rifas@ejemplo.test',
    nombre: 'Rifas La Ceiba',
    ...changes,
  }
}

/** Everything in a copy of the database. */
async function wholeDatabase(ctx: TestCtx): Promise<string> {
  const rows = [...keys.keys()].map((table) =>
    ctx.db.read
      .selectFrom(table as 'settings')
      .selectAll()
      .execute(),
  )
  return JSON.stringify(await Promise.all(rows))
}

onSqlite('a mail server, set in the panel', (setup) => {
  test('is tried by a real message, kept, and used immediately for waiting mail; its password is told nowhere', async () => {
    const { ctx, freshCode, answers, call, save, shown } = await open(setup)
    const sink = await openSink({ user: { name: 'rifas@ejemplo.test', password: PASSWORD } })
    const stop = startJobs(ctx, [deliveryJob(ctx, AS_WRITTEN)])
    await enqueue(ctx, 'espera')
    // The previous server has refused it, and it would be tried again tomorrow.
    const tomorrow = (ctx.clock.now() + 86_400_000) as Instant
    const refused = { intentos: 5, proximo_en: tomorrow, ultimo_error: '535 no' }
    await ctx.db.write('prueba', (tx) => tx.updateTable('outbox').set(refused).execute())
    const codigo = freshCode()
    expect((await save(at(sink))).statusCode).toBe(422)
    expect(sink.begun).toBe(0)
    expect((await save(at(sink), { codigo })).statusCode).toBe(200)
    expect(sink.received[0]).toMatchObject({ sender: 'rifas@ejemplo.test', recipients: [OWNER.correo] })
    await expect
      .poll(() => sink.received.map(({ recipients }) => recipients[0]))
      .toEqual([OWNER.correo, 'carmen@ejemplo.test', OWNER.correo])
    expect(await shown()).toMatchObject({ secretos: ['clave'], version: 1, guardado_por: 'Marisela' })

    const told = [
      ...answers,
      ...ctx.lines,
      (await call('GET', '/exportar/diario')).body,
      (await call('GET', '/diario')).body,
      (await call('GET', '/correos/servidor')).body,
      (await call('GET', '/estado')).body,
      await wholeDatabase(ctx),
      ...sink.received.map(({ raw }) => raw.toString()),
    ].join('\n')
    for (const secret of [
      '\u{1f511}',
      '\\ud83d',
      encodeURIComponent('\u{1f511}'),
      Buffer.from(PASSWORD).toString('base64'),
    ])
      expect(told).not.toContain(secret)
    // As a word: hashes have any six digits.
    expect(told).not.toMatch(new RegExp(`\\b${codigo}\\b`))
    // Control: plain values are found there, in every form that was searched.
    expect(told.split('rifas@ejemplo.test').length).toBeGreaterThan(5)
    await stop()
  })

  test('one that refuses is explained and not kept; the same person tries again without another code', async () => {
    const { app, freshCode, call, save, shown } = await open(setup)
    const sink = await openSink({ user: { name: 'rifas@ejemplo.test', password: PASSWORD } })
    const refused = await save(at(sink, { clave: 'otra' }), { codigo: freshCode() })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({
      code: 'CORREO_NO_SALE',
      campos: { clave: expect.stringContaining('usuario o la clave') },
    })
    expect(refused.body).not.toContain('otra"')
    expect(await shown()).toMatchObject({ valor: null, version: 0 })
    const { permiso } = refused.json<{ permiso: string }>()
    expect(permiso).toMatch(/^\d+\.[\w-]{43}$/)

    // Of another browser of the same person, of another setting, or altered it is none.
    const other = await signInAgain(app, { ...OWNER, codigo: freshCode() })
    expect((await save(at(sink), { permiso }, other)).statusCode).toBe(422)
    expect((await call('POST', '/servidor/direccion', { version: 0, permiso })).statusCode).toBe(422)
    expect((await save(at(sink), { permiso: `9${permiso}` })).statusCode).toBe(422)
    expect((await save(at(sink), { permiso })).statusCode).toBe(200)
    expect((await save(at(sink), { permiso, version: 1 })).statusCode).toBe(422)
  })

  test('a permit ends with its tenth minute, its fifth try, or another host', async () => {
    const { ctx, freshCode, save } = await open(setup)
    const sink = await openSink({ user: { name: 'rifas@ejemplo.test', password: PASSWORD } })
    const wrong = at(sink, { clave: 'otra' })
    const permitOf = async (more: object) => {
      const { code, permiso } = (await save(wrong, more)).json<{ code: string; permiso: string }>()
      expect(code).toBe('CORREO_NO_SALE')
      return permiso
    }
    const ended = async (permiso: string, valor = at(sink)) =>
      expect((await save(valor, { permiso })).json()).toMatchObject({ campos: { codigo: expect.any(String) } })

    let permiso = await permitOf({ codigo: freshCode() })
    await ended(permiso, at(sink, { servidor: 'localhost' }))
    ctx.clock.advance(9 * 60_000)
    permiso = await permitOf({ permiso })
    ctx.clock.advance(61_000)
    await ended(permiso)

    permiso = await permitOf({ codigo: freshCode() })
    const first = permiso
    for (let tries = 0; tries < 5; tries++) permiso = await permitOf({ permiso })
    await ended(permiso)
    await ended(first)
  })

  test('a kept password goes on only to where it went', async () => {
    const { freshCode, save, shown } = await open(setup)
    const sink = await openSink({ user: { name: 'rifas@ejemplo.test', password: PASSWORD } })
    const thief = await openSink()
    await save(at(sink), { codigo: freshCode() })
    const { clave: _, ...kept } = at(sink, { nombre: 'Otro nombre' })
    expect((await save(kept, { version: 1, codigo: freshCode() })).statusCode).toBe(200)
    expect(await shown()).toMatchObject({ valor: { nombre: 'Otro nombre' }, secretos: ['clave'], version: 2 })
    for (const changes of [
      { puerto: Number(new URL(thief.url).port) },
      { usuario: 'otro' },
      { seguridad: 'starttls' },
    ]) {
      const refused = await save({ ...kept, ...changes }, { version: 2, codigo: freshCode() })
      expect(refused.json()).toMatchObject({ campos: { clave: 'Escribe la clave.' } })
    }
    expect(thief.begun).toBe(0)
  })

  test('another server is told to every owner by the one before, which the server of a thief cannot swallow', async () => {
    const { ctx, freshCode, call, save, shown } = await open(setup)
    await quickOperator(ctx, { nombre: 'Rafael', correo: 'r@ejemplo.test', clave: OWNER.clave, rol: 'dueno' }, TESTER)
    const [sink, thief] = [await openSink(), await openSink()]
    const told = async () =>
      Promise.all(
        sink.received
          .splice(0)
          .map(async ({ recipients, raw }) => [recipients[0], (await PostalMime.parse(raw)).subject?.split(' ·')[0]]),
      )
    const both = (subject: string) =>
      expect.arrayContaining([OWNER.correo, 'r@ejemplo.test'].map((to) => [to, subject]))
    await save(at(sink), { codigo: freshCode() })
    expect(await told()).toEqual([[OWNER.correo, 'Correo de prueba']])

    // For another name on the same server the mail leaves through it anyway.
    await save(at(sink, { nombre: 'Otra' }), { version: 1, codigo: freshCode() })
    expect(await told()).toEqual([[OWNER.correo, 'Correo de prueba']])
    // Another sender may be one whose mails are refused everywhere: the previous one sends the notice about it.
    await save(at(sink, { remitente: 'rifas@suplantado.test' }), { version: 2, codigo: freshCode() })
    expect(await told()).toEqual(both('Están cambiando el servidor de correo'))
    // There is no notice about a refused one.
    thief.behave('reject-550')
    await save(at(thief), { version: 3, codigo: freshCode() })
    expect(await told()).toEqual([])
    thief.behave('accept')
    expect((await save(at(thief), { version: 3, codigo: freshCode() })).statusCode).toBe(200)
    expect(await told()).toEqual(both('Están cambiando el servidor de correo'))

    // One that no longer answers keeps nobody.
    await thief.close()
    expect((await save(at(sink), { version: 4, codigo: freshCode() })).statusCode).toBe(200)
    expect(await told()).toEqual([[OWNER.correo, 'Correo de prueba']])
    const gone = await call('DELETE', '/servidor/correo', { version: 5, codigo: freshCode() })
    expect(gone.statusCode).toBe(200)
    expect(await told()).toEqual(both('Quitan el servidor de correo'))
    expect(await shown()).toMatchObject({ valor: null, version: 0 })
  })

  test('an impossible setting is refused before a code is spent', async () => {
    const { freshCode, save } = await open(setup)
    const sink = await openSink()
    const codigo = freshCode()
    for (const [changes, campo] of [
      [{ servidor: 'http://smtp.ejemplo.test/' }, 'valor.servidor'],
      [{ puerto: 22 }, 'puerto'],
      [{ servidor: 'smtp.ejemplo.test' }, 'seguridad'],
      [{ usuario: '' }, 'usuario'],
      [{ remitente: 'x@y.test\r\nBcc: z@y.test' }, 'valor.remitente'],
      [{ nombre: 'a\nb' }, 'valor.nombre'],
    ] as const) {
      const refused = await save(at(sink, changes), { codigo })
      expect(Object.keys(refused.json<{ campos: object }>().campos), JSON.stringify(changes)).toEqual([campo])
    }
    expect(sink.begun).toBe(0)
    expect((await save(at(sink, { usuario: '', clave: '' }), { codigo })).statusCode).toBe(200)
  })
})
