import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

/** Reaction of a mail server to the next messages. */
export type Behaviour =
  | 'accept'
  /** Refuses the recipient with that code: `reject-450`. */
  | `reject-${number}`
  /** Refuses the sender, or the whole message once it has it. */
  | `reject-sender-${number}`
  | `reject-message-${number}`
  /** Takes the message and never answers. */
  | 'hang'
  /** Drops the line in the middle of the message, or when it has all of it and before it answers. */
  | 'drop'
  | 'drop-after'

export interface Received {
  sender: string
  recipients: string[]
  raw: Buffer
}

/** A real SMTP server on the loopback address that keeps its messages. */
export interface SmtpSink {
  url: string
  received: Received[]
  /** Messages of which it saw the beginning. */
  begun: number
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

function refusal(code: number): Error {
  return Object.assign(new Error('no thanks'), { responseCode: code })
}

export async function openSmtpSink(options: { user?: { name: string; password: string } } = {}): Promise<SmtpSink> {
  let behaviour: Behaviour = 'accept'

  function codeOf(prefix: string): number | null {
    const found = new RegExp(`^${prefix}(\\d{3})$`).exec(behaviour)
    return found ? Number(found[1]) : null
  }
  function cut(): void {
    for (const connection of server.connections as Set<{ _socket: Socket }>) connection._socket.destroy()
  }
  async function take(stream: SMTPServerDataStream, sender: string, recipients: string[]): Promise<Error | null> {
    sink.begun++
    if (behaviour === 'drop') {
      await once(stream, 'data')
      cut()
      return null
    }
    const raw = await buffer(stream)
    if (behaviour === 'hang') return new Promise(() => {})
    const code = codeOf('reject-message-')
    if (code !== null) return refusal(code)
    sink.received.push({ sender, recipients, raw })
    if (behaviour === 'drop-after') cut()
    return null
  }

  const server = new SMTPServer({
    authOptional: options.user === undefined,
    disabledCommands: options.user === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const known = username === options.user?.name && password === options.user?.password
      done(known ? null : refusal(535), known ? { user: username } : undefined)
    },
    onMailFrom(_address, _session, done) {
      const code = codeOf('reject-sender-')
      done(code === null ? null : refusal(code))
    },
    onRcptTo(_address, _session, done) {
      const code = codeOf('reject-')
      done(code === null ? null : refusal(code))
    },
    onData(stream, { envelope }, done) {
      const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
      const recipients = envelope.rcptTo.map((recipient) => recipient.address)
      void take(stream, sender, recipients).then(done, () => cut())
    },
  })
  // Some tests have a client that gives up while the server hangs.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    begun: 0,
    behave: (next) => {
      behaviour = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return sink
}
