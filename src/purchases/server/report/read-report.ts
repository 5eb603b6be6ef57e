import { methodKind } from '#payment-methods/contract.ts'
import { METHOD_TITLES, type MethodKind } from '#payment-methods/methods.ts'
import { dayInCaracas } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import { fold } from '#platform/plain-letters.ts'
import type { Ctx } from '#platform/server/context.ts'
import { cutText } from '#platform/server/http/refuse-nul.ts'
import { normaliseCedula } from '../../cedula.ts'
import { normalisePhone } from '../../phone.ts'
import {
  checkPayer,
  checkPurchase,
  type PayerFields,
  type PersonField,
  readPayer,
  readPaymentDate,
  tidyName,
} from '../../rules.ts'
import type { Purchase } from '../store.ts'

/** A report whose every field has been read and found valid. */
export interface Report extends Pick<Purchase, PersonField | 'rifa_id' | 'cantidad_tickets' | 'metodo_pago'> {
  /** The page's total; compared with ours and then forgotten. */
  total: string
  /** The method of that kind that was paid by, where the client says so. */
  metodo_id?: number | null
  /** The payer, as it is kept; left out, the buyer. */
  pagador?: PayerFields
  numeros: string[] | null
  apartado: string | null
  terminos: string
  tasa_no_verificada: boolean
  /** Mark of the connection that sent it (client-mark.ts); none for a sale by hand. */
  cliente?: string
}

/** Fields that a visitor must give and that a sale by hand may lack. */
export type Spared = 'correo' | 'referencia'

/**
 * Reads the fields of the purchase form by the rules that the page applies too.
 * @param manual whether numbers must come with it (the /manual call); where they come without need they are wanted too.
 * @param spared fields that may stay empty.
 * @throws AppError 422 DATOS_INVALIDOS with `campos`: field and message.
 */
export function readReport(
  ctx: Ctx,
  fields: Record<string, string>,
  manual: boolean,
  spared: readonly Spared[] = [],
): Report {
  const today = dayInCaracas(ctx.clock.now())
  const given = (name: string) => (fields[name] ?? '').trim()
  // Left out it is today; an empty one was required and is missing.
  const fecha = fields['fecha'] === undefined ? today : given('fecha')
  const person = {
    nombre: given('nombre'),
    cedula: given('cedula'),
    telefono: given('telefono'),
    correo: given('correo'),
    referencia: given('referencia'),
    fecha,
  }
  const metodo = readMethod(given('metodo_pago'))
  const paidBy = spared.includes('referencia') ? 'efectivo' : metodo === 'unknown' ? null : metodo
  const campos: Record<string, string> = { ...checkPurchase(person, { today, metodo: paidBy }), ...checkPayer(fields) }
  for (const field of spared) if (person[field] === '') delete campos[field]
  const rifa_id = wholeNumber(given('id_rifa'))
  const cantidad = wholeNumber(given('cantidad_tickets'))
  if (rifa_id === null) campos['id_rifa'] = 'Falta la rifa.'
  if (cantidad === null || cantidad < 2) campos['cantidad_tickets'] = 'Debes seleccionar al menos 2 boletos'
  else if (cantidad > 100) campos['cantidad_tickets'] = 'El máximo de tickets permitido es 100'
  if (given('total') === '') campos['total'] = 'Falta el total.'
  if (metodo === 'unknown') campos['metodo_pago'] = 'Ese método de pago no existe.'
  const named = readNumbers(given('numeros_seleccionados'))
  // An empty list: a form without picks may send it.
  const numeros = !manual && named?.length === 0 ? null : named
  if (numeros === 'invalid' || (manual && numeros === null)) {
    campos['numeros_seleccionados'] = `Debes seleccionar exactamente ${cantidad ?? 0} números`
  } else if (numeros !== null && cantidad !== null && numeros.length !== cantidad) {
    campos['numeros_seleccionados'] = `Debes seleccionar exactamente ${cantidad} números`
  }

  const cedula = normaliseCedula(person.cedula)
  const telefono = normalisePhone(person.telefono)
  const day = readPaymentDate(fecha, today)
  const first = Object.values(campos)[0]
  if (
    first !== undefined ||
    rifa_id === null ||
    cantidad === null ||
    cedula === null ||
    telefono === null ||
    day === null ||
    metodo === 'unknown' ||
    numeros === 'invalid'
  ) {
    throw refusal('DATOS_INVALIDOS', { error: 'Revisa tus datos', details: first ?? 'Revisa los datos.', campos })
  }
  return {
    rifa_id,
    cantidad_tickets: cantidad,
    total: given('total'),
    nombre: tidyName(person.nombre),
    cedula,
    telefono,
    correo: person.correo.toLowerCase(),
    referencia: person.referencia,
    fecha: day,
    metodo_pago: metodo,
    metodo_id: wholeNumber(given('metodo_id')),
    pagador: readPayer(fields, { telefono, cedula }),
    numeros,
    apartado: given('apartado') || null,
    terminos: cutText(given('terminos'), 40),
    tasa_no_verificada: given('tasa_no_verificada') === '1',
  }
}

function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** A kind (`pago_movil`) or a title (`Pago Movil`), in any case, with or without accents; none is allowed. */
function readMethod(text: string): MethodKind | null | 'unknown' {
  if (text === '') return null
  const plain = (value: string) => fold(value).replace(/[^a-z]/g, '')
  const kind = methodKind.options.find((option) =>
    [option, METHOD_TITLES[option]].some((name) => plain(name) === plain(text)),
  )
  return kind ?? 'unknown'
}

/** A JSON list of numbers as text; none is null. */
function readNumbers(text: string): string[] | null | 'invalid' {
  if (text === '') return null
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list) || list.length > 100) return 'invalid'
    const numbers = list.map((item: unknown) => (typeof item === 'number' ? String(item) : item))
    return numbers.every((item): item is string => typeof item === 'string' && item.length <= 12) ? numbers : 'invalid'
  } catch {
    return 'invalid'
  }
}
