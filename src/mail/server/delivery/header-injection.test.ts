import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { isAddress } from '../../address.ts'
import type { OutboxRow } from '../store.ts'
import { AS_WRITTEN, atServer } from '../testing/at-server.ts'
import { enqueue } from '../testing/new-mail.ts'
import { openSmtpSink } from '../testing/smtp-sink.ts'
import { deliverDue } from './deliver.ts'
import { composeMessage } from './message.ts'
import { smtpTransport } from './transport.ts'

const VICTIM = 'otra@victima.test'

/** Ways in which a text tries to end its header and begin another one. */
const BREAKS = [
  '\r\n',
  '\n',
  '\r',
  '\r\n ',
  '\n\t',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
  '\0',
  '%0d%0a',
  '\\r\\n',
  '=0D=0A',
]
const HEADERS = [
  `Bcc: ${VICTIM}`,
  `Cc: ${VICTIM}`,
  `To: ${VICTIM}`,
  `From: ${VICTIM}`,
  `Reply-To: ${VICTIM}`,
  `RCPT TO:<${VICTIM}>`,
  `Sender: ${VICTIM}`,
  `Resent-To: ${VICTIM}`,
  'Subject: otro',
  'Content-Type: text/html',
  '\r\n<script>alert(1)</script>',
  '.\r\nMAIL FROM:<x@y.test>',
]
const BROKEN = BREAKS.flatMap((line) => HEADERS.map((header) => `Carmen${line}${header}`))

/** The mail library folds them too: it is not the only one that does. */
test('a mail for the mail library has its subject and its names in one line', () => {
  for (const text of BROKEN) {
    const row = {
      para: 'ana@ejemplo.test',
      para_nombre: text,
      asunto: text,
      texto: '',
      html: '',
      contenido: null,
      clave: 'una',
    }
    const rest = { creado_en: 0 as OutboxRow['creado_en'], reenvios: 0 }
    const from = { name: 'Rifas', address: 'rifas@ejemplo.test' }
    const { to, subject } = composeMessage({ ...row, ...rest } as OutboxRow, from)
    expect(`${to.name}${subject}`).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
  }
})

/** Addresses that would reach somebody else, or more than one. */
const ADDRESSES = [
  ...BREAKS.slice(0, 11).flatMap((line) => [`carmen@ejemplo.test${line}Bcc: ${VICTIM}`, `carmen${line}@ejemplo.test`]),
  `carmen@ejemplo.test, ${VICTIM}`,
  `carmen@ejemplo.test;${VICTIM}`,
  `carmen@ejemplo.test ${VICTIM}`,
  `Carmen <${VICTIM}>`,
  `<${VICTIM}>`,
  `grupo: ${VICTIM};`,
  `"carmen@ejemplo.test" <${VICTIM}>`,
  `"${VICTIM} "@ejemplo.test`,
  `carmen(${VICTIM})@ejemplo.test`,
  `@relevo.test:${VICTIM}`,
  `carmen%victima.test@ejemplo.test>${VICTIM}`,
  `carmen@ejemplo.test> NOTIFY=SUCCESS`,
  'carmen@[127.0.0.1]',
  'carmen@localhost',
  'carmen@ejemplo..test',
  'carmen@-ejemplo.test',
  '.carmen@ejemplo.test',
  'carmen.@ejemplo.test',
  'carmen@@ejemplo.test',
  'carmen@ejemplo.test.',
  'carmen',
  '',
  ' carmen@ejemplo.test',
  `${'c'.repeat(65)}@ejemplo.test`,
  `carmen@${'e'.repeat(60)}.${'e'.repeat(60)}.${'e'.repeat(60)}.${'e'.repeat(60)}.test`,
  'cármen@ejemplo.test',
  'carmen@ejemplо.test',
]

/** The names of the headers, in order, without their folded lines. */
function headerNames(raw: Buffer): string[] {
  const head = raw.toString().split('\r\n\r\n')[0] ?? ''
  return head
    .split('\r\n')
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.split(':')[0] ?? '')
}

onSqlite('header injection', (setup) => {
  test('names and subjects: one recipient, the same headers', async () => {
    const ctx = await setup.context({ schema })
    const sink = await openSmtpSink()
    const transport = smtpTransport(atServer(sink.url))
    await enqueue(ctx, 'limpio')
    for (const [index, text] of BROKEN.entries()) {
      await enqueue(ctx, `${index}`, { para_nombre: text, asunto: text, texto: text, html: text })
    }
    while ((await deliverDue(ctx, transport, new AbortController().signal, AS_WRITTEN)) > 0) {
      // until nothing is due
    }
    transport.close()
    await sink.close()
    expect(sink.received).toHaveLength(BROKEN.length + 1)
    for (const { sender, recipients, raw } of sink.received) {
      expect([sender, recipients]).toEqual(['rifas@ejemplo.test', ['carmen@ejemplo.test']])
      expect(headerNames(raw)).toEqual(['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type'])
      const mail = await PostalMime.parse(raw)
      expect(mail.to?.map((to) => to.address)).toEqual(['carmen@ejemplo.test'])
      expect([mail.cc, mail.bcc, mail.replyTo]).toEqual([undefined, undefined, undefined])
      expect(mail.from?.address).toBe('rifas@ejemplo.test')
    }
  })

  test('addresses: none but one plain address is written to', async () => {
    const ctx = await setup.context({ schema })
    const sink = await openSmtpSink()
    const transport = smtpTransport(atServer(sink.url))
    for (const [index, para] of ADDRESSES.entries()) await enqueue(ctx, `${index}`, { para })
    for (let round = 0; round < ADDRESSES.length; round++) {
      await deliverDue(ctx, transport, new AbortController().signal, AS_WRITTEN)
    }
    transport.close()
    await sink.close()
    expect(sink.received).toEqual([])
    const rows = await ctx.db.read.selectFrom('outbox').select(['estado', 'ultimo_error']).execute()
    expect(new Set(rows.map((row) => `${row.estado}: ${row.ultimo_error}`))).toEqual(
      new Set(['fallido: La dirección de correo no es válida.']),
    )
  })

  test('there are at least two hundred of them', () => {
    expect(BROKEN.length + ADDRESSES.length).toBeGreaterThanOrEqual(200)
  })

  test.each(['carmen@ejemplo.test', "o'brien+rifa@mail.ejemplo.com.ve", 'C.F_1@x1.co', `c@${'e'.repeat(60)}.test`])(
    '%s can be written to',
    (address) => {
      expect(isAddress(address)).toBe(true)
    },
  )
})
