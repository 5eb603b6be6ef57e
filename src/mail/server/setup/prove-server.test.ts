import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { AppError } from '#platform/errors.ts'
import { listening } from '#platform/server/testing/listening.ts'
import { ownPort } from '#platform/server/testing/own-port.ts'
import type { MailServer } from '#platform/settings.ts'
import { openSmtpSink } from '../testing/smtp-sink.ts'
import { proveMailServer } from './prove-server.ts'

const PASSWORD = 'la-clave-1234'
const SITE = { nombre: 'Rifas La Ceiba', color: '#ffa53d' }
const OWNER = { name: 'Marisela', address: 'duena@ejemplo.test' }

/** A server with any behaviour. @returns its port. */
const open = (answer: (line: Socket) => void) => listening(createServer((line) => answer(line.on('error', () => {}))))

/** A server that answers each command by its first word; `220` greets. */
function speaking(answers: Record<string, string>) {
  return open((line) => {
    line.write(`${answers['220'] ?? '220 hola'}\r\n`)
    line.on('data', (bytes) => {
      const said = bytes.toString()
      const answer = answers[said.trim().split(/[ :]/)[0] ?? '']
      line.write(`${(answer ?? '250 bien').replace('{}', said.trim())}\r\n`)
    })
  })
}

async function refusalOf(server: Partial<MailServer>, patience?: number) {
  const whole: MailServer = {
    servidor: '127.0.0.1',
    puerto: 2525,
    seguridad: 'ninguna',
    usuario: 'rifas@ejemplo.test',
    clave: PASSWORD,
    remitente: 'rifas@ejemplo.test',
    nombre: '',
    ...server,
  }
  const error = await proveMailServer(whole, OWNER, SITE, patience).then(
    () => null,
    (failed: unknown) => failed,
  )
  if (!(error instanceof AppError)) throw error ?? new Error('it was taken')
  expect(error.code).toBe('CORREO_NO_SALE')
  expect(JSON.stringify(error)).not.toContain(PASSWORD)
  return { dice: error.error, respuesta: error.extra['respuesta'], campos: Object.keys(error.extra['campos'] ?? {}) }
}

const EHLO = '250-hola\r\n250 AUTH PLAIN LOGIN'

test('a refusal of a server is said in plain words, with its own behind them', async () => {
  const known = { EHLO, AUTH: '235 ok' }
  const USER = 'El servidor no aceptó el usuario o la clave.'
  const OTHER_KEY = 'Ese correo pide una clave de aplicación.'
  const MICROSOFT = 'Microsoft tiene apagado el envío por SMTP en esa cuenta.'
  const SECURE = 'El servidor pide una conexión cifrada.'
  const SENDER = 'El servidor no deja enviar con ese remitente.'
  const NOT_YOU = 'El servidor no quiso el correo para tu dirección.'
  const cases: [answers: Record<string, string>, dice: string, campo?: string][] = [
    [{ EHLO, AUTH: '535 5.7.8 Username and Password not accepted' }, USER, 'clave'],
    [{ EHLO, AUTH: '534 5.7.9 Application-specific password required' }, OTHER_KEY, 'clave'],
    [{ EHLO, AUTH: '535 5.7.139 basic authentication is disabled' }, MICROSOFT, 'usuario'],
    [{ EHLO, AUTH: '538 5.7.11 Encryption required' }, SECURE, 'seguridad'],
    [{ EHLO, AUTH: '530 5.7.0 Must issue a STARTTLS command' }, SECURE, 'seguridad'],
    [{ ...known, MAIL: '553 not yours' }, SENDER, 'remitente'],
    [{ ...known, DATA: '554 Message rejected: Email address is not verified' }, SENDER, 'remitente'],
    [{ ...known, RCPT: '550 no' }, NOT_YOU],
    [{ ...known, RCPT: '451 4.7.0 try again later' }, NOT_YOU],
    [{ ...known, DATA: '554 algo raro' }, 'El servidor no aceptó el correo.'],
  ]
  for (const [answers, dice, campo] of cases) {
    const found = await refusalOf({ puerto: await speaking(answers) })
    expect([found.dice, found.campos[0]], JSON.stringify(answers)).toEqual([dice, campo])
    expect(found.respuesta).toMatch(/^[45]\d\d /)
  }
})

test('a password that the server echoes is not repeated', async () => {
  const puerto = await speaking({ EHLO, AUTH: `535 no: {} ${PASSWORD}` })
  const { respuesta } = await refusalOf({ puerto })
  expect(respuesta).toContain('•••')
  expect(respuesta).not.toContain(Buffer.from(`\0rifas@ejemplo.test\0${PASSWORD}`).toString('base64'))
})

test('a server that is no mail server says nothing through us', async () => {
  for (const greeting of ['SSH-2.0-OpenSSH_9.9 secreto', 'HTTP/1.1 400 secreto', '-ERR secreto']) {
    const found = await refusalOf({ puerto: await speaking({ '220': greeting }) })
    const dice = 'En ese puerto no responde un servidor de correo.'
    expect(found).toEqual({ dice, respuesta: '', campos: ['puerto'] })
  }
})

test('one that hangs, trickles or is not there is given up', async () => {
  const silent = await open(() => {})
  expect((await refusalOf({ puerto: silent }, 200)).campos).toEqual(['puerto'])
  const trickles = await open((line) => {
    line.write('220 h')
    const timer = setInterval(() => line.write('o'), 20)
    line.on('close', () => clearInterval(timer))
  })
  expect((await refusalOf({ puerto: trickles }, 200)).campos).toEqual(['puerto'])
  await refusalOf({ puerto: await open((line) => line.destroy()) })
  const gone = await refusalOf({ puerto: await ownPort() })
  expect(gone.dice).toBe('No se llega a ese servidor por ese puerto.')
})

test('an invalid name, and a security that the port has not', async () => {
  expect(await refusalOf({ servidor: 'smtp.no-existe.invalid' })).toMatchObject({ campos: ['servidor'] })
  const sink = await openSmtpSink()
  const puerto = Number(new URL(sink.url).port)
  expect((await refusalOf({ puerto, seguridad: 'tls' })).campos).toEqual(['seguridad'])
  expect((await refusalOf({ puerto, seguridad: 'starttls' })).campos).toEqual(['seguridad'])
  expect(sink.begun).toBe(0)
  await sink.close()
})
