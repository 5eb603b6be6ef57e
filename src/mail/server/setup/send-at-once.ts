import { randomUUID } from 'node:crypto'
import type { MailServer } from '#platform/settings.ts'
import type { Mailbox } from '../delivery/message.ts'
import { type MailContent, renderMail } from '../delivery/render.ts'
import { smtpTransport } from '../delivery/transport.ts'
import type { MailServerInUse } from '../mail-server.ts'

const TIMEOUTS = { connect: 8_000, greeting: 8_000, socket: 12_000 }

/**
 * Hands one mail over by that server now, without the outbox, even if another server is in use.
 * @param patience milliseconds for all of it: a server that hangs or trickles is not waited for.
 * @throws the mail server's refusal, or the error before it was reached.
 */
export async function sendAtOnce(
  server: MailServer & Partial<MailServerInUse>,
  to: Mailbox,
  subject: string,
  content: MailContent,
  patience: number,
): Promise<void> {
  const transport = smtpTransport({ url: null, ...server }, TIMEOUTS)
  const { texto: text, html } = renderMail(content)
  const domain = server.remitente.slice(server.remitente.lastIndexOf('@') + 1)
  try {
    const message = { from: transport.from, to, subject, text, html, messageId: `<${randomUUID()}@${domain}>` }
    await transport.send(message, AbortSignal.timeout(patience))
  } finally {
    transport.close()
  }
}
