import type { Generated } from 'kysely'
import { creating, initially, integer, orNull, smallCounter, text } from '#platform/server/db/create-table.ts'
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
 * Every installation begins with the product's methods, disabled and without accounts. Clients that know only the specification
 * read the data of Pago Movil from the entry with id 1. Part of a released step: a kind that comes later comes by a step of its own.
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

export const paymentMethodsSchema = [
  creating('2026-11-22-07-payment-methods', async ({ db, table }) => {
    await table('payment_methods', {
      id: smallCounter,
      tipo: text,
      titulo: text,
      banco: text,
      numero_cuenta: text,
      cedula: text,
      telefono: text,
      email: text,
      nombre: text,
      instrucciones: text,
      moneda: text,
      precio_por_boleto: orNull(text),
      paginas: text,
      orden: integer,
      version: initially(integer, 1),
    })
    await db.insertInto('payment_methods').values(FIRST_METHODS).execute()
  }),
]
