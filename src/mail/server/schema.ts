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
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
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
]
