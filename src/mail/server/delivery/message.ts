import { createHash } from 'node:crypto'
import { isAddress } from '../../address.ts'
import type { OutboxRow } from '../store.ts'
import { type MailContent, pageOfMail } from './render.ts'

export interface Mailbox {
  name: string
  address: string
}

/** Input of the mail library: addresses as objects, header values without control characters. */
export interface Message {
  from: Mailbox
  to: Mailbox
  subject: string
  text: string
  html: string
  messageId: string
  headers?: Record<string, string>
}

/** The address cannot be written to, now or later. */
export class BadAddressError extends Error {}

/** A header value in one line. */
function oneLine(text: string, longest: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return Array.from(line).slice(0, longest).join('')
}

/**
 * The message of a row. Its Message-ID is the same at every attempt, so that a copy sent after a crash is recognisable,
 * and another one when an operator sends it again.
 * @throws BadAddressError
 */
export function composeMessage(row: OutboxRow, from: Mailbox): Message {
  if (!isAddress(row.para)) throw new BadAddressError('La dirección de correo no es válida.')
  const identity = createHash('sha256').update(`${row.creado_en} ${row.clave}`).digest('hex').slice(0, 32)
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from,
    to: { name: oneLine(row.para_nombre, 100), address: row.para },
    subject: oneLine(row.asunto, 200),
    text: row.texto,
    html: pageOfMail(row),
    messageId: `<${identity}.${row.reenvios}@${domain}>`,
    headers: noMore(row),
  }
}

/** How a mail program lets its reader have no more of these without opening a page (RFC 2369, RFC 8058). */
function noMore({ contenido }: OutboxRow): Record<string, string> {
  const { baja } = contenido === null ? {} : (JSON.parse(contenido) as MailContent)
  if (baja === undefined) return {}
  return { 'List-Unsubscribe': `<${baja}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
