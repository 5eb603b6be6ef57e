import { z } from 'zod'
import { freshCode } from '#operators/contract.ts'
import { typedText } from '#platform/typed-text.ts'
import { wholeNumber } from '#platform/whole-number.ts'
import { METHOD_FORMS, METHOD_KINDS } from './methods.ts'

export const methodKind = z.enum(METHOD_KINDS)

/** The two pages that sell: A is /rifa, B is /rifa1. */
export const salesPage = z.enum(['A', 'B'])
export type SalesPage = z.infer<typeof salesPage>

/** One entry of GET /api/rifas/metodo-pago. The specification reads banco, cedula and telefono of the entry with id 1. */
export const paymentMethod = z.object({
  id: z.number().int(),
  tipo: methodKind,
  titulo: z.string(),
  banco: z.string(),
  numeroCuenta: z.string(),
  cedula: z.string(),
  telefono: z.string(),
  email: z.string(),
  /** Beneficiary. */
  nombre: z.string(),
  instrucciones: z.string(),
  /** Currency of the payment: Bs, dollars, or COP at a fixed price per ticket. */
  moneda: z.enum(['VES', 'USD', 'COP']),
  /** Only for COP: price of one ticket, decimal text. */
  precio_por_boleto: z.string().nullable(),
  /** Pages that offer it; empty means disabled. */
  paginas: z.array(salesPage),
})
export type PaymentMethod = z.infer<typeof paymentMethod>

/** Fields of a method that an operator may change. */
export const methodChanges = z.strictObject(paymentMethod.omit({ id: true, tipo: true }).partial().shape)
export type MethodChanges = z.infer<typeof methodChanges>

const short = (most: number) => typedText('Escribe un texto.').max(most, `${most} caracteres como máximo.`)

/** An owner's data of a method, as they are kept. */
export const keptData = paymentMethod.omit({ id: true, tipo: true, moneda: true, paginas: true })

/** No data yet. */
export const NO_DATA: MethodData = {
  titulo: '',
  banco: '',
  numeroCuenta: '',
  cedula: '',
  telefono: '',
  email: '',
  nombre: '',
  instrucciones: '',
  precio_por_boleto: null,
}

/** An owner's data as they are typed; check-method.ts says which each kind needs. */
export const methodData = z.strictObject({
  titulo: short(40),
  banco: short(60),
  numeroCuenta: short(40),
  cedula: short(24),
  telefono: short(24),
  email: short(254),
  nombre: short(80),
  instrucciones: short(400),
  precio_por_boleto: short(16).nullable(),
})
export type MethodData = z.infer<typeof methodData>

const pages = z
  .array(salesPage)
  .max(2)
  .transform((chosen) => salesPage.options.filter((page) => chosen.includes(page)))

/** For the journal and the mail to the owners; the first account needs none. */
const reason = typedText('Escribe por qué.')
  .trim()
  .min(4, 'Escribe por qué, en pocas palabras.')
  .max(200, '200 caracteres como máximo.')
  .optional()

/** Input of `methods add`: missing fields are empty. */
export const addedMethod = z.strictObject({
  forma: z.enum(METHOD_FORMS),
  paginas: pages.default([]),
  ...z.object(methodData.shape).partial().shape,
})
export type AddedMethod = z.output<typeof addedMethod>

/** POST /api/panel/metodos: another account of a kind. */
export const newMethod = z.strictObject({
  forma: z.enum(METHOD_FORMS),
  datos: methodData,
  paginas: pages,
  motivo: reason,
  codigo: freshCode,
})
export type NewMethod = z.output<typeof newMethod>

/**
 * POST /api/panel/metodos/{id}: `version` is the one that the owner saw. Taking a method off its pages needs no code: an account
 * that must not be paid into any more is closed immediately.
 */
export const methodSave = z.strictObject({
  version: wholeNumber,
  datos: methodData,
  paginas: pages,
  motivo: reason,
  codigo: freshCode.optional(),
})
export type MethodSave = z.output<typeof methodSave>

/** POST /api/panel/metodos/orden: every id once, in the new order. */
export const methodOrder = z.strictObject({ ids: z.array(wholeNumber).max(200) })

/** DELETE /api/panel/metodos/{id} */
export const methodRemoval = z.strictObject({ version: wholeNumber })

/** A method by the journal. */
export const recordedMethod = keptData.extend({ paginas: z.array(salesPage) })

/** A method as an owner sees it. */
export const panelMethod = paymentMethod.extend({
  forma: z.enum(METHOD_FORMS),
  version: z.number().int(),
  /** Missing data before a page may offer it, in words. */
  faltan: z.array(z.string()),
  /** False for the one that clients of the specification read, and for those that a page offers. */
  borrable: z.boolean(),
  /** ISO instant and name of the last recorded change; null when it is as it was installed. */
  cambiado_en: z.string().nullable(),
  cambiado_por: z.string(),
  /** Not null when it was changed outside of the panel: its state by the journal, null if it knows of none. */
  alterado: z.object({ anotado: recordedMethod.nullable() }).nullable(),
})
export type PanelMethod = z.infer<typeof panelMethod>

/** GET /api/panel/metodos, and the answer of every change to them. */
export const panelMethods = z.object({
  metodos: z.array(panelMethod),
  /** Visitors who have tickets on hold and are paying now, by any method. */
  pagando: z.number().int(),
  /** Names of the owners who get a mail of each change; empty when mail is not set up. */
  avisados: z.array(z.string()),
})
export type PanelMethods = z.infer<typeof panelMethods>

/** GET /api/panel/metodos/alterados: for everyone's home. */
export const alteredMethods = z.object({ alterados: z.array(z.object({ id: z.number().int(), titulo: z.string() })) })
