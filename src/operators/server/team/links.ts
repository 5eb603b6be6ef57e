import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'

/** The secret of a link is in its fragment, which no server and no log ever sees. */
export function invitationLink(ctx: Ctx, token: string): string {
  return `${publicOrigin(ctx)}/panel/invitacion#${token}`
}

export function passwordLink(ctx: Ctx, token: string): string {
  return `${publicOrigin(ctx)}/panel/clave#${token}`
}

/** Used, withdrawn, too old or never was: all the same to who has it. */
export function deadLink(): AppError {
  return new AppError(
    404,
    'ENLACE_VENCIDO',
    'Este enlace ya no sirve',
    'Se usó, venció o lo reemplazó otro. Pide uno nuevo.',
  )
}
