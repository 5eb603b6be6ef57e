import { randomUUID } from 'node:crypto'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { takeIds } from '#platform/server/db/many.ts'
import { mailboxOf } from '../address.ts'
import { composeMail, type MailContent } from './delivery/render.ts'
import { insertMail, insertMails, type NewOutboxRow } from './store.ts'

/** The key of a mail that is written each time: two deeds of one millisecond are two mails. */
export const anew = (what: string): string => `${what}:${randomUUID()}`

export interface NewMail {
  /** Key of the mail, such as `compra:12:confirmada:1`: the same key again does nothing. A mail of each event has one of `anew`. */
  clave: string
  /** One address. One that cannot be used fails where the operator sees it, never the purchase. */
  para: string
  para_nombre: string
  asunto: string
  texto: string
  /** Its page, rendered; or the content from which it is rendered when it leaves. */
  html: string
  contenido?: MailContent
  creado_en: Instant
  /** If it may not leave at once: until then `cancelMail` takes it back. */
  enviar_desde?: Instant
  compra_id?: number | null
  /**
   * It carries a link that opens an account: its body is never shown in the panel, and deleted once it has left. Only its room can
   * send it again, with another link.
   */
  reservado?: boolean
  /** From then on it helps nobody: an unsent one never leaves, and is not sent again. */
  vence_en?: Instant
  /** The letter to many that it is a copy of: it leaves slowly, and after everything else (letters.ts). */
  carta_id?: number
}

/** A mail from the shop to one person. Its title is its subject, unless that is another one. */
export function mailTo(
  { nombre, color }: { nombre: string; color: string },
  to: { correo: string; nombre: string },
  creado_en: Instant,
  mail: Omit<MailContent, 'sitio' | 'color'> & Pick<NewMail, 'clave' | 'reservado' | 'vence_en'> & { asunto?: string },
): NewMail {
  const { clave, reservado = false, vence_en, asunto = mail.titulo, ...content } = mail
  return {
    ...{ clave, para: to.correo, para_nombre: to.nombre, asunto: `${asunto} · ${nombre}`, creado_en, reservado },
    ...composeMail({ sitio: nombre, color, ...content }),
    ...(vence_en !== undefined && { vence_en }),
  }
}

/** Writes a mail to the outbox in the transaction of its deed; it leaves once that is committed. */
export async function enqueueMail(tx: Sql, mail: NewMail): Promise<void> {
  await insertMail(tx, outboxRow(mail))
}

/** The same for mails whose keys were never used. */
export async function enqueueMails(tx: Sql, mails: readonly NewMail[]): Promise<void> {
  const ids = await takeIds(tx, 'outbox', mails.length)
  await insertMails(
    tx,
    mails.map((mail, at) => ({ id: ids[at] as number, ...outboxRow(mail) })),
  )
}

function outboxRow(mail: NewMail): NewOutboxRow {
  const { enviar_desde, reservado = false, contenido, vence_en = null, carta_id = null, ...fields } = mail
  return {
    compra_id: null,
    ...fields,
    contenido: contenido === undefined ? null : JSON.stringify(contenido),
    estado: 'pendiente',
    intentos: 0,
    reenvios: 0,
    proximo_en: enviar_desde ?? mail.creado_en,
    arrendado_hasta: 0 as Instant,
    enviado_en: null,
    ultimo_error: '',
    reservado: reservado ? 1 : 0,
    superado: 0,
    buzon: mailboxOf(fields.para),
    carta_id,
    detenido: 0,
    vence_en,
  }
}

/** Whether such a mail was ever written. */
export async function hasMail(tx: Sql, clave: string): Promise<boolean> {
  return (await tx.selectFrom('outbox').select('id').where('clave', '=', clave).executeTakeFirst()) !== undefined
}
