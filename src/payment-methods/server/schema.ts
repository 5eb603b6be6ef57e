import { type ColumnDefinitionBuilder, type Generated, sql } from 'kysely'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import type { PaymentMethod } from '../contract.ts'
import type { MethodKind } from '../methods.ts'

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
  /** Grows with every change. */
  version: Generated<number>
}

/**
 * Every installation begins with the product's methods, disabled and without accounts. Clients of the seed read the data of
 * Pago Movil from the entry with id 1.
 */
export const FIRST_METHODS = (
  [
    ['pago_movil', 'Pago Movil', '0134 Banesco', 'VES', null],
    ['zelle', 'Zelle', '', 'USD', null],
    ['binance', 'Binance', '', 'USD', null],
    ['paypal', 'PayPal', '', 'USD', null],
    ['transferencia', 'Nequi', '', 'COP', '4000.00'],
  ] as const
).map(([tipo, titulo, banco, moneda, precio_por_boleto], index) => ({
  tipo,
  titulo,
  banco,
  moneda,
  precio_por_boleto,
  numero_cuenta: '',
  cedula: '',
  telefono: '',
  email: '',
  nombre: '',
  instrucciones: '',
  paginas: '',
  orden: index + 1,
}))

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
      await schema.insertInto('payment_methods').values(FIRST_METHODS).execute()
    },
  },
  {
    // Two owners who edit at once must not overwrite each other.
    name: '0050-payment-method-versions',
    async up(schema) {
      await schema.schema
        .alterTable('payment_methods')
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
        .execute()
    },
  },
]
