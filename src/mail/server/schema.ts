import { type ColumnDefinitionBuilder, type Generated, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
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
  html: string
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
  buzon: Generated<string>
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

export const mailSchema: SchemaStep[] = [
  {
    name: '0002-mail',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      await schema.schema
        .createTable('outbox')
        .addColumn('id', dialect.bigint, dialect.counter)
        .addColumn('clave', 'text', (column) => column.notNull().unique())
        .addColumn('para', 'text', required)
        .addColumn('para_nombre', 'text', required)
        .addColumn('asunto', 'text', required)
        .addColumn('texto', 'text', required)
        .addColumn('html', 'text', required)
        .addColumn('compra_id', dialect.bigint)
        .addColumn('estado', 'text', (column) =>
          column.notNull().check(sql`estado in ('pendiente', 'enviado', 'fallido', 'cancelado')`),
        )
        .addColumn('intentos', 'integer', required)
        .addColumn('reenvios', 'integer', required)
        .addColumn('creado_en', dialect.bigint, required)
        .addColumn('proximo_en', dialect.bigint, required)
        .addColumn('arrendado_hasta', dialect.bigint, required)
        .addColumn('enviado_en', dialect.bigint)
        .addColumn('ultimo_error', 'text', required)
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
      // What is due, oldest first; and the pages of the panel.
      await schema.schema.createIndex('outbox_due').on('outbox').columns(['estado', 'proximo_en', 'id']).execute()
      await schema.schema.createIndex('outbox_state').on('outbox').columns(['estado', 'id']).execute()
    },
  },
  {
    name: '0051-reserved-mail',
    async up(schema) {
      await schema.schema
        .alterTable('outbox')
        .addColumn('reservado', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
  {
    name: '0052-mail-suppressions-texts',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      const end = sql.raw(dialect.tableSuffix)
      await schema.schema
        .createTable('mail_suppressions')
        .addColumn('correo', 'text', (column) => column.primaryKey())
        .addColumn('motivo', 'text', required)
        .addColumn('correo_id', dialect.bigint, required)
        .addColumn('en', dialect.bigint, required)
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createTable('mail_texts')
        .addColumn('clave', 'text', (column) => column.primaryKey())
        .addColumn('asunto', 'text', required)
        .addColumn('titulo', 'text', required)
        .addColumn('cuerpo', 'text', required)
        .addColumn('pie', 'text', required)
        .addColumn('version', 'integer', required)
        .addColumn('cambiado_en', dialect.bigint, required)
        .addColumn('cambiado_por', 'text', required)
        .modifyEnd(end)
        .execute()
      // A purchase's mails, and when the last one left.
      await schema.schema.createIndex('outbox_purchase').on('outbox').columns(['compra_id', 'id']).execute()
      await schema.schema.createIndex('outbox_sent').on('outbox').columns(['estado', 'enviado_en']).execute()
    },
  },
  {
    // How many went to one address of late (spread-mails.ts).
    name: '0111-outbox-recipient',
    async up(schema) {
      await schema.schema.createIndex('outbox_recipient').on('outbox').columns(['para', 'proximo_en']).execute()
    },
  },
  {
    name: '0075-superseded-mail',
    async up(schema) {
      await schema.schema
        .alterTable('outbox')
        .addColumn('superado', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      // A decision that another one followed: written by a version that let both leave.
      await sql`
        update outbox
        set superado = 1, estado = case when estado in ('pendiente', 'fallido') then 'cancelado' else estado end
        where clave like 'compra:%:decision:%' and exists (
          select 1 from outbox as later
          where later.compra_id = outbox.compra_id and later.id > outbox.id and later.clave like 'compra:%:decision:%'
        )`.execute(schema)
    },
  },
  {
    // How many went to one mailbox of late, however its address was written (spread-mails.ts).
    name: '0160-outbox-mailbox',
    async up(schema) {
      await schema.schema
        .alterTable('outbox')
        .addColumn('buzon', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await schema.schema.dropIndex('outbox_recipient').execute()
      await schema.schema.createIndex('outbox_mailbox').on('outbox').columns(['buzon', 'proximo_en']).execute()
    },
  },
]
