import { afterEach, beforeEach, expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { after } from '#platform/clock.ts'
import { onSqlite, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'
import { DAY, PORTION, portionOf, roomFor, shareOf } from '../../pace.ts'
import { retryFailed } from '../care/resend-mail.ts'
import { suppress } from '../care/suppressions.ts'
import { holdCopies, type Recheck, takeBack } from '../letters.ts'
import { atServer } from '../testing/at-server.ts'
import { enqueue } from '../testing/new-mail.ts'
import { readMails } from '../testing/read-mails.ts'
import { openSmtpSink, type SmtpSink } from '../testing/smtp-sink.ts'
import { type Copies, deliverDue } from './deliver.ts'
import { composeMail } from './render.ts'
import { smtpTransport, type Transport } from './transport.ts'

const NEVER = new AbortController().signal

let sink: SmtpSink
let transport: Transport

beforeEach(async () => {
  sink = await openSmtpSink()
  transport = smtpTransport(atServer(sink.url, 'rifas@ejemplo.test'))
})
afterEach(async () => {
  transport.close()
  await sink.close()
})

const open = (setup: Setup): Promise<TestCtx> => setup.context({ schema })

const asWritten: Recheck = async (_tx, copies) =>
  new Map(
    copies.map(({ id, para_nombre, asunto, texto }) => {
      const contenido = composeMail({ sitio: 'La Ceiba', titulo: asunto, parrafos: [texto], pie: '' }).contenido
      return [id, { para_nombre, asunto, texto, contenido }]
    }),
  )
const copiesOf = (daily: number, recheck = asWritten): Copies => ({ recheck, readDaily: async () => daily })

async function states(ctx: TestCtx): Promise<Record<string, string>> {
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
    await deliverDue(ctx, transport, NEVER)
    sink.behave('accept')
    await ctx.db.write('x', (tx) =>
      suppress(tx, { correo: 'nadie@ejemplo.test', motivo: 'x', correo_id: 3, en: ctx.clock.now() }),
    )
    ctx.clock.advance(60_000)
    // Two people simultaneously, or one twice.
    const sent = await Promise.all([retryFailed(ctx, TESTER), retryFailed(ctx, TESTER)])
    expect(sent.sort()).toEqual([0, 1])
    await deliverDue(ctx, transport, NEVER)
    expect(sink.received).toHaveLength(1)
    await enqueue(ctx, 'tarde', { vence_en: soon })
    expect(await deliverDue(ctx, transport, NEVER)).toBe(0)
    expect((await states(ctx))['tarde']).toBe('cancelado')
  })

  test('a mail that waits for its next attempt leaves at once when everything is sent again, as the same mail', async () => {
    const ctx = await open(setup)
    await enqueue(ctx, 'uno')
    sink.behave('reject-message-451')
    await deliverDue(ctx, transport, NEVER)
    sink.behave('accept')
    expect(await retryFailed(ctx, TESTER)).toBe(1)
    expect(await deliverDue(ctx, transport, NEVER)).toBe(1)
    expect(String(sink.received[0]?.raw)).toMatch(/Message-ID: <\w+\.0@/)
    await ctx.db.write('x', (tx) => takeBack(tx, [1], 'tarde'))
    expect(await states(ctx)).toEqual({ uno: 'enviado' })
  })
})

test('of an account of 500 a day letters take 9 each ten minutes, and nothing once 300 mails have left', () => {
  expect([shareOf(500), portionOf(500)]).toEqual([300, 9])
  expect(roomFor(500, { todos: 0, tanda: 0 })).toBe(9)
  expect(roomFor(500, { todos: 299, tanda: 4 })).toBe(1)
  expect(roomFor(500, { todos: 300, tanda: 0 })).toBe(0)
})
