import type { Tables } from '#platform/server/db/tables.ts'
import type { Deed } from '../deeds.ts'
import type { ANSWERED, AnsweredName } from './answered.ts'

const DECIDED: Deed[] = [
  'compra aprobada',
  'compra rechazada',
  'compra rechazada por falsa',
  'compra fuera de la lista',
  'compra anulada',
  'aprobación deshecha',
  'rechazo deshecho',
  'compra corregida',
]
const SET: Deed[] = ['método de pago cambiado', 'método de pago creado']
const NEVER: Deed[] = []

type Column<Name extends AnsweredName> =
  | (typeof ANSWERED)[Name]['plain'][number]
  | ((typeof ANSWERED)[Name] extends { parts: infer Parts } ? keyof Parts & keyof Tables : never)

/**
 * Deeds that change a column or a part of an existing row. Lines of other deeds do not count for it: otherwise a change behind the product's
 * back would be true from the next deed on. The price of a raffle does not change because its sale is paused.
 */
const changes: { [Name in AnsweredName]?: readonly (readonly [deeds: readonly Deed[], ...columns: Column<Name>[]])[] } =
  {
    purchases: [
      [DECIDED, 'estado'],
      [[...DECIDED, 'boletos encontrados'], 'tickets'],
      [['compra corregida', 'datos personales borrados'], 'proofs'],
      [NEVER, 'codigo', 'rifa_id', 'cantidad_tickets', 'total', 'moneda', 'creado_en', 'vendida_por_id'],
      [NEVER, 'metodo_pago', 'metodo_id', 'monto', 'monto_moneda', 'centimos_unicos'],
    ],
    movements: [[NEVER, 'metodo_id', 'sentido', 'centimos', 'moneda']],
    raffles: [
      [['rifa cambiada'], 'precio', 'moneda'],
      [NEVER, 'creada_en'],
    ],
    payment_methods: [
      [SET, 'tipo', 'titulo', 'banco', 'numero_cuenta', 'cedula', 'telefono', 'email', 'nombre'],
      [SET, 'instrucciones', 'moneda', 'precio_por_boleto', 'paginas'],
    ],
    operators: [
      [['rol cambiado'], 'rol'],
      [['acceso quitado', 'acceso devuelto'], 'baja_en'],
      [NEVER, 'creado_en'],
    ],
  }

export const CHANGES: ReadonlyMap<string, readonly (readonly [column: string, deeds: readonly string[]])[]> = new Map(
  Object.entries(changes).map(([name, rows]) => [
    name,
    rows.flatMap(([deeds, ...columns]) => columns.map((column) => [column, deeds] as const)),
  ]),
)
