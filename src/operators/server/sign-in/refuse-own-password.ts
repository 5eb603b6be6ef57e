import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import { isOwnPassword } from '../../easy-password.ts'

/**
 * Nobody takes for a password what is written in his mails and on the shop. The contract cannot know it.
 * @param field of the form that brought it.
 * @throws AppError 422 DATOS_INVALIDOS
 */
export async function refuseOwnPassword(
  ctx: Ctx,
  password: string,
  who: { nombre: string; correo: string },
  field: 'clave' | 'nueva',
): Promise<void> {
  const site = await readSite(ctx)
  if (!isOwnPassword(password, [who.nombre, who.correo, site.nombre])) return
  const details = 'Es fácil de adivinar: es tu correo, tu nombre o el de la rifa con poco más. Prueba una frase tuya.'
  throw new AppError(422, 'DATOS_INVALIDOS', 'Datos inválidos', details, { extra: { campos: { [field]: details } } })
}
