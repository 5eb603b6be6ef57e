import { z } from 'zod'
import { parseMoney } from '#platform/money.ts'
import { bankCode } from './banks.ts'
import { type MethodData, NO_DATA } from './contract.ts'
import { FORM_RULES, type FormField } from './method-forms.ts'
import type { MethodForm } from './methods.ts'
import { normaliseNationalId } from './payment-rows.ts'

export interface CheckedMethod {
  /** In the form in which it is kept. Fields that the kind does not have are empty. */
  data: MethodData
  /** Faults in the typed data, by field. */
  problems: Partial<Record<keyof MethodData, string>>
  /** Data that it still needs before a page may offer it, by field. */
  missing: Partial<Record<keyof MethodData, string>>
}

/** Reads an owner's data for a method, by the rules of its kind. The panel and the server apply the same. */
export function checkMethod(form: MethodForm, typed: MethodData): CheckedMethod {
  const { fields } = FORM_RULES[form]
  const problems: CheckedMethod['problems'] = {}
  const data: MethodData = {
    ...NO_DATA,
    titulo: oneLine(typed.titulo),
    instrucciones: typed.instrucciones.replace(/[^\P{Cc}\n]/gu, '').trim(),
  }
  if (data.titulo === '') problems.titulo = 'Escribe cómo se llama para el comprador.'
  for (const { field } of fields) {
    const text = oneLine(typed[field] ?? '')
    if (text === '') continue
    const kept = READERS[field](text, form)
    if (kept === null) problems[field] = wrong(field, form)
    // Unreadable text stays as it was typed, so that it can be corrected.
    data[field] = kept ?? text
  }
  if (form === 'transferencia' && !problems.banco && !problems.numeroCuenta && !sameBank(data)) {
    problems.numeroCuenta = `La cuenta no es de ${data.banco}: empieza por ${bankCode(data.numeroCuenta)}.`
  }
  return { data, problems, missing: missingIn(form, data) }
}

function sameBank({ banco, numeroCuenta }: MethodData): boolean {
  return banco === '' || numeroCuenta === '' || bankCode(banco) === bankCode(numeroCuenta)
}

function missingIn(form: MethodForm, data: MethodData): CheckedMethod['missing'] {
  const { fields } = FORM_RULES[form]
  const missing: CheckedMethod['missing'] = {}
  const either = fields.filter(({ needed }) => needed === 'uno')
  for (const { field, label, needed } of fields) {
    if (needed === 'si' && !data[field]) missing[field] = `Falta: ${label}.`
  }
  const [first] = either
  if (first && either.every(({ field }) => !data[field])) {
    missing[first.field] = `Falta: ${either.map(({ label }) => label).join(' o ')}.`
  }
  return missing
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zs}]+/gu, ' ').trim()
}

/** Each returns the stored form, or null for an invalid value. */
const READERS: Record<FormField, (text: string, form: MethodForm) => string | null> = {
  banco: (text) => (/^\d{4} \S.*$/.test(text) ? text : null),
  numeroCuenta: (text, form) => matching(digitsOf(text), form === 'binance' ? /^\d{5,12}$/ : /^\d{20}$/),
  cedula: normaliseNationalId,
  telefono: (text, form) => {
    const digits = digitsOf(text)
    switch (form) {
      case 'nequi':
        return matching(digits.replace(/^57(?=\d{10}$)/, ''), /^3\d{9}$/)
      case 'zelle':
        return matching(digits.replace(/^1(?=\d{10}$)/, ''), /^\d{10}$/)
      default:
        return matching(digits.replace(/^(?:00)?58(?=0?4)/, '').replace(/^4/, '04'), /^04\d{9}$/)
    }
  },
  email: (text) => (z.email().max(254).safeParse(text).success ? text : null),
  nombre: (text) => text,
  precio_por_boleto: (text) => {
    const price = parseMoney(text.replace(',', '.'))
    return price === '0.00' ? null : price
  },
}

function digitsOf(text: string): string {
  return /^[+\d\s().-]+$/.test(text) ? text.replace(/\D/g, '') : ''
}

function matching(text: string, pattern: RegExp): string | null {
  return pattern.test(text) ? text : null
}

function wrong(field: FormField, form: MethodForm): string {
  switch (field) {
    case 'banco':
      return 'Elige el banco, o escríbelo con su código: 0134 Banesco.'
    case 'numeroCuenta':
      return form === 'binance' ? 'El ID de Binance tiene de 5 a 12 dígitos.' : 'La cuenta tiene 20 dígitos.'
    case 'cedula':
      return 'Escribe una cédula o un RIF, como V-12.345.678 o J-12345678-9.'
    case 'telefono':
      if (form === 'nequi') return 'Son 10 dígitos y empieza por 3.'
      return form === 'zelle' ? 'Son 10 dígitos.' : 'Son 11 dígitos y empieza por 04.'
    case 'email':
      return 'Escribe un correo completo, como pagos@ejemplo.com.'
    case 'nombre':
      return 'Escribe el nombre.'
    case 'precio_por_boleto':
      return 'Escríbelo sin puntos de miles, como 4000 o 4000,50.'
  }
}
