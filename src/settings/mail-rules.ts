import type { MailServer } from '#platform/settings.ts'

/** A kept password goes on only to where it went: whoever names another server types it, or it would be sent there. */
export function keepsPassword(before: Omit<MailServer, 'clave'> | null, now: Omit<MailServer, 'clave'>): boolean {
  const fields = ['servidor', 'puerto', 'seguridad', 'usuario'] as const
  return before !== null && fields.every((field) => before[field] === now[field])
}

const MAIL_PORTS = [25, 465, 587]
const FIRST_FREE_PORT = 1024
/** Names and addresses that lead nowhere outside: without encryption a password is for nobody on the way. */
const OF_HOUSE =
  /^(localhost|[a-z\d-]+|.+\.(local|lan|home|internal)|127\..+|10\..+|192\.168\..+|172\.(1[6-9]|2\d|3[01])\..+|\[?(::1|f[cd][\da-f]{2}:.+)\]?)$/i

/** What its fields say against each other, by field. */
export function mailProblems({ servidor, puerto, seguridad, usuario, clave }: MailServer): Record<string, string> {
  const problems: Record<string, string> = {}
  if (puerto < FIRST_FREE_PORT && !MAIL_PORTS.includes(puerto))
    problems['puerto'] = 'El correo sale por el 465, el 587, el 25 o el 2525.'
  if (seguridad === 'ninguna' && !OF_HOUSE.test(servidor))
    problems['seguridad'] =
      'Sin cifrar solo dentro de tu propia red: cualquiera en el camino leería la clave y los correos.'
  if (usuario === '' && clave !== '') problems['usuario'] = 'Escribe el usuario de esa clave.'
  if (usuario !== '' && clave === '') problems['clave'] = 'Escribe la clave.'
  return problems
}
