import { after } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail, type NewMail } from '../enqueue-mail.ts'

/** Enqueues a mail that can leave immediately. */
export async function enqueue(ctx: Ctx, clave: string, mail: Partial<NewMail> = {}): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.write('correo', (tx) =>
    enqueueMail(tx, {
      clave,
      para: 'carmen@ejemplo.test',
      para_nombre: 'Carmen Ferrer',
      asunto: 'Tus números',
      texto: 'Hola, Carmen',
      html: '<p>Hola, Carmen</p>',
      creado_en: now,
      enviar_desde: after(now, 0),
      compra_id: 7,
      ...mail,
    }),
  )
}
