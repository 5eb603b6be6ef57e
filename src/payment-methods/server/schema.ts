import { type ColumnDefinitionBuilder, type Generated, sql } from 'kysely'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import type { MethodKind, PaymentMethod } from '../contract.ts'

/** Where buyers pay. An empty `paginas` disables a method; its row stays for the purchases that used it. */
export interface PaymentMethodsTable {
  id: Generated<number>
  tipo: MethodKind
  titulo: string
  banco: string
  numero_cuenta: string
  cedula: string
  telefono: string
  email: string
  nombre: string
  instrucciones: string
  moneda: PaymentMethod['moneda']
  precio_por_boleto: string | null
  /** `A`, `B`, `A,B` or empty. */
  paginas: string
  orden: number
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    payment_methods: PaymentMethodsTable
  }
}

export const paymentMethodsSchema: SchemaStep[] = [
  {
    name: '0006-payment-methods',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      await schema.schema
        .createTable('payment_methods')
        .addColumn('id', 'integer', dialect.counter)
        .addColumn('tipo', 'text', required)
        .addColumn('titulo', 'text', required)
        .addColumn('banco', 'text', required)
        .addColumn('numero_cuenta', 'text', required)
        .addColumn('cedula', 'text', required)
        .addColumn('telefono', 'text', required)
        .addColumn('email', 'text', required)
        .addColumn('nombre', 'text', required)
        .addColumn('instrucciones', 'text', required)
        .addColumn('moneda', 'text', required)
        .addColumn('precio_por_boleto', 'text')
        .addColumn('paginas', 'text', required)
        .addColumn('orden', 'integer', required)
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
    },
  },
]
