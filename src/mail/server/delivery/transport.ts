import type { MailServer } from '#platform/settings.ts'
import type { MailServerInUse } from '../mail-server.ts'
import type { Mailbox, Message } from './message.ts'

/** Connections to the mail server, and so mails under way simultaneously. */
export const CONNECTIONS = 5

export interface Transport {
  from: Mailbox
  /**
   * Hands one message over; when it resolves the mail server has taken it.
   * @throws the mail server's refusal, or the error before it was reached.
   */
  send(message: Message, signal: AbortSignal): Promise<void>
  close(): void
}

/** Milliseconds. */
export interface TransportTimeouts {
  connect: number
  greeting: number
  socket: number
}

const TIMEOUTS: TransportTimeouts = { connect: 10_000, greeting: 10_000, socket: 20_000 }

/** Options of the library for it. */
function reach({ url, servidor, puerto, seguridad, usuario, clave }: MailServerInUse) {
  if (url !== null) return { url }
  return {
    host: servidor.replace(/^\[(.*)\]$/, '$1'),
    port: puerto,
    secure: seguridad === 'tls',
    requireTLS: seguridad === 'starttls',
    ignoreTLS: seguridad === 'ninguna',
    ...(usuario === '' ? {} : { auth: { user: usuario, pass: clave } }),
  }
}

/** SMTP over a few connections that are kept open for a short while. The SMTP library is loaded with the first mail. */
export function smtpTransport(server: MailServerInUse, timeouts: TransportTimeouts = TIMEOUTS): Transport {
  async function open() {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...reach(server),
      pool: true,
      maxConnections: CONNECTIONS,
      // A line that drops may have dropped after the server took the message: when to try again is the outbox's decision.
      maxRequeues: 0,
      idleTimeout: 20_000,
      connectionTimeout: timeouts.connect,
      dnsTimeout: timeouts.connect,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.socket,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let pool: ReturnType<typeof open> | undefined
  return {
    from: { name: server.nombre, address: server.remitente },
    async send(message, signal) {
      const envelope = { from: message.from.address, to: [message.to.address] }
      pool ??= open()
      const smtp = await pool
      try {
        await smtp.sendMail({ ...message, envelope, signal, disableFileAccess: true, disableUrlAccess: true })
      } catch (error) {
        throw hideSecrets(error, server)
      }
    },
    close: () => void pool?.then((open) => open.close({ force: true })),
  }
}

const HIDDEN = '•••'

/**
 * Removes user and password, in any encoding, from a mail server's words: they are stored with the mail that did not leave and shown in
 * the panel.
 * @returns the same error.
 */
function hideSecrets(error: unknown, { usuario, clave }: Pick<MailServer, 'usuario' | 'clave'>): unknown {
  if (!(error instanceof Error) || clave === '') return error
  const plain = `\0${usuario}\0${clave}`
  const said = [clave, encodeURIComponent(clave), ...[plain, clave].map((text) => Buffer.from(text).toString('base64'))]
  const hide = (text: string) => said.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  const fields = error as unknown as Record<string, unknown>
  for (const name of ['message', 'response', 'stack']) {
    if (typeof fields[name] === 'string') fields[name] = hide(fields[name])
  }
  return error
}

/** What the mail library, Node and the mail server say of a message that was not taken. */
export interface SmtpTrouble {
  code: string
  command: string
  /** The server's words, and their number; 0 without any. */
  said: string
  status: number
  permanent: boolean
  message: string
}

export function readTrouble(error: unknown): SmtpTrouble {
  const given = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '')
  return {
    ...{ code: text('code'), command: text('command'), said: text('response'), message: text('message') },
    ...{ status: Number(given['responseCode']) || 0, permanent: given['permanent'] === true },
  }
}
