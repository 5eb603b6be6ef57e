import { z } from 'zod'
import type { MailServer } from '#platform/settings.ts'

/** A stored password is sent only to its own server: for another server the owner types it, or it would be sent there. */
export function isSameServer(before: Omit<MailServer, 'clave'> | null, now: Omit<MailServer, 'clave'>): boolean {
  const fields = ['servidor', 'puerto', 'seguridad', 'usuario'] as const
  return before !== null && fields.every((field) => before[field] === now[field])
}

const MAIL_PORTS = [25, 465, 587]
const FIRST_FREE_PORT = 1024
/** Names that lead nowhere outside. One of digits alone, or of `0x…`, is an address to network clients. */
const NAME_OF_HOUSE = /^(?!\d+$|0x)(?:[a-z\d-]+|.+\.(?:local|lan|home|internal))$/i
const V4_OF_HOUSE = /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./
const V6_OF_HOUSE = /^(?:::1|f[cd][\da-f]{2}:.+)$/i

/** Without encryption a password is for nobody on the way. An address is one first: `10.evil.com` is anybody's. */
function isOfHouse(servidor: string): boolean {
  const host = servidor.replace(/^\[|\]$/g, '')
  if (z.ipv4().safeParse(host).success) return V4_OF_HOUSE.test(host)
  return host.includes(':') ? z.ipv6().safeParse(host).success && V6_OF_HOUSE.test(host) : NAME_OF_HOUSE.test(host)
}

/** Contradictions between its fields, by field. */
export function mailProblems({ servidor, puerto, seguridad, usuario, clave }: MailServer): Record<string, string> {
  const problems: Record<string, string> = {}
  if (puerto < FIRST_FREE_PORT && !MAIL_PORTS.includes(puerto))
    problems['puerto'] = 'El correo sale por el 465, el 587, el 25 o el 2525.'
  if (seguridad === 'ninguna' && !isOfHouse(servidor))
    problems['seguridad'] =
      'Sin cifrar solo dentro de tu propia red: cualquiera en el camino leería la clave y los correos.'
  if (usuario === '' && clave !== '') problems['usuario'] = 'Escribe el usuario de esa clave.'
  if (usuario !== '' && clave === '') problems['clave'] = 'Escribe la clave.'
  return problems
}
