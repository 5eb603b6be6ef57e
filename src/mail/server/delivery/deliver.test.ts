import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { after } from '#platform/clock.ts'
import { capDeadlines } from '#platform/server/jobs/cap-deadlines.ts'
import { startJobs } from '#platform/server/jobs/start-jobs.ts'
import { onBothEngines, onSqlite, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'
import { ownPort } from '#platform/server/testing/own-port.ts'
import { openSilentServer } from '#platform/server/testing/silent-server.ts'
import { DAY, PORTION, portionOf, roomFor, shareOf } from '../../pace.ts'
import { retryFailed } from '../care/resend-mail.ts'
import { suppress } from '../care/suppressions.ts'
import { holdCopies, type Recheck, takeBack } from '../letters.ts'
import { LEASE, outbox, WAITS } from '../schema.ts'
import { anyDue, cancelMail, claimDue, markFailed, type OutboxRow } from '../store.ts'
import { AS_WRITTEN, atServer } from '../testing/at-server.ts'
import { enqueue } from '../testing/new-mail.ts'
import { readMails } from '../testing/read-mails.ts'
import { openSmtpSink, type SmtpSink } from '../testing/smtp-sink.ts'
import { type Copies, deliverDue, deliveryJob } from './deliver.ts'
import { composeMessage } from './message.ts'
import { composeMail, renderMail } from './render.ts'
import { smtpTransport, type Transport } from './transport.ts'

const FROM = 'Rifas La Ceiba <rifas@ejemplo.test>'
/** A machine with other things to do is slow to answer; nobody hangs here but on purpose. */
const PATIENT = { connect: 100_000, greeting: 100_000, socket: 100_000 }
/** Short, so that a server that hangs on purpose does not hold the tests. */
const SHORT = { ...PATIENT, greeting: 300, socket: 300 }
/** For immediate events, on the busiest machine. */
const NEVER = new AbortController().signal
const by = (transport: Transport) => ({ current: async () => transport, close: () => transport.close() })

let sink: SmtpSink
/** To that server. */
let transport: Transport
const transports: Transport[] = []

beforeEach(async () => {
  sink = await openSmtpSink()
  transport = connect()
})
afterEach(async () => {
  for (const transport of transports.splice(0)) transport.close()
  await sink.close()
})

function open(setup: Setup): Promise<TestCtx> {
  return setup.context({ schema })
}

/** @param limits short ones only where the server is meant to hang: a busy machine is slow to answer too. */
function connect(url = sink.url, limits = PATIENT): Transport {
  const transport = smtpTransport(atServer(url, FROM), limits)
  transports.push(transport)
  return transport
}

function rows(ctx: TestCtx): Promise<OutboxRow[]> {
  return ctx.db.read.selectFrom('outbox').selectAll().orderBy('id').execute()
}

async function only(ctx: TestCtx): Promise<OutboxRow> {
  const [row, ...others] = await rows(ctx)
  if (!row || others.length > 0) throw new Error('one row was expected')
  return row
}

onBothEngines('delivery', (setup) => {
  test('the same key again writes nothing', async () => {
    const ctx = await open(setup)
    await enqueue(ctx, 'a')
    await enqueue(ctx, 'a', { asunto: 'otro' })
    await enqueue(ctx, 'b')
    expect((await rows(ctx)).map((row) => [row.clave, row.asunto])).toEqual([
      ['a', 'Tus números'],
      ['b', 'Tus números'],
    ])
  })

  test('a process that wakes up after its lease does not undo the work of another', async () => {
    const ctx = await open(setup)
    await enqueue(ctx, 'a')
    const [stale] = await ctx.db.write('correo', (tx) => claimDue(tx, ctx.clock.now(), 5))
    ctx.clock.advance(LEASE)
    await ctx.db.write('correo', (tx) => claimDue(tx, ctx.clock.now(), 5))
    await ctx.db.write('correo', (tx) => markFailed(tx, stale ?? expect.unreachable(), 'tarde', null))
    expect(await only(ctx)).toMatchObject({ estado: 'pendiente', intentos: 2, ultimo_error: '' })
  })

  test('two processes share the outbox: everything leaves, nothing twice', async () => {
    const ctx = await open(setup)
    const twin = await setup.twin(ctx)
    for (let n = 0; n < 60; n++) await enqueue(ctx, `n${n}`, { asunto: `n${n}` })
    const deliver = async (process: TestCtx) => {
      const own = connect()
      while ((await deliverDue(process, own, NEVER, AS_WRITTEN)) > 0) {
        // until nothing is due
      }
    }
    await Promise.all([deliver(ctx), deliver(twin)])
    // One may have ended while the other still held a lease on the last ones.
    await deliver(ctx)
    const subjects = sink.received.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1])
    expect(subjects.length).toBe(60)
    expect(new Set(subjects).size).toBe(60)
  })
})

onSqlite('one delivery', (setup) => {
  test('it waits for its time, and can be taken back until somebody sends it', async () => {
    const ctx = await open(setup)
    const later = after(ctx.clock.now(), 30_000)
    for (const clave of ['a', 'b']) await enqueue(ctx, clave, { enviar_desde: later })
    expect(await deliverDue(ctx, transport, NEVER, AS_WRITTEN)).toBe(0)
    expect(await ctx.db.write('correo', (tx) => cancelMail(tx, 'a'))).toBe(true)
    ctx.clock.advance(30_000)
    await ctx.db.write('correo', (tx) => claimDue(tx, ctx.clock.now(), 5))
    expect(await ctx.db.write('correo', (tx) => cancelMail(tx, 'b'))).toBe(false)
    ctx.clock.advance(LEASE)
    expect(await ctx.db.write('correo', (tx) => cancelMail(tx, 'b'))).toBe(false)
    expect(await deliverDue(ctx, transport, NEVER, AS_WRITTEN)).toBe(1)
    expect(await ctx.db.write('correo', (tx) => cancelMail(tx, 'b'))).toBe(false)
    expect((await rows(ctx)).map((row) => row.estado)).toEqual(['cancelado', 'enviado'])
    expect(sink.received).toHaveLength(1)
  })

  test('a mail claimed by a process that died is sent once its lease is over, with the same Message-ID', async () => {
    const ctx = await open(setup)
    await enqueue(ctx, 'a')
    const [claimed] = await ctx.db.write('correo', (tx) => claimDue(tx, ctx.clock.now(), 5))
    ctx.clock.advance(LEASE - 1)
    expect(await deliverDue(ctx, transport, NEVER, AS_WRITTEN)).toBe(0)
    ctx.clock.advance(1)
    expect(await deliverDue(ctx, transport, NEVER, AS_WRITTEN)).toBe(1)
    expect(await deliverDue(ctx, transport, NEVER, AS_WRITTEN)).toBe(0)
    expect(await only(ctx)).toMatchObject({ estado: 'enviado', intentos: 2 })
    const mail = await PostalMime.parse(sink.received[0]?.raw ?? '')
    expect(mail.messageId).toBe(composeMessage(claimed ?? expect.unreachable(), transport.from).messageId)
  })

  test('a mail that left while the database was busy is marked all the same, and not sent again', async () => {
    const ctx = await open(setup)
    await enqueue(ctx, 'compra:7:confirmada')
    let writes = 0
    const write: typeof ctx.db.write = (lane, job) => {
      writes += 1
      // The first claims the mail, the second would mark it.
      return writes === 2 ? Promise.reject(new Error('busy')) : ctx.db.write(lane, job)
    }
    expect(
      await deliverDue({ ...ctx, db: { ...ctx.db, read: ctx.db.read, write } }, transport, NEVER, AS_WRITTEN),
    ).toBe(1)
    expect(await only(ctx)).toMatchObject({ estado: 'enviado' })
    ctx.clock.set(after(ctx.clock.now(), LEASE))
    expect(await deliverDue(ctx, transport, NEVER, AS_WRITTEN)).toBe(0)
    expect(sink.received).toHaveLength(1)
  })

  test('its page is drawn as it leaves, from the promise of its row', async () => {
    const ctx = await open(setup)
    const content = { sitio: 'Rifas', titulo: 'Tus números', parrafos: ['Hola, José.'], numeros: ['0042'], pie: 'Fin' }
    await enqueue(ctx, 'compra:7:confirmada', composeMail(content))
    await deliverDue(ctx, transport, NEVER, AS_WRITTEN)
    const { raw } = sink.received[0] ?? expect.unreachable()
    const { html } = await PostalMime.parse(raw)
    expect(html?.trim()).toBe(renderMail(content).html.trim())
    expect(html).toContain('0042')
  })

  test('a mail arrives whole, once', async () => {
    const ctx = await open(setup)
    await enqueue(ctx, 'compra:7:confirmada', {
      para_nombre: 'José Ñáñez, hijo',
      asunto: 'Tus números de «Pickup 4×4»',
      texto: 'Hola, José.\n.una línea con punto\n0042  0101',
      html: '<p>Hola, José. <b>0042</b></p>',
    })
    expect(await deliverDue(ctx, transport, NEVER, AS_WRITTEN)).toBe(1)
    expect(await deliverDue(ctx, transport, NEVER, AS_WRITTEN)).toBe(0)
    expect(sink.received).toHaveLength(1)
    const { sender, recipients, raw } = sink.received[0] ?? expect.unreachable()
    expect([sender, recipients]).toEqual(['rifas@ejemplo.test', ['carmen@ejemplo.test']])
    const row = await only(ctx)
    const mail = await PostalMime.parse(raw)
    expect(mail).toMatchObject({
      from: { name: 'Rifas La Ceiba', address: 'rifas@ejemplo.test' },
      to: [{ name: 'José Ñáñez, hijo', address: 'carmen@ejemplo.test' }],
      subject: 'Tus números de «Pickup 4×4»',
      messageId: composeMessage(row, transport.from).messageId,
    })
    expect(mail.text?.trim()).toBe('Hola, José.\n.una línea con punto\n0042  0101')
    expect(mail.html?.trim()).toBe('<p>Hola, José. <b>0042</b></p>')
    expect(row).toMatchObject({ estado: 'enviado', intentos: 1, enviado_en: ctx.clock.now(), arrendado_hasta: 0 })
    const log = ctx.lines.join()
    expect(log).toContain('mail sent')
    for (const secret of ['carmen', 'José', '0042']) expect(log).not.toContain(secret)
  })

  test('a refusal for now is tried again with growing waits, then it is a dead letter', async () => {
    const ctx = await open(setup)
    await enqueue(ctx, 'a')
    sink.behave('reject-450')
    for (const wait of WAITS) {
      await deliverDue(ctx, transport, NEVER, AS_WRITTEN)
      expect(await only(ctx)).toMatchObject({
        estado: 'pendiente',
        proximo_en: ctx.clock.now() + wait,
        ultimo_error: '450 no thanks',
        arrendado_hasta: 0,
      })
      ctx.clock.advance(wait - 1)
      await deliverDue(ctx, transport, NEVER, AS_WRITTEN)
      expect((await only(ctx)).proximo_en).toBe(ctx.clock.now() + 1)
      ctx.clock.advance(1)
    }
    await deliverDue(ctx, transport, NEVER, AS_WRITTEN)
    expect(await only(ctx)).toMatchObject({ estado: 'fallido', intentos: WAITS.length + 1 })
    sink.behave('accept')
    ctx.clock.advance(30 * 86_400_000)
    expect(await deliverDue(ctx, transport, NEVER, AS_WRITTEN)).toBe(0)
    expect(ctx.lines.join()).not.toContain('no thanks')
  })

  test.each([
    ['reject-550', 'fallido', '550 no thanks'],
    ['reject-message-554', 'fallido', '554 no thanks'],
    ['reject-message-451', 'pendiente', '451 no thanks'],
    // Of no one mail's fault: the operator puts the sender or the sign-in right and nothing is lost.
    ['reject-sender-553', 'pendiente', '553 no thanks'],
    ['reject-530', 'pendiente', '530 no thanks'],
    ['hang', 'pendiente', 'El servidor de correo no respondió a tiempo.'],
    ['drop', 'pendiente', /^No se pudo hablar con el servidor de correo/],
  ] as const)('a server that answers %s leaves it %s', async (behaviour, estado, error) => {
    const ctx = await open(setup)
    await enqueue(ctx, 'a', { html: 'x'.repeat(200_000) })
    sink.behave(behaviour)
    const patient = connect(sink.url, behaviour === 'hang' ? { ...PATIENT, socket: 300 } : PATIENT)
    expect(await deliverDue(ctx, patient, NEVER, AS_WRITTEN)).toBe(0)
    expect(await only(ctx)).toMatchObject({
      estado,
      intentos: 1,
      ultimo_error: typeof error === 'string' ? error : expect.stringMatching(error),
    })
    // The library must not try again on its own: when is the outbox's decision.
    expect(sink.begun).toBeLessThanOrEqual(1)
    sink.behave('accept')
    ctx.clock.advance(60_000)
    expect(await deliverDue(ctx, connect(), NEVER, AS_WRITTEN)).toBe(estado === 'pendiente' ? 1 : 0)
    expect(sink.received).toHaveLength(estado === 'pendiente' ? 1 : 0)
  })

  test('a line that drops after the server has the message: the copy is recognisable', async () => {
    const ctx = await open(setup)
    await enqueue(ctx, 'a')
    sink.behave('drop-after')
    await deliverDue(ctx, transport, NEVER, AS_WRITTEN)
    sink.behave('accept')
    ctx.clock.advance(60_000)
    await deliverDue(ctx, transport, NEVER, AS_WRITTEN)
    expect(await only(ctx)).toMatchObject({ estado: 'enviado' })
    const ids = await Promise.all(sink.received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('a wrong password, nobody there, nobody who greets: it waits', async () => {
    const strict = await openSmtpSink({ user: { name: 'rifas', password: 'correcta' } })
    const silent = await openSilentServer()
    const ctx = await open(setup)
    await enqueue(ctx, 'a')
    const right = strict.url.replace('smtp://', 'smtp://rifas:correcta@')
    for (const [url, error] of [
      [strict.url.replace('smtp://', 'smtp://rifas:falsa@'), /535/],
      [`smtp://127.0.0.1:${await ownPort()}`, /No se pudo hablar con el servidor/],
      [`smtp://127.0.0.1:${silent.port}`, /no respondió a tiempo/],
    ] as const) {
      await deliverDue(ctx, connect(url, url.includes(`:${silent.port}`) ? SHORT : PATIENT), NEVER, AS_WRITTEN)
      expect(await only(ctx)).toMatchObject({ estado: 'pendiente', ultimo_error: expect.stringMatching(error) })
      ctx.clock.advance(3_600_000)
    }
    expect(await deliverDue(ctx, connect(right), NEVER, AS_WRITTEN)).toBe(1)
    expect(`${(await only(ctx)).ultimo_error}${ctx.lines.join()}`).not.toMatch(/falsa|correcta/)
    silent.close()
    await strict.close()
  })

  test('without SMTP_URL nothing is sent and the mail waits', async () => {
    const ctx = await open(setup)
    await enqueue(ctx, 'a')
    expect(await deliveryJob(ctx, AS_WRITTEN).does(NEVER)).toBe(false)
    expect(await only(ctx)).toMatchObject({ estado: 'pendiente', intentos: 0 })
  })

  test('mail leaves immediately when it was committed; a stopped delivery has finished what it began', async () => {
    const ctx = await open(setup)
    await enqueue(ctx, 'a')
    const stop = startJobs(ctx, [deliveryJob(ctx, AS_WRITTEN, by(connect()))])
    await expect.poll(() => sink.received.length).toBe(1)
    for (let n = 0; n < 12; n++) await enqueue(ctx, `n${n}`)
    await expect.poll(() => sink.received.length).toBe(13)
    await enqueue(ctx, 'último')
    await expect.poll(() => sink.begun).toBe(14)
    await stop()
    expect((await rows(ctx)).every((row) => row.estado === 'enviado')).toBe(true)
  })
})

const asWritten: Recheck = async (_tx, copies) =>
  new Map(
    copies.map(({ id, para_nombre, asunto, texto }) => {
      const contenido = composeMail({ sitio: 'La Ceiba', titulo: asunto, parrafos: [texto], pie: '' }).contenido
      return [id, { para_nombre, asunto, texto, contenido }]
    }),
  )
const copiesOf = (daily: number, recheck = asWritten): Copies => ({ recheck, readDaily: async () => daily })

async function statesOf(ctx: TestCtx): Promise<Record<string, string>> {
  return Object.fromEntries((await readMails(ctx)).map(({ clave, estado }) => [clave, estado]))
}

const copies = async (ctx: TestCtx, count: number, more = {}) => {
  for (let at = 0; at < count; at++)
    await enqueue(ctx, `copia:${at}`, { carta_id: 3, para: `c${at}@ejemplo.test`, ...more })
}

onSqlite('copies of letters to many', (setup) => {
  test('leave when nothing else is due, however long they have waited', async () => {
    const ctx = await open(setup)
    await copies(ctx, 3)
    ctx.clock.advance(1_000)
    await enqueue(ctx, 'propio', { para: 'ana@ejemplo.test' })
    expect(await deliverDue(ctx, transport, NEVER, copiesOf(500))).toBe(1)
    expect(sink.received.map(({ recipients }) => recipients)).toEqual([['ana@ejemplo.test']])
    // Of the five connections, three are left for mails written meanwhile.
    expect(await deliverDue(ctx, transport, NEVER, copiesOf(500))).toBe(2)
    expect(await deliverDue(ctx, transport, NEVER, copiesOf(500))).toBe(1)
    expect(await deliverDue(ctx, transport, NEVER, copiesOf(500))).toBe(0)
  })

  test('in portions, which leave room for payments however many have left', async () => {
    const ctx = await open(setup)
    // Of 50 a day copies leave one each ten minutes, and wait once 30 of any kind have left.
    for (let at = 0; at < 28; at++) await enqueue(ctx, `propio:${at}`)
    while ((await deliverDue(ctx, transport, NEVER, copiesOf(50))) > 0);
    await copies(ctx, 4)
    const left: number[] = []
    for (let look = 0; look < 4; look++) {
      left.push(
        await deliverDue(ctx, transport, NEVER, copiesOf(50)),
        await deliverDue(ctx, transport, NEVER, copiesOf(50)),
      )
      ctx.clock.advance(PORTION)
    }
    expect(left).toEqual([1, 0, 1, 0, 0, 0, 0, 0])
    // A buyer who pays now still gets their mail.
    await enqueue(ctx, 'ahora')
    expect(await deliverDue(ctx, transport, NEVER, copiesOf(50))).toBe(1)
    ctx.clock.advance(DAY)
    expect(await deliverDue(ctx, transport, NEVER, copiesOf(50))).toBe(1)
  })

  test('a letter that is stopped keeps the copies that have not left, failed ones too, until it goes on', async () => {
    const ctx = await open(setup)
    await copies(ctx, 2)
    const sending = { from: transport.from, close: () => {}, send: () => stopAndFail() }
    // Stopped while one of them was being handed over, which then failed.
    async function stopAndFail(): Promise<void> {
      await ctx.db.write('x', (tx) => holdCopies(tx, 3, 1))
      throw Object.assign(new Error('down'), { code: 'ECONNECTION' })
    }
    await deliverDue(ctx, sending, NEVER, copiesOf(500))
    ctx.clock.advance(DAY)
    expect(await deliverDue(ctx, transport, NEVER, copiesOf(500))).toBe(0)
    expect(await retryFailed(ctx, TESTER)).toBe(0)
    await ctx.db.write('x', (tx) => holdCopies(tx, 3, 0))
    expect(await deliverDue(ctx, transport, NEVER, copiesOf(500))).toBe(2)
  })

  test('a mail whose moment is over never leaves, and is not sent again with the others', async () => {
    const ctx = await open(setup)
    const soon = after(ctx.clock.now(), 60_000)
    await enqueue(ctx, 'recordatorio', { vence_en: soon })
    await enqueue(ctx, 'siempre')
    await enqueue(ctx, 'nadie', { para: 'Nadie@ejemplo.test' })
    sink.behave('reject-message-554')
    await deliverDue(ctx, transport, NEVER, AS_WRITTEN)
    sink.behave('accept')
    await ctx.db.write('x', (tx) =>
      suppress(tx, { correo: 'nadie@ejemplo.test', motivo: 'x', correo_id: 3, en: ctx.clock.now() }),
    )
    ctx.clock.advance(60_000)
    // Two people simultaneously, or one twice.
    const sent = await Promise.all([retryFailed(ctx, TESTER), retryFailed(ctx, TESTER)])
    expect(sent.sort()).toEqual([0, 1])
    await deliverDue(ctx, transport, NEVER, AS_WRITTEN)
    expect(sink.received).toHaveLength(1)
    await enqueue(ctx, 'tarde', { vence_en: soon })
    expect(await deliverDue(ctx, transport, NEVER, AS_WRITTEN)).toBe(0)
    expect((await statesOf(ctx))['tarde']).toBe('cancelado')
  })

  test('a mail that waits for its next attempt leaves at once when everything is sent again, as the same mail', async () => {
    const ctx = await open(setup)
    await enqueue(ctx, 'uno')
    sink.behave('reject-message-451')
    await deliverDue(ctx, transport, NEVER, AS_WRITTEN)
    sink.behave('accept')
    expect(await retryFailed(ctx, TESTER)).toBe(1)
    expect(await deliverDue(ctx, transport, NEVER, AS_WRITTEN)).toBe(1)
    expect(String(sink.received[0]?.raw)).toMatch(/Message-ID: <\w+\.0@/)
    await ctx.db.write('x', (tx) => takeBack(tx, [1], 'tarde'))
    expect(await statesOf(ctx)).toEqual({ uno: 'enviado' })
  })
})

test('of an account of 500 a day letters take 9 each ten minutes, and nothing once 300 mails have left', () => {
  expect([shareOf(500), portionOf(500)]).toEqual([300, 9])
  expect(roomFor(500, { todos: 0, tanda: 0 })).toBe(9)
  expect(roomFor(500, { todos: 299, tanda: 4 })).toBe(1)
  expect(roomFor(500, { todos: 300, tanda: 0 })).toBe(0)
})

const DAYS = 3 * DAY

onSqlite('mails of a clock that was days ahead', (setup) => {
  test('leave once it is right, and those that wait for their turn keep it', async () => {
    const ctx = await open(setup)
    const right = ctx.clock.now()
    const wait = WAITS.at(-1) ?? 0
    await enqueue(ctx, 'turno:1', { enviar_desde: after(right, 20 * DAYS) })
    await enqueue(ctx, 'prueba:intentado')
    await ctx.db.write('correo', async (tx) => {
      const [row] = await claimDue(tx, after(right, DAYS), 5)
      if (row) await markFailed(tx, row, 'no respondió', after(right, DAYS + wait))
    })
    await enqueue(ctx, 'prueba:arrendado')
    await ctx.db.write('correo', (tx) => claimDue(tx, after(right, DAYS), 5))
    ctx.clock.advance(DAYS)
    await enqueue(ctx, 'prueba:escrito')
    ctx.clock.advance(-DAYS)
    expect(await anyDue(ctx.db.read, right)).toBe(false)
    await capDeadlines(ctx, [outbox])
    const due = await ctx.db.write('correo', (tx) => claimDue(tx, right, 9))
    expect(due.map(({ clave }) => clave).sort()).toEqual(['prueba:arrendado', 'prueba:escrito', 'prueba:intentado'])
    // Leased mails keep their leases, and recently failed ones wait.
    await capDeadlines(ctx, [outbox])
    expect(await anyDue(ctx.db.read, right)).toBe(false)
  })
})
