import { type ColumnDefinitionBuilder, type Generated, sql } from 'kysely'
import type { MethodKind } from '#payment-methods/methods.ts'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import type { Money } from '#platform/money.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import type { PurchaseState } from '../contract.ts'
import type { ProofType } from '../proof.ts'
import { paymentSchema } from './payment-schema.ts'
import { searchSchema } from './search-schema.ts'

export interface PurchasesTable {
  id: Generated<number>
  codigo: string
  /** Opens the private page. */
  secreto: string
  rifa_id: number
  reserva_id: number
  /** Token of the hold that it was reported with: whoever has it is told what became of it. Null where there was none. */
  apartado: string | null
  estado: PurchaseState
  /** Counts the decisions and corrections; a decision names the one that it saw. */
  version: number
  nombre: string
  /** `V12345678` */
  cedula: string
  telefono: string
  correo: string
  /** As it was typed. */
  referencia: string
  /** As it is searched: see reference.ts. What it is compared by is in `payment_tails`. */
  referencia_normal: string
  /** Its last four characters: banks and shops cut references from the left. */
  referencia_final: string
  /** Day of the payment. */
  fecha: CalendarDate
  metodo_pago: MethodKind | null
  /** Id of the proof in force. */
  comprobante: string
  cantidad_tickets: number
  total: Money
  moneda: 'USD' | 'VES'
  /** What was to be paid, in the method's currency; null when no rate was known. */
  monto: Money | null
  monto_moneda: 'VES' | 'USD' | 'COP'
  /** Where the buyer was told to pay when he reported; empty without such a method, null where nobody asked. */
  pagado_a: string | null
  /** 1 when some page offered that method then, 0 when none did. */
  metodo_ofrecido: number | null
  tasa_verificada: number
  /** 1 when it came without a live hold. */
  tarde: number
  terminos_version: string
  motivo: string
  creado_en: Instant
  en_revision_desde: Instant
  decidido_en: Instant | null
  decidido_por: string
  /** Name of the operator who sold it by hand; empty when the buyer reported it himself. */
  vendida_por: string
  /** How often its buyer corrected it, and when last. */
  correcciones: Generated<number>
  corregida_en: Instant | null
  /** Whose connection reported it, as a short code that only the installation's key makes: fakes share it. Null once confirmed. */
  cliente: string | null
  /** 1 when it was rejected as a fake: its tickets are free and it is not corrected any more. */
  falsa: Generated<number>
  /** Name and mail as they are searched: see search-text.ts. */
  nombre_normal: string
  correo_normal: string
}

/** Every proof that was sent for a purchase; corrections add one. The id is the file's, which is kept of the one in force. */
export interface ProofsTable {
  id: string
  compra_id: number
  nombre: string
  tipo: ProofType
  bytes: number
  sha256: string
  creado_en: Instant
}

/** Who a purchase says that it is of, in a raffle with `registro_unico`, while it is in review or confirmed. */
export interface UniqueRegistrationsTable {
  rifa_id: number
  campo: 'cedula' | 'telefono' | 'correo'
  valor: string
  /** 0 once it is confirmed, of which the primary key allows one; else that purchase's id: anybody may write anybody's data. */
  turno: number
  compra_id: number
}

/** Answers given once, so that a retry gets the same one instead of a second purchase. */
export interface IdempotencyTable {
  clave: string
  huella: string
  respuesta: string
  creado_en: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    purchases: PurchasesTable
    proofs: ProofsTable
    unique_registrations: UniqueRegistrationsTable
    idempotency: IdempotencyTable
  }
}

export const purchasesSchema: SchemaStep[] = [
  {
    name: '0009-purchases',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      const end = sql.raw(dialect.tableSuffix)
      await schema.schema
        .createTable('purchases')
        .addColumn('id', dialect.bigint, dialect.counter)
        .addColumn('codigo', 'text', (column) => column.notNull().unique())
        .addColumn('secreto', 'text', (column) => column.notNull().unique())
        .addColumn('rifa_id', 'integer', (column) => column.notNull().references('raffles.id'))
        .addColumn('reserva_id', dialect.bigint, (column) => column.notNull().unique().references('reservations.id'))
        .addColumn('estado', 'text', required)
        .addColumn('version', 'integer', required)
        .addColumn('nombre', 'text', required)
        .addColumn('cedula', 'text', required)
        .addColumn('telefono', 'text', required)
        .addColumn('correo', 'text', required)
        .addColumn('referencia', 'text', required)
        .addColumn('referencia_normal', 'text', required)
        .addColumn('referencia_final', 'text', required)
        .addColumn('fecha', 'text', required)
        .addColumn('metodo_pago', 'text')
        .addColumn('comprobante', 'text', required)
        .addColumn('cantidad_tickets', 'integer', required)
        .addColumn('total', 'text', required)
        .addColumn('moneda', 'text', required)
        .addColumn('monto', 'text')
        .addColumn('monto_moneda', 'text', required)
        .addColumn('tasa_verificada', 'integer', required)
        .addColumn('tarde', 'integer', required)
        .addColumn('terminos_version', 'text', required)
        .addColumn('motivo', 'text', required)
        .addColumn('creado_en', dialect.bigint, required)
        .addColumn('en_revision_desde', dialect.bigint, required)
        .addColumn('decidido_en', dialect.bigint)
        .addColumn('decidido_por', 'text', required)
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createIndex('purchases_in_review')
        .on('purchases')
        .columns(['en_revision_desde', 'id'])
        .where(sql.ref('estado'), '=', sql.lit('en revision'))
        .execute()
      await schema.schema.createIndex('purchases_of_person').on('purchases').columns(['cedula', 'id']).execute()
      await schema.schema.createIndex('purchases_by_reference').on('purchases').column('referencia_final').execute()
      await schema.schema
        .createTable('proofs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('compra_id', dialect.bigint, (column) => column.notNull().references('purchases.id'))
        .addColumn('nombre', 'text', required)
        .addColumn('tipo', 'text', required)
        .addColumn('bytes', 'integer', required)
        .addColumn('sha256', 'text', required)
        .addColumn('creado_en', dialect.bigint, required)
        .modifyEnd(end)
        .execute()
      await schema.schema.createIndex('proofs_by_content').on('proofs').column('sha256').execute()
      await schema.schema.createIndex('proofs_of_purchase').on('proofs').column('compra_id').execute()
      await schema.schema
        .createTable('unique_registrations')
        .addColumn('rifa_id', 'integer', required)
        .addColumn('campo', 'text', required)
        .addColumn('valor', 'text', required)
        .addColumn('compra_id', dialect.bigint, required)
        .addPrimaryKeyConstraint('unique_registrations_once', ['rifa_id', 'campo', 'valor'])
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createTable('confirmed_references')
        .addColumn('metodo_pago', 'text', required)
        .addColumn('referencia', 'text', required)
        .addColumn('compra_id', dialect.bigint, required)
        .addPrimaryKeyConstraint('confirmed_references_once', ['metodo_pago', 'referencia'])
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createTable('idempotency')
        .addColumn('clave', 'text', (column) => column.primaryKey())
        .addColumn('huella', 'text', required)
        .addColumn('respuesta', 'text', required)
        .addColumn('creado_en', dialect.bigint, required)
        .modifyEnd(end)
        .execute()
      await schema.schema.createIndex('idempotency_by_age').on('idempotency').column('creado_en').execute()
    },
  },
  ...searchSchema,
  {
    name: '0077-paid-account',
    async up(schema) {
      await schema.schema.alterTable('purchases').addColumn('pagado_a', 'text').execute()
      await schema.schema.alterTable('purchases').addColumn('metodo_ofrecido', 'integer').execute()
    },
  },
  {
    name: '0115-corrections',
    async up(schema, dialect) {
      const table = () => schema.schema.alterTable('purchases')
      await table()
        .addColumn('correcciones', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await table().addColumn('corregida_en', dialect.bigint).execute()
    },
  },
  {
    name: '0116-fakes',
    async up(schema) {
      const table = () => schema.schema.alterTable('purchases')
      await table().addColumn('cliente', 'text').execute()
      await table()
        .addColumn('falsa', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
  ...paymentSchema,
  {
    name: '0156-claims-of-a-person',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      await schema.schema.alterTable('unique_registrations').renameTo('unique_registrations_before').execute()
      await schema.schema
        .createTable('unique_registrations')
        .addColumn('rifa_id', 'integer', required)
        .addColumn('campo', 'text', required)
        .addColumn('valor', 'text', required)
        .addColumn('turno', dialect.bigint, required)
        .addColumn('compra_id', dialect.bigint, required)
        .addPrimaryKeyConstraint('registered_once', ['rifa_id', 'campo', 'valor', 'turno'])
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
      await sql`insert into unique_registrations (rifa_id, campo, valor, turno, compra_id)
        select r.rifa_id, r.campo, r.valor, case when estado = 'confirmado' then 0 else compra_id end, compra_id
        from unique_registrations_before as r join purchases on purchases.id = compra_id`.execute(schema)
      await schema.schema.dropTable('unique_registrations_before').execute()
      await schema.schema.createIndex('registrations_of').on('unique_registrations').column('compra_id').execute()
    },
  },
  {
    name: '0172-connections-to-forget',
    async up(schema) {
      await schema.schema
        .createIndex('purchases_to_forget')
        .on('purchases')
        .column('decidido_en')
        .where(sql.ref('cliente'), 'is not', null)
        .where(sql.ref('estado'), 'in', sql`('confirmado', 'anulado')`)
        .execute()
    },
  },
]
