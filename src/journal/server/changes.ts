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
 * By which deeds a column or a part changes once its row is there. A line of another deed says nothing of it: what somebody wrote behind the
 * product's back would else be true from the next deed on. The price of a raffle does not change because its sale is paused.
 */
const changes: { [Name in AnsweredName]?: { [One in Column<Name>]?: readonly Deed[] } } = {
  purchases: {
    estado: DECIDED,
    tickets: [...DECIDED, 'boletos encontrados'],
    proofs: ['compra corregida'],
    codigo: NEVER,
    rifa_id: NEVER,
    metodo_pago: NEVER,
    metodo_id: NEVER,
    cantidad_tickets: NEVER,
    total: NEVER,
    moneda: NEVER,
    monto: NEVER,
    monto_moneda: NEVER,
    centimos_unicos: NEVER,
    creado_en: NEVER,
    vendida_por_id: NEVER,
  },
  movements: { metodo_id: NEVER, sentido: NEVER, centimos: NEVER, moneda: NEVER },
  raffles: { precio: ['rifa cambiada'], moneda: ['rifa cambiada'], creada_en: NEVER },
  payment_methods: {
    tipo: SET,
    titulo: SET,
    banco: SET,
    numero_cuenta: SET,
    cedula: SET,
    telefono: SET,
    email: SET,
    nombre: SET,
    instrucciones: SET,
    moneda: SET,
    precio_por_boleto: SET,
    paginas: SET,
  },
  operators: { rol: ['rol cambiado'], baja_en: ['acceso quitado', 'acceso devuelto'], creado_en: NEVER },
}

export const CHANGES: { readonly [Name in AnsweredName]?: Readonly<Record<string, readonly string[]>> } = changes
