import { randomUUID } from 'node:crypto'
import { refusal } from '#platform/errors.ts'
import type { MailServer } from '#platform/settings.ts'
import type { Mailbox } from '../delivery/message.ts'
import { type MailContent, renderMail } from '../delivery/render.ts'
import { smtpTransport } from '../delivery/transport.ts'
import type { MailServerInUse } from '../mail-server.ts'
import { explainRefusal } from './explain-refusal.ts'

/** Milliseconds; the panel waits longer. */
const PATIENCE = 14_000

/**
 * Tries a mail server by a real message to the owner who sets it up.
 * @throws AppError 422 CORREO_NO_SALE: the refusal and its remedy, with `respuesta`, the server's own words, and the field in `campos`.
 */
export async function proveMailServer(
  server: MailServer,
  to: Mailbox,
  site: { nombre: string; color: string },
  patience = PATIENCE,
): Promise<void> {
  try {
    await sendAtOnce(
      server,
      to,
      `Correo de prueba · ${site.nombre}`,
      {
        sitio: site.nombre,
        color: site.color,
        titulo: 'El correo funciona',
        parrafos: [
          `Hola, ${to.name}. Si lees esto, ${site.nombre} ya puede enviar correos con este servidor.`,
          'Mira en qué carpeta llegó: si fue la de correo no deseado, a tus compradores les pasará lo mismo. Servidor, en el panel, dice qué falta.',
        ],
        pie: 'Lo pediste desde el panel.',
      },
      patience,
    )
  } catch (error) {
    const { dice, haz, campo, respuesta } = explainRefusal(error, server)
    throw refusal('CORREO_NO_SALE', {
      error: dice,
      details: haz,
      respuesta,
      ...(campo ? { campos: { [campo]: `${dice} ${haz}` } } : {}),
    })
  }
}

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
