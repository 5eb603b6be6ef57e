import type { PaymentMethod } from './contract.ts'
import { METHOD_NAMES, type MethodForm, type MethodKind } from './methods.ts'
import type { PaymentField } from './payment-rows.ts'

export type FormField = PaymentField | 'precio_por_boleto'

export interface FieldRule {
  field: FormField
  label: string
  hint?: string
  /** `uno` means that one of those marked so is enough. */
  needed: 'si' | 'no' | 'uno'
}

export interface FormRules {
  tipo: MethodKind
  moneda: PaymentMethod['moneda']
  /** How buyers read of an account of it until its owner gives it another name. */
  name: string
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
    name: 'Pago Movil',
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
    name: 'Zelle',
    fields: [
      { field: 'email', label: 'Correo', needed: 'uno' },
      { field: 'telefono', label: 'Teléfono de Estados Unidos', hint: '10 dígitos', needed: 'uno' },
      NAME,
    ],
  },
  binance: {
    tipo: 'binance',
    moneda: 'USD',
    name: 'Binance',
    fields: [
      { field: 'numeroCuenta', label: 'ID de Binance', hint: 'El número de Binance Pay', needed: 'uno' },
      { field: 'email', label: 'Correo', needed: 'uno' },
      { ...NAME, needed: 'no' },
    ],
  },
  paypal: {
    tipo: 'paypal',
    moneda: 'USD',
    name: 'PayPal',
    fields: [
      { field: 'email', label: 'Correo', needed: 'si' },
      { ...NAME, needed: 'no' },
    ],
  },
  transferencia: {
    tipo: 'transferencia',
    moneda: 'VES',
    name: 'Transferencia Bancaria',
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
    name: 'Nequi',
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

/** The panel's names for the choices of a new account. */
export function formName(form: MethodForm): string {
  return form === 'nequi' ? FORM_RULES[form].name : METHOD_NAMES[form]
}
