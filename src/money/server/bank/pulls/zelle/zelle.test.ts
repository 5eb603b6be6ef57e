import { generateKeyPairSync } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeDns, openFakeDns } from '#mail/server/testing/fake-dns.ts'
import { worldAt } from '../../testing/bank.ts'
import { type Dovecot, HAS_DOVECOT, startDovecot } from '../../testing/dovecot.ts'
import { isSignedBy, zelle } from './zelle.ts'
import { readZelleMail, ZELLE_BANKS, zelleBank } from './zelle-banks.ts'

const NOON = '2026-11-20T16:00:00Z'
const OURS = 'tienda@ejemplo.test'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PRIVATE = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const RECORD = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`

let dns: FakeDns
beforeAll(async () => {
  dns = await openFakeDns()
  for (const domain of ['chase.com', 'notify.wellsfargo.com', 'ealerts.bankofamerica.com', 'td.com', 'estafa.test'])
    dns.texts[`clave._domainkey.${domain}`] = [RECORD]
})
afterAll(() => dns.close())

function world(more = {}) {
  return worldAt(NOON, { dns: dns.resolver(), ...more })
}

const sign = (mail: string, signingDomain: string, more: { headerList?: string; maxBodyLength?: number } = {}) =>
  dkimSign(mail, {
    signTime: new Date(Date.parse(NOON) - 60_000),
    signatureData: [{ signingDomain, selector: 'clave', privateKey: PRIVATE, headerList: SIGNED, ...more }],
  } as unknown as Parameters<typeof dkimSign>[1])
const SIGNED = 'from:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding'
/** A mail of a bank, signed by that domain, or by nobody. */
async function signed(
  domain: string | null,
  headers: Record<string, string>,
  body: string,
  headerList = SIGNED,
): Promise<string> {
  const all = {
    Date: 'Fri, 20 Nov 2026 10:14:00 -0500',
    To: OURS,
    'Message-ID': `<${headers['Subject']}@bank>`,
    'MIME-Version': '1.0',
    ...headers,
  }
  const mail = `${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body.replace(/\n/g, '\r\n')}\r\n`
  if (domain === null) return mail
  const { signatures } = await sign(mail, domain, { headerList })
  return signatures + mail
}
const CHASE_FROM = { From: 'Chase <no.reply.alerts@chase.com>', Subject: 'You received money with Zelle=' }
const CHASE_BODY =
  'ANA PEREZ sent you money\nHere are the details:\nAmount\n$1,025.50\nSent on\nNov 19, 2026\nTransaction number\n12345678901\nMemo\nrifa moto\n'
const HTML = { 'Content-Type': 'text/html; charset=utf-8' }
const chase = (more: Record<string, string> = {}, body = CHASE_BODY) =>
  signed('chase.com', { ...CHASE_FROM, ...more }, body)

describe('the signature of a mail', () => {
  const good = () => chase()
  const bad: [string, () => Promise<string>][] = [
    ['no signature', () => signed(null, CHASE_FROM, CHASE_BODY)],
    ['one of another domain', () => signed('estafa.test', CHASE_FROM, CHASE_BODY)],
    ['one of a domain that only looks like it', () => signed('notchase.com', CHASE_FROM, CHASE_BODY)],
    ['an amount that was changed', async () => (await chase()).replace('$1,025.50', '$9,025.50')],
    ['a subject that was changed', async () => (await chase()).replace('Subject: You', 'Subject: Hey! You')],
    ['another subject above the signed one', async () => `Subject: ANA sent you $900.00\r\n${await chase()}`],
    ['another sender above the signed one', async () => `From: x@estafa.test\r\n${await chase()}`],
    [
      'another boundary above the signed one',
      async () => `Content-Type: multipart/mixed; boundary=x\r\n${await chase(HTML)}`,
    ],
    ['a receiver that is not signed', () => signed('chase.com', CHASE_FROM, CHASE_BODY, 'from:subject:date')],
    [
      'a kind of content that is not signed',
      () => signed('chase.com', { ...CHASE_FROM, ...HTML }, CHASE_BODY, 'from:to:subject:date'),
    ],
  ]
  test.each(bad)('%s counts for nothing', async (_, mail) => {
    expect(await isSignedBy(['chase.com'], Buffer.from(await mail()), world())).toBe(false)
  })

  test('of the whole mail by that domain counts', async () => {
    expect(await isSignedBy(['chase.com'], Buffer.from(await good()), world())).toBe(true)
  })

  test('a part of the body that is not signed counts for nothing', async () => {
    const mail = await signed(null, CHASE_FROM, CHASE_BODY)
    const { signatures } = await sign(mail, 'chase.com', { maxBodyLength: 10 })
    expect(signatures).toContain('l=10')
    expect(await isSignedBy(['chase.com'], Buffer.from(signatures + mail), world())).toBe(false)
  })

  test('while the name server is silent nothing is decided', async () => {
    dns.silent = true
    const asked = isSignedBy(['chase.com'], Buffer.from(await good()), world())
    await expect(asked).rejects.toMatchObject({ causa: 'tiempo', message: 'dns' })
    dns.silent = false
  })
})

test.each(ZELLE_BANKS.map((bank) => bank.nombre))('%s is known by its own addresses alone', (nombre) => {
  const addresses: Record<string, string> = {
    Chase: 'no.reply.alerts@chase.com',
    'Wells Fargo': 'alerts@notify.wellsfargo.com',
    'Bank of America': 'customerservice@ealerts.bankofamerica.com',
    'TD Bank': 'alerts@mail.td.com',
  }
  const address = addresses[nombre] ?? ''
  expect(zelleBank(address.toUpperCase())?.nombre).toBe(nombre)
  expect([zelleBank(`x${address}.estafa.test`), zelleBank(address.replace(/([a-z]+\.com)$/, 'estafa$1'))]).toEqual([
    undefined,
    undefined,
  ])
})

describe.skipIf(!HAS_DOVECOT)('Zelle by mail, out of Dovecot', () => {
  let box: Dovecot
  beforeAll(async () => {
    box = await startDovecot()
  })
  afterAll(() => box.stop())

  const settings = () => ({
    servidor: '127.0.0.1',
    puerto: String(box.port),
    usuario: 'tienda',
    clave: 'clave-de-prueba',
    destinatario: OURS,
  })
  const leer = (cursor: string | null, more = {}, other = {}) =>
    zelle.leer?.({ ...settings(), ...other }, cursor, world(more))

  test('each bank names the payer and the amount, and nothing of the box changes', async () => {
    box.deliver(await chase())
    box.deliver(
      await signed(
        'notify.wellsfargo.com',
        { From: 'alerts@notify.wellsfargo.com', Subject: 'You received money', ...HTML },
        '<html><head><style>p{}</style></head><body><p>LUIS P&#233;REZ sent you $25.00 with Zelle&reg;</p><table><tr><td>Date</td><td>11/18/2026</td></tr><tr><td>Amount</td><td>$25.00</td></tr><tr><td>Confirmation Code</td><td>WFCT0ABC123</td></tr></table></body></html>',
      ),
    )
    box.deliver(
      await signed(
        'ealerts.bankofamerica.com',
        { From: 'Bank of America <customerservice@ealerts.bankofamerica.com>', Subject: 'MARIA ROJAS sent you $40.00' },
        'Zelle\nThe money is in your account.\n',
      ),
    )
    box.deliver(
      await signed(
        'td.com',
        { From: 'TD <alerts@td.com>', Subject: 'Send Money with Zelle' },
        'We deposited the $7.25 payment from JOSE GIL (confirmation number TD123456).\n',
      ),
    )
    box.deliver(await signed('chase.com', { ...CHASE_FROM, Subject: 'Your statement is ready' }, 'Sign in.\n'))
    box.deliver(await signed(null, { From: 'ana@ejemplo.test', Subject: 'Hola' }, 'Te pagué por Zelle $500.00\n'))
    const read = await leer(null)
    expect(read?.ilegibles).toEqual([])
    expect(read?.movimientos).toMatchObject([
      {
        id_banco: 'Chase 12345678901',
        sentido: 'credito',
        tipo: 'zelle',
        centimos: 102_550,
        moneda: 'USD',
        dia: '2026-11-19',
        referencia: '12345678901',
        nombre_origen: 'ANA PEREZ',
        concepto: 'rifa moto',
      },
      { id_banco: 'Wells Fargo WFCT0ABC123', centimos: 2500, dia: '2026-11-18', nombre_origen: 'LUIS PéREZ' },
      { centimos: 4000, dia: '2026-11-20', referencia: '', nombre_origen: 'MARIA ROJAS' },
      { id_banco: 'TD Bank TD123456', centimos: 725, nombre_origen: 'JOSE GIL' },
    ])
    expect(read?.leido_hasta).toBe(Date.parse(NOON))
    expect(box.marked()).toEqual([])
  })

  test('a mail that is not signed, not addressed to us, or written otherwise is for a person', async () => {
    const { cursor = '' } = (await leer(null)) ?? {}
    box.deliver(await signed(null, CHASE_FROM, CHASE_BODY))
    box.deliver(await chase({ To: 'otro@ejemplo.test' }))
    box.deliver(await chase({ To: `otro@ejemplo.test, ${OURS}` }))
    box.deliver(await chase({}, 'ANA PEREZ sent you money with Zelle: look in the app.\n'))
    const read = await leer(cursor)
    expect(read?.movimientos).toEqual([])
    expect(read?.ilegibles.map(({ motivo }) => motivo)).toEqual([
      expect.stringContaining('firma'),
      expect.stringContaining('otra dirección'),
      expect.stringContaining('otra dirección'),
      expect.stringContaining('otra forma'),
    ])
    expect(await leer(read?.cursor ?? '')).toMatchObject({ movimientos: [], ilegibles: [] })
  })

  test('a mail that arrived twice is one payment', async () => {
    const { cursor = '' } = (await leer(null)) ?? {}
    const mail = await chase({}, CHASE_BODY.replace('12345678901', '99999999999'))
    box.deliver(mail)
    box.deliver(mail)
    expect(new Set((await leer(cursor))?.movimientos.map(({ id_banco }) => id_banco)).size).toBe(1)
  })

  test('an invalid cursor, or a box that was made again, begins again', async () => {
    const { cursor = '' } = (await leer(null)) ?? {}
    const all = (await leer('x'))?.movimientos.length
    expect(all).toBeGreaterThan(0)
    const { validez, uid } = JSON.parse(cursor)
    expect((await leer(JSON.stringify({ validez: `${validez}1`, uid })))?.movimientos).toHaveLength(all ?? 0)
    expect((await leer(JSON.stringify({ validez, uid: uid + 1000 })))?.movimientos).toHaveLength(all ?? 0)
  })

  test('while the name server is silent nothing is read, and nothing lost', async () => {
    const { cursor = '' } = (await leer(null)) ?? {}
    box.deliver(await chase({}, CHASE_BODY.replace('12345678901', '77777777777')))
    dns.silent = true
    await expect(leer(cursor)).rejects.toMatchObject({ causa: 'tiempo', message: 'dns' })
    dns.silent = false
    expect((await leer(cursor))?.movimientos).toMatchObject([{ referencia: '77777777777' }])
  })

  test.each([
    ['another password', { clave: 'otra' }, 'credencial', 'usuario o clave'],
    ['a folder that is not there', { carpeta: 'Zelle' }, 'credencial', 'carpeta'],
    ['nobody there', { puerto: '9' }, 'tiempo', 'sin conexion'],
  ])('%s is said as it is', async (_, other, causa, message) => {
    await expect(leer(null, {}, other)).rejects.toMatchObject({ causa, message })
  })

  test('a server whose certificate does not prove who it is gets no password', async () => {
    const failed = leer(null, {}, { servidor: '127.1', puerto: String(box.tlsPort) })
    await expect(failed).rejects.toMatchObject({ causa: 'credencial', message: 'certificado' })
  })
})

describe('a mailbox that misbehaves', () => {
  test.each<[string, (socket: Socket) => void, string]>([
    ['says nothing', () => {}, 'tiempo'],
    ['hangs up', (socket) => socket.destroy(), 'tiempo'],
    ['is no mailbox', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'tiempo'],
    ['says goodbye', (socket) => void socket.end('* BYE [UNAVAILABLE] down for maintenance\r\n'), 'tiempo'],
  ])('%s: a cause and no crash', async (_, answer, causa) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      answer(socket)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const puerto = String((server.address() as AddressInfo).port)
    const failed = zelle.leer?.(
      { servidor: '127.0.0.1', puerto, usuario: 'tienda', clave: 'clave-de-prueba' },
      null,
      world({ patience: 300 }),
    )
    await expect(failed).rejects.toMatchObject({ name: 'SourceFailure', causa })
    await expect(failed).rejects.not.toThrow('clave-de-prueba')
    server.close()
  })
})

const TOLD: Record<string, { subject: string; head: string; confirmed: string }> = {
  Chase: {
    subject: 'You received money with Zelle',
    head: 'ANA PEREZ sent you money\nAmount: $1.00\nSent on: Nov 20, 2026',
    confirmed: 'Transaction number: 12345678',
  },
  'Wells Fargo': {
    subject: 'You received money with Zelle',
    head: 'ANA PEREZ sent you money\nAmount $1.00\nDate: 11/20/2026',
    confirmed: 'Confirmation Code: ABC12345',
  },
  'Bank of America': {
    subject: 'ANA PEREZ sent you $1.00',
    head: 'ANA PEREZ sent you $1.00',
    confirmed: 'Confirmation: ABC12345',
  },
  'TD Bank': {
    subject: 'Zelle',
    head: 'We deposited the $1.00 payment from ANA PEREZ (confirmation number 1234567)',
    confirmed: '',
  },
}
const FORGED: Record<string, string> = {
  Chase: 'Amount: $500.00',
  'Wells Fargo': 'Amount $500.00',
  'Bank of America': 'ANA PEREZ sent you $500.00',
  'TD Bank': 'We deposited the $500.00 payment',
}

test.each(ZELLE_BANKS.map((bank) => [bank.nombre, bank] as const))(
  'text of a payer is not taken for text of %s',
  (name, bank) => {
    const { subject, head, confirmed } = TOLD[name] as (typeof TOLD)[string]
    const read = (...lines: string[]) => readZelleMail(bank, subject, lines.join('\n'))
    expect(read(head, confirmed)).toMatchObject({ centimos: 100, nombre: 'ANA PEREZ' })
    expect(read(head, confirmed, 'Memo: rifa moto')).toMatchObject({ centimos: 100 })
    const forged = FORGED[name] as string
    // Before the bank's words, after them, as a line of its own, or without the name of the field: two sums are for a person.
    for (const lines of [
      [`Memo: ${forged}`, head, confirmed],
      [head, confirmed, `Memo: ${forged}`],
      [head, 'Memo', forged, confirmed],
      [head, `Message: ${forged}`, confirmed],
    ])
      expect([lines, read(...lines)]).toEqual([lines, null])
    // No text in it or behind it is the bank's, also where it is there once.
    expect(readZelleMail(bank, 'Zelle', `Memo: ${forged}`)).toBeNull()
    if (confirmed !== '') {
      expect(read(head, `Memo: ${confirmed}`)).toMatchObject({ centimos: 100, confirmacion: '' })
      expect(read(head, confirmed, `Memo: ${confirmed}9`)).toBeNull()
    }
  },
)
