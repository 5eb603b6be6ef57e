import { type Generated, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import {
  bigint,
  check,
  counter,
  creating,
  initially,
  integer,
  orNull,
  primary,
  text,
  unique,
} from '#platform/server/db/create-table.ts'
import type { MailState } from '../contract.ts'

/** Mail that is to leave, or has left. A row is written in the transaction of the deed that it tells of. */
export interface OutboxTable {
  id: Generated<number>
  /** What it is, once: the same key again writes nothing. */
  clave: string
  para: string
  para_nombre: string
  asunto: string
  texto: string
  /** Of mails that were written before `contenido`; else empty. */
  html: string
  /** What its page is drawn from when it leaves, or is looked at: MailContent, JSON. Null where `html` is. */
  contenido: string | null
  compra_id: number | null
  estado: MailState
  /** Times that it was claimed since it was written or sent again by hand. */
  intentos: number
  /** Times that an operator sent it again: part of its Message-ID, so that the copy is not taken for the first one. */
  reenvios: number
  creado_en: Instant
  proximo_en: Instant
  /** Until when the process that claimed it may be sending it; 0 when nobody is. */
  arrendado_hasta: Instant
  enviado_en: Instant | null
  ultimo_error: string
  /** 1 when it carries a link that opens an account: nobody sees its body in the panel, and it is gone once sent. */
  reservado: number
  /** 1 when what it says is no longer true: it does not leave, or not again. */
  superado: number
  /** Whose mailbox `para` is, as far as can be told: mailbox.ts. */
  buzon: string
  /** The letter to many that it is a copy of: it leaves slowly, and after everything else. Null for a mail of one person's own. */
  carta_id: number | null
  /** 1 while its letter is stopped: it waits. */
  detenido: Generated<number>
  /** From then on it helps nobody: a reminder after the draw. Null where it always does. */
  vence_en: Instant | null
}

/** Addresses that the mail server said do not exist. */
export interface MailSuppressionsTable {
  /** In lower case. */
  correo: string
  /** The mail server's words. */
  motivo: string
  /** The mail that was refused. */
  correo_id: number
  en: Instant
}

/** A kind of mail in an operator's words; a kind without a row speaks in ours. */
export interface MailTextsTable {
  clave: string
  asunto: string
  titulo: string
  cuerpo: string
  pie: string
  version: number
  cambiado_en: Instant
  cambiado_por: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    mail_suppressions: MailSuppressionsTable
    mail_texts: MailTextsTable
    outbox: OutboxTable
  }
}

export const mailSchema = [
  creating('2026-11-22-03-mail', async ({ table, index }) => {
    await table<'outbox', 'contenido' | 'carta_id' | 'detenido' | 'vence_en'>('outbox', {
      id: counter,
      clave: unique(text),
      para: text,
      para_nombre: text,
      asunto: text,
      texto: text,
      html: text,
      compra_id: orNull(bigint),
      estado: check(text, sql`estado in ('pendiente', 'enviado', 'fallido', 'cancelado')`),
      intentos: integer,
      reenvios: integer,
      creado_en: bigint,
      proximo_en: bigint,
      arrendado_hasta: bigint,
      enviado_en: orNull(bigint),
      ultimo_error: text,
      reservado: integer,
      superado: integer,
      buzon: text,
    })
    // What is due, oldest first; and the pages of the panel.
    await index('outbox_due', 'outbox', ['estado', 'proximo_en', 'id'])
    await index('outbox_state', 'outbox', ['estado', 'id'])
    // A purchase's mails, and when the last one left.
    await index('outbox_purchase', 'outbox', ['compra_id', 'id'])
    await index('outbox_sent', 'outbox', ['estado', 'enviado_en'])
    // How many went to one mailbox of late, however its address was written (spread-mails.ts).
    await index('outbox_mailbox', 'outbox', ['buzon', 'proximo_en'])
    await table('mail_suppressions', { correo: primary(text), motivo: text, correo_id: bigint, en: bigint })
    await table('mail_texts', {
      clave: primary(text),
      asunto: text,
      titulo: text,
      cuerpo: text,
      pie: text,
      version: integer,
      cambiado_en: bigint,
      cambiado_por: text,
    })
  }),
  creating('2026-11-23-03-mail-content', ({ columns }) => columns('outbox', { contenido: orNull(text) })),
  creating('2026-11-23-14-mail-of-letters', async ({ columns, index }) => {
    await columns('outbox', { carta_id: orNull(bigint), detenido: initially(integer, 0), vence_en: orNull(bigint) })
    await index('outbox_letters', 'outbox', ['carta_id', 'estado'], sql`carta_id is not null`)
  }),
]
