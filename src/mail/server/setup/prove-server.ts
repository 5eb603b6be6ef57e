import { randomUUID } from 'node:crypto'
import { AppError } from '#platform/errors.ts'
import type { MailServer } from '#platform/settings.ts'
import type { Mailbox } from '../delivery/message.ts'
import { renderMail } from '../delivery/render.ts'
import { smtpTransport } from '../delivery/transport.ts'
import { explainRefusal } from './explain-refusal.ts'

/** Milliseconds for all of it: a server that hangs or trickles is not waited for, and the panel waits longer. */
const PATIENCE = 15_000
const TIMEOUTS = { connect: 8_000, greeting: 8_000, socket: 12_000 }

/**
 * Tries a mail server by a real message to whoever sets it up.
 * @throws AppError 422 CORREO_NO_SALE: what the server refused and what to do, with `respuesta`, its own words, and the field in `campos`.
 */
export async function proveMailServer(
  server: MailServer,
  to: Mailbox,
  site: { nombre: string; color: string },
  patience = PATIENCE,
): Promise<void> {
  const transport = smtpTransport({ ...server, url: null }, TIMEOUTS)
  const { texto: text, html } = renderMail({
    sitio: site.nombre,
    color: site.color,
    titulo: 'El correo funciona',
    parrafos: [
      `Hola, ${to.name}. Si lees esto, ${site.nombre} ya puede enviar correos con este servidor.`,
      'Mira en qué carpeta llegó: si fue la de correo no deseado, a tus compradores les pasará lo mismo. Servidor, en el panel, dice qué falta.',
    ],
    pie: 'Lo pediste desde el panel.',
  })
  try {
    await transport.send(
      {
        from: transport.from,
        to,
        subject: `Correo de prueba · ${site.nombre}`,
        text,
        html,
        messageId: `<${randomUUID()}@${server.remitente.slice(server.remitente.lastIndexOf('@') + 1)}>`,
      },
      AbortSignal.timeout(patience),
    )
  } catch (error) {
    const { dice, haz, campo, respuesta } = explainRefusal(error, server)
    throw new AppError(422, 'CORREO_NO_SALE', dice, haz, {
      extra: { respuesta, ...(campo ? { campos: { [campo]: `${dice} ${haz}` } } : {}) },
    })
  } finally {
    transport.close()
  }
}
