import type { PaymentMethod } from './contract.ts'
import { METHOD_NAMES, METHOD_TITLES, type MethodForm, type MethodKind } from './methods.ts'
import type { PaymentField } from './payment-rows.ts'

export type FormField = PaymentField | 'precio_por_boleto'

interface FieldRule {
  field: FormField
  label: string
  hint?: string
  /** `uno` means that one of those marked so is enough. */
  needed: 'si' | 'no' | 'uno'
}

interface FormRules {
  tipo: MethodKind
  moneda: PaymentMethod['moneda']
  fields: readonly FieldRule[]
}

const BANK: FieldRule = { field: 'banco', label: 'Banco', needed: 'si' }
const HOLDER: FieldRule = {
  field: 'cedula',
  label: 'Cédula o RIF',
  hint: 'V-12.345.678 o J-12345678-9',
  needed: 'si',
}
const NAME: FieldRule = { field: 'nombre', label: 'A nombre de', needed: 'si' }

export const FORM_RULES: Record<MethodForm, FormRules> = {
  pago_movil: {
    tipo: 'pago_movil',
    moneda: 'VES',
    fields: [
      BANK,
      HOLDER,
      { field: 'telefono', label: 'Teléfono', hint: '11 dígitos, empieza por 04', needed: 'si' },
      { ...NAME, needed: 'no' },
    ],
  },
  zelle: {
    tipo: 'zelle',
    moneda: 'USD',
    fields: [
      { field: 'email', label: 'Correo', needed: 'uno' },
      { field: 'telefono', label: 'Teléfono de Estados Unidos', hint: '10 dígitos', needed: 'uno' },
      NAME,
    ],
  },
  binance: {
    tipo: 'binance',
    moneda: 'USD',
    fields: [
      { field: 'numeroCuenta', label: 'ID de Binance', hint: 'El número de Binance Pay', needed: 'uno' },
      { field: 'email', label: 'Correo', needed: 'uno' },
      { ...NAME, needed: 'no' },
    ],
  },
  paypal: {
    tipo: 'paypal',
    moneda: 'USD',
    fields: [
      { field: 'email', label: 'Correo', needed: 'si' },
      { ...NAME, needed: 'no' },
    ],
  },
  transferencia: {
    tipo: 'transferencia',
    moneda: 'VES',
    fields: [
      BANK,
      { field: 'numeroCuenta', label: 'Número de cuenta', hint: '20 dígitos, empieza por los del banco', needed: 'si' },
      HOLDER,
      NAME,
    ],
  },
  nequi: {
    tipo: 'transferencia',
    moneda: 'COP',
    fields: [
      { field: 'telefono', label: 'Número de Nequi', hint: '10 dígitos, empieza por 3', needed: 'si' },
      NAME,
      { field: 'precio_por_boleto', label: 'Precio de un boleto en COP', hint: 'Por ejemplo 4000', needed: 'si' },
    ],
  },
}

/** The form that a method of that kind and currency is filled in by. */
export function formOf(method: Pick<PaymentMethod, 'tipo' | 'moneda'>): MethodForm {
  return method.tipo === 'transferencia' && method.moneda === 'COP' ? 'nequi' : method.tipo
}

/** How buyers read of an account of that form until its owner gives it another name. */
export const FORM_TITLES: Record<MethodForm, string> = { ...METHOD_TITLES, nequi: 'Nequi' }
/** The panel's names for the choices of a new account. */
export const FORM_NAMES: typeof FORM_TITLES = { ...FORM_TITLES, ...METHOD_NAMES }
