import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { enterAs } from '#operators/server/testing/enter-as.ts'
import { createServer } from '#platform/server/http/server.ts'
import { onSqlite, type TestCtx } from '#platform/server/testing/engines.ts'
import { explainTrouble } from '../../mail-trouble.ts'
import { deliverDue, readFailure } from '../delivery/deliver.ts'
import { smtpTransport, type Transport } from '../delivery/transport.ts'
import { mailRoutes } from '../routes.ts'
import { AS_WRITTEN, atServer } from '../testing/at-server.ts'
import { enqueue } from '../testing/new-mail.ts'
import { readMails } from '../testing/read-mails.ts'
import { openSmtpSink, type SmtpSink } from '../testing/smtp-sink.ts'
import { readdress } from './readdress.ts'

const BRAND = { nombre: 'Rifas La Ceiba', color: '#ffa53d', whatsapp: '' }

onSqlite('mail that does not arrive', (setup) => {
  let sink: SmtpSink
  let transport: Transport
  beforeAll(async () => {
    sink = await openSmtpSink()
    transport = smtpTransport(atServer(sink.url, 'rifas@ejemplo.test'))
  })
  afterAll(async () => {
    transport.close()
    await sink.close()
  })
  beforeEach(() => {
    sink.received.length = 0
    sink.begun = 0
    sink.behave('accept')
  })

  const corrected: string[] = []

  async function open() {
    corrected.length = 0
    const ctx = await setup.context({ schema })
    const app = await createServer(ctx)
    mailRoutes(app, ctx, {
      readBrand: async () => BRAND,
      correctBuyer: async ({ compra_id, de, a, actor }) => {
        corrected.push(`${actor.nombre}: ${compra_id} ${de} > ${a}`)
        await ctx.db.write('correo', (tx) =>
          readdress(tx, { compra_id, de, a, para_nombre: 'Carmen', reenviar: false, now: ctx.clock.now() }),
        )
      },
      guard: () => expect.unreachable(),
      kinds: [],
    })
    const cookies = await enterAs(ctx, 'dueno')
    const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
      app.inject({ method, url: `/api/panel/correos${path}`, cookies, ...(payload ? { payload } : {}) })
    const deliver = () => deliverDue(ctx, transport, new AbortController().signal, AS_WRITTEN)
    return { ctx, call, deliver }
  }

  const states = async (ctx: TestCtx) => (await readMails(ctx)).map(({ para, estado }) => `${para} ${estado}`)

  test('an address that does not exist is not written to again until somebody sends a mail again', async () => {
    const { ctx, call, deliver } = await open()
    await enqueue(ctx, 'a', { para: 'nadie@ejemplo.test' })
    sink.behave('reject-550')
    await deliver()
    expect((await call('GET', '/1')).json()).toMatchObject({ estado: 'fallido', suprimido: true })
    sink.behave('accept')
    await enqueue(ctx, 'b', { para: 'Nadie@Ejemplo.test' })
    await deliver()
    expect(sink.begun).toBe(0)
    expect(await states(ctx)).toEqual(['nadie@ejemplo.test fallido', 'Nadie@Ejemplo.test fallido'])
    expect((await call('POST', '/reintentar')).json()).toEqual({ reenviados: 0 })
    expect((await call('POST', '/1/reenviar', { reenvios: 0 })).json()).toMatchObject({ estado: 'pendiente' })
    expect((await call('POST', '/reintentar')).json()).toEqual({ reenviados: 1 })
    expect((await call('POST', '/reintentar')).json()).toEqual({ reenviados: 0 })
    await deliver()
    expect(sink.received).toHaveLength(2)
    expect(await readDeeds(ctx)).toMatchObject([
      { accion: 'correo reenviado', datos: { correo_id: 1 } },
      { accion: 'correos fallidos reenviados', datos: { cuantos: 1, correos: [2] } },
    ])
  })

  test('a corrected address gets the failed mails of that purchase, and nothing else', async () => {
    const { ctx, call, deliver } = await open()
    await enqueue(ctx, 'a', { para: 'carmen@ejmplo.test', compra_id: 7 })
    await enqueue(ctx, 'b', { para: 'carmen@ejmplo.test', compra_id: 7 })
    await enqueue(ctx, 'c', { para: 'carmen@ejmplo.test', compra_id: 8 })
    await enqueue(ctx, 'd', { para: 'duena@ejmplo.test', compra_id: null })
    await enqueue(ctx, 'e', { para: 'ana@ejmplo.test', reservado: true })
    sink.behave('reject-550')
    await deliver()
    sink.behave('accept')
    for (const para of ['', 'carmen', 'a@b.test, c@d.test', 'carmen@ejemplo.test\r\nBcc: x@y.test']) {
      expect((await call('POST', '/1/corregir', { para })).statusCode).toBe(422)
    }
    const correct = async (id: number, para: string) => (await call('POST', `/${id}/corregir`, { para })).json()
    expect((await correct(1, 'carmen@ejmplo.test')).code).toBe('CORREO_SUPRIMIDO')
    // An alert to the owners or a link that opens the panel must not be sent somewhere else.
    for (const id of [4, 5]) expect((await correct(id, 'otro@ejemplo.test')).code).toBe('CORREO_NO_CORREGIBLE')
    const right = 'carmen@ejemplo.test'
    expect(await correct(1, right)).toMatchObject({ para: right, estado: 'pendiente', suprimido: false })
    await deliver()
    expect(sink.received.map(({ recipients }) => recipients)).toEqual([[right], [right]])
    expect((await states(ctx)).slice(2)).toEqual([
      'carmen@ejmplo.test fallido',
      'duena@ejmplo.test fallido',
      'ana@ejmplo.test fallido',
    ])
    expect((await correct(1, 'otra@ejemplo.test')).code).toBe('CORREO_NO_CORREGIBLE')
    // The answer was lost and the same comes again.
    expect(await correct(1, right)).toMatchObject({ estado: 'enviado', reenvios: 1 })
    expect(corrected).toEqual(['Marisela: 7 carmen@ejmplo.test > carmen@ejemplo.test'])
  })

  test('a test message goes to the operator who asks, once a minute, and the state of the server hides its password', async () => {
    const { ctx, call, deliver } = await open()
    for (let time = 0; time < 2; time++) {
      expect((await call('POST', '/prueba')).json()).toEqual({ para: 'marisela@ejemplo.test' })
    }
    await deliver()
    expect(sink.received.map(({ recipients }) => recipients)).toEqual([['marisela@ejemplo.test']])
    ctx.config.mail.smtpUrl = 'smtps://usuario:secreta@correo.ejemplo.test:465'
    const state = await call('GET', '/servidor')
    expect(state.body).not.toContain('secreta')
    expect(state.json()).toMatchObject({
      servidor: 'correo.ejemplo.test:465',
      ultimo_envio: new Date(ctx.clock.now()).toISOString(),
      ultimo_error: '',
    })
    await enqueue(ctx, 'x')
    sink.behave('reject-sender-451')
    await deliver()
    expect((await call('GET', '/servidor')).json().ultimo_error).toContain('451')
  })
})

test.each([
  ['RCPT TO', '550 5.1.1 user unknown', true],
  ['RCPT TO', '553 sorry', true],
  ['RCPT TO', '550 5.7.1 blocked by policy', false],
  ['RCPT TO', '552 5.2.2 mailbox full', false],
  ['DATA', '550 no thanks', false],
])('an answer to %s of %s blames the address: %s', (command, response, address) => {
  const responseCode = Number(response.slice(0, 3))
  const error = { code: 'EENVELOPE', command, permanent: true, response, responseCode }
  expect(readFailure(error)).toMatchObject({ permanent: true, address })
})

test.each([
  ['550 5.1.1 <x@y.test>: Recipient address rejected: User unknown', 'Esa dirección no existe.'],
  ['550 5.1.2 Host not found', 'El dominio de la dirección no existe.'],
  ['452 4.2.2 The email account is over quota', 'Su buzón está lleno.'],
  ['535 5.7.8 authentication failed', 'El servidor no acepta el usuario o la clave.'],
  ['550 5.7.26 this mail has been blocked because of DMARC', 'Lo rechazaron por parecer no deseado.'],
  ['421 4.7.0 try again later', 'El servidor pide esperar.'],
  ['El servidor de correo no respondió a tiempo.', 'No se llega al servidor de correo.'],
  ['La dirección de correo no es válida.', 'La dirección está mal escrita.'],
  ['500 ¿?', 'El servidor de correo no lo aceptó.'],
])('%s in plain words', (reply, words) => {
  expect(explainTrouble(reply)?.dice).toBe(words)
})
