import parseAddresses from 'nodemailer/lib/addressparser'
import type { Mailbox, Message } from './message.ts'

/** Connections to the mail server, and so mails that are under way at once. */
export const CONNECTIONS = 5

export interface Transport {
  from: Mailbox
  /**
   * Hands one message over; when it resolves the mail server has taken it.
   * @throws the mail server's refusal, or what kept us from asking it.
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

/** MAIL_FROM, `Rifas La Ceiba <rifas@ejemplo.com>` or an address alone. */
export function readSender(text: string): Mailbox {
  const [first] = parseAddresses(text, { flatten: true })
  return { name: first?.name ?? '', address: first?.address ?? '' }
}

/** SMTP by SMTP_URL over a few connections that are kept open for a short while. What speaks it is loaded with the first mail. */
export function smtpTransport(smtpUrl: string, sender: string, timeouts: TransportTimeouts = TIMEOUTS): Transport {
  async function open() {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
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
    from: readSender(sender),
    async send(message, signal) {
      const envelope = { from: message.from.address, to: [message.to.address] }
      pool ??= open()
      await (await pool).sendMail({ ...message, envelope, signal, disableFileAccess: true, disableUrlAccess: true })
    },
    close: () => void pool?.then((open) => open.close({ force: true })),
  }
}
