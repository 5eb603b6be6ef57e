import { HOUR, MINUTE } from '#platform/clock.ts'
import {
  bigint,
  check,
  creatingTables,
  id,
  instant,
  integer,
  orNull,
  primary,
  table,
  text,
  unique,
} from '#platform/server/db/table.ts'
import type { MailState } from '../contract.ts'

/** How long a mail waits after each attempt that failed; after one more it is a dead letter. */
export const WAITS: readonly number[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR]
/** Time of a process to send a claimed mail; then it counts as lost and is claimed again. */
export const LEASE = 5 * MINUTE
/** Longer than a mail waits between two attempts, clocks of processes included. */
const NO_WAIT = Math.max(...WAITS) + HOUR

/** Mail that is to leave, or has left. A row is written in the transaction of its deed. */
export const outbox = table(
  'outbox',
  {
    id: id(),
    /** Key of the mail: the same key again writes nothing. */
    clave: unique(text()),
    para: text(),
    para_nombre: text(),
    asunto: text(),
    texto: text(),
    /** Of mails that were written before `contenido`; else empty. */
    html: text(),
    /** Content from which its page is rendered when it leaves or is viewed: MailContent, JSON. Null where `html` is. */
    contenido: orNull(text()),
    compra_id: orNull(bigint()),
    estado: check(text<MailState>(), (it) => `${it} in ('pendiente', 'enviado', 'fallido', 'cancelado')`),
    /** Times that it was claimed since it was written or sent again by hand. */
    intentos: integer(),
    /** Times that an operator sent it again: part of its Message-ID, so that the copy is not taken for the first one. */
    reenvios: integer(),
    creado_en: instant(),
    proximo_en: instant(),
    /** Until when the process that claimed it may be sending it; 0 when nobody is. */
    arrendado_hasta: instant(),
    enviado_en: orNull(instant()),
    ultimo_error: text(),
    /** 1 when it carries a link that opens an account: nobody sees its body in the panel, and it is gone once sent. */
    reservado: integer(),
    /** 1 when its content is no longer true: it does not leave, or not again. */
    superado: integer(),
    /** Likely mailbox of `para`: mailbox.ts. */
    buzon: text(),
    /** The letter to many that it is a copy of: it leaves slowly, and after everything else. Null for a mail of one person's own. */
    carta_id: orNull(bigint()),
    /** 1 while its letter is stopped: it waits. */
    detenido: integer(0),
    /** From then on it helps nobody: a reminder after the draw. Null where it always does. */
    vence_en: orNull(instant()),
  },
  {
    indexes: {
      // Due mails, oldest first; and the pages of the panel.
      outbox_due: ['estado', 'proximo_en', 'id'],
      outbox_state: ['estado', 'id'],
      // A purchase's mails, and when the last one left.
      outbox_purchase: ['compra_id', 'id'],
      outbox_sent: ['estado', 'enviado_en'],
      // How many went to one mailbox of late, however its address was written (spread-mails.ts).
      outbox_mailbox: ['buzon', 'proximo_en'],
      outbox_letters: { on: ['carta_id', 'estado'], where: 'carta_id is not null' },
    },
    deadlines: [
      // One that waits for its turn was written in the past, and keeps it.
      { column: 'proximo_en', most: 0, where: `estado = 'pendiente' and creado_en > :now + ${HOUR}` },
      {
        column: 'proximo_en',
        most: 0,
        where: `estado = 'pendiente' and intentos > 0 and proximo_en > :now + ${NO_WAIT}`,
      },
      { column: 'arrendado_hasta', most: LEASE + HOUR, where: `estado = 'pendiente'` },
    ],
  },
)

/** Addresses that do not exist, by the mail server's reply. */
export const mailSuppressions = table('mail_suppressions', {
  /** In lower case. */
  correo: primary(text()),
  /** The mail server's words. */
  motivo: text(),
  /** The mail that was refused. */
  correo_id: bigint(),
  en: instant(),
})

/** A kind of mail in an operator's words; a kind without a row speaks in ours. */
export const mailTexts = table('mail_texts', {
  clave: primary(text()),
  asunto: text(),
  titulo: text(),
  cuerpo: text(),
  pie: text(),
  version: integer(),
  cambiado_en: instant(),
  cambiado_por: text(),
})

const tables = [outbox, mailSuppressions, mailTexts] as const
export const mailSchema = [creatingTables('2026-11-28-04-mail', tables)]
