import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '../enqueue-mail.ts'
import { renderMail } from './render.ts'

const MINUTE = 60_000

/** Sends a test message to the caller, at most one a minute: pressing twice sends one. */
export async function sendTest(
  ctx: Ctx,
  site: { nombre: string; color: string },
  to: { nombre: string; correo: string },
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.write('correo', (tx) =>
    enqueueMail(tx, {
      clave: `prueba:${to.correo}:${Math.floor(now / MINUTE)}`,
      para: to.correo,
      para_nombre: to.nombre,
      asunto: `Correo de prueba · ${site.nombre}`,
      ...renderMail({
        sitio: site.nombre,
        color: site.color,
        titulo: 'El correo funciona',
        parrafos: [
          `Hola, ${to.nombre}. Si lees esto, los correos de ${site.nombre} salen y llegan.`,
          'Mira también la carpeta de correo no deseado: si llegó ahí, a tus compradores les pasará lo mismo.',
        ],
        pie: 'Lo pediste desde el panel.',
      }),
      creado_en: now,
      enviar_desde: now,
      compra_id: null,
    }),
  )
}
