import { readServerState } from '#mail/server/mail-server.ts'
import { HOUR, MINUTE } from '#platform/clock.ts'
import { attention, type Check, grave, spanText, well } from '../check.ts'

/** A mail server that is away for a few minutes is nobody's matter: mail waits and leaves. */
const ATTENTION = 15 * MINUTE
const GRAVE = 2 * HOUR

/** Whether mail leaves at all: without it no buyer gets their numbers. */
export const mail: Check = {
  clave: 'correo',
  nombre: 'Los correos',
  async look(ctx) {
    const { servidor, ultimo_envio, ultimo_error } = await readServerState(ctx)
    // A due mail waits for the worker alone; one that was tried waits for its next attempt.
    const oldest = await ctx.db.read
      .selectFrom('outbox')
      .select('creado_en')
      .where('estado', '=', 'pendiente')
      .where((row) => row.or([row('proximo_en', '<=', ctx.clock.now()), row('ultimo_error', '!=', '')]))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    const waits = oldest ? ctx.clock.now() - Number(oldest.creado_en) : 0
    const detalle = [
      servidor ?? 'Sin servidor de correo.',
      ultimo_envio === null ? 'Ninguno ha salido.' : `El último salió el ${ultimo_envio}.`,
      ultimo_error,
    ]
      .filter(Boolean)
      .join(' · ')
    if (servidor === null) {
      return grave(
        'No hay servidor de correo: los números y los avisos no salen por correo.',
        'Ponlo en Servidor, o pide a quien cuida el servidor que lo haga.',
        `${detalle} SMTP_URL, MAIL_FROM.`,
      )
    }
    if (waits < ATTENTION) return well('Los correos salen.', detalle)
    const told = waits < GRAVE ? attention : grave
    return told(
      `Los correos no salen: el más viejo espera desde hace ${spanText(waits)}.`,
      'Abre Correos: ahí está lo que responde el servidor de correo. Nada se pierde: salen cuando vuelva.',
      detalle,
    )
  },
}
