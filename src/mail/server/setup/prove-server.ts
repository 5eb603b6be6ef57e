import { refusal } from '#platform/errors.ts'
import type { MailServer } from '#platform/settings.ts'
import type { Mailbox } from '../delivery/message.ts'
import { explainRefusal } from './explain-refusal.ts'
import { sendAtOnce } from './send-at-once.ts'

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
