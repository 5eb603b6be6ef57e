import { tellOwners } from '#operators/server/account/alert-owners.ts'
import { dayInCaracas } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Space } from '#platform/server/installation/space.ts'
import { spaceText } from '#platform/size-text.ts'

/**
 * Checks the free space of the disk and mails every owner while a mail can still be written: once a day, and once more when it has become grave. When
 * there is room again no mail follows, and the panel's notice ends.
 */
export async function alertSpace(ctx: Ctx): Promise<Space> {
  const space = await ctx.space()
  if (space.level === 'bien') return space
  const grave = space.level === 'grave'
  ctx.log.warn({ code: `espacio-${space.level}`, count: Math.round(space.free / 1024 ** 2) }, 'little space left')
  await tellOwners(ctx, {
    clave: `espacio:${dayInCaracas(ctx.clock.now())}:${space.level}`,
    titulo: grave ? 'El servidor está por quedarse sin espacio' : 'Queda poco espacio en el servidor',
    parrafos: [
      `${spaceText(space)}. Cuando se acabe, nadie podrá reportar un pago: verá que no pudimos guardarlo y que lo intente de nuevo.`,
      'Pide a quien cuida el servidor que amplíe el disco o libere espacio fuera de la carpeta de datos. Dentro de ella no hay nada que se pueda borrar a mano.',
    ],
  })
  return space
}
