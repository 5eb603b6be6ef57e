import { z } from 'zod'
import { typedText } from '#platform/typed-text.ts'
import { LEAST_TICKETS, MOST_TICKETS } from './quantity-limits.ts'

/** What a copy is called until somebody names it. */
export const COPY = ' (copia)'

export const selection = z.enum(['automatica', 'manual', 'ambas'])
export type Selection = z.infer<typeof selection>

export const raffleState = z.enum(['borrador', 'publicada', 'pausada', 'cerrada', 'sorteada'])
export type RaffleState = z.infer<typeof raffleState>

export const currency = z.enum(['USD', 'VES'])
export type Currency = z.infer<typeof currency>

/** A picture in several widths: addresses are `/imagenes/{id}/{width}.{avif|webp|jpg}`. */
export const raffleImage = z.object({
  id: z.string(),
  alt: z.string(),
  ancho: z.number().int(),
  alto: z.number().int(),
  anchos: z.array(z.number().int()),
})
export type RaffleImage = z.infer<typeof raffleImage>

/** GET /api/rifas/rifas/{id}, and each element of GET /api/rifas. */
export const raffleAnswer = z.object({
  id: z.number().int(),
  titulo: z.string(),
  /** Sanitised HTML; line breaks are `<br>`. */
  descripcion: z.string(),
  /** Decimal text, `5.00`. */
  precio: z.string(),
  moneda: currency,
  /** Day of the draw, or empty. */
  fecha: z.string(),
  /** The raffle's own rate or the rate in force, decimal text; null when none is known. */
  tasa_usd: z.string().nullable(),
  total_numeros: z.number().int(),
  /** Digits of a number: `0042` has four. */
  digitos: z.number().int(),
  seleccion: selection,
  registro_unico: z.boolean(),
  /** Tickets that one purchase may have, from 2 to 100. */
  minimo: z.number().int(),
  maximo: z.number().int(),
  estado: raffleState,
  premio: z.string(),
  /** Payments in bolívares get céntimos of their own: the page tells the hold where it is paid. Another host may not say. */
  centimos_unicos: z.boolean().optional(),
  imagen: raffleImage.nullable(),
  /** Its other pictures; another host may know none. */
  galeria: z.array(raffleImage).optional(),
})
export type RaffleAnswer = z.infer<typeof raffleAnswer>

/** A finished raffle as /rifas-anteriores shows it. */
export const previousRaffle = raffleAnswer.extend({
  numero_ganador: z.string(),
  /** First name and initial, or empty when the number was not sold. */
  ganador: z.string(),
})
export type PreviousRaffle = z.infer<typeof previousRaffle>

const decimal = z
  .string('precio: falta')
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'precio: escribe un monto como 5.00')
  .refine((text) => Number(text) > 0, 'precio: debe ser mayor que cero')

/** Text in one line, which may be empty. */
export const line = (name: string, most: number) =>
  typedText(`${name}: falta`)
    .trim()
    .max(most, `${name}: ${most} caracteres como máximo`)
    .regex(/^\P{Cc}*$/u, `${name}: en una sola línea`)

const tickets = (name: string) =>
  z
    .number(`${name}: escribe una cantidad`)
    .int(`${name}: debe ser entero`)
    .min(LEAST_TICKETS, `${name}: ${LEAST_TICKETS} o más`)
    .max(MOST_TICKETS, `${name}: ${MOST_TICKETS} como máximo`)

/** All that an operator decides of a raffle. What fields say of each other is in raffle-rules.ts. */
export const raffleFields = z.strictObject({
  titulo: line('titulo', 120).min(1, 'titulo: escribe un título'),
  /** HTML, sanitised when it is kept. */
  descripcion: typedText('descripcion: falta').max(20_000, 'descripcion: 20.000 caracteres como máximo'),
  premio: line('premio', 200),
  precio: decimal,
  moneda: currency,
  fecha: z.union([z.literal(''), z.iso.date('fecha: usa AAAA-MM-DD')]),
  /** The raffle's own rate instead of the one in force. */
  tasa_usd: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,8})?$/, 'tasa_usd: escribe una tasa como 671.4235')
    .refine((text) => Number(text) >= 0.01, 'tasa_usd: 0.01 o más')
    .nullable(),
  total_numeros: z
    .number('total_numeros: falta')
    .int('total_numeros: debe ser entero')
    .min(1, 'total_numeros: al menos 1')
    .max(10_000_000, 'total_numeros: 10.000.000 como máximo'),
  /** Digits that a number is printed with; as many as it takes, or more. */
  digitos: z
    .number('digitos: falta')
    .int('digitos: debe ser entero')
    .min(2, 'digitos: 2 o más')
    .max(8, 'digitos: 8 como máximo'),
  seleccion: selection,
  registro_unico: z.boolean(),
  /** Seconds for which the tickets of a rejected purchase wait for its correction. */
  gracia_segundos: z
    .number('gracia_segundos: falta')
    .int('gracia_segundos: debe ser entero')
    .min(0, 'gracia_segundos: 0 o más')
    .max(604_800, 'gracia_segundos: 7 días como máximo'),
  minimo: tickets('minimo'),
  maximo: tickets('maximo'),
  /** Per cent of all tickets that may wait unpaid or unverified at once; null for no such cap. */
  tope_sin_verificar: z
    .number('tope_sin_verificar: escribe un porcentaje')
    .int('tope_sin_verificar: debe ser entero')
    .min(1, 'tope_sin_verificar: 1 o más')
    .max(100, 'tope_sin_verificar: 100 como máximo')
    .nullable(),
  /** Céntimos that a payment in bolívares gets at most, so that its amount is no other's; null for none. */
  centimos_unicos: z
    .number('centimos_unicos: escribe cuántos céntimos')
    .int('centimos_unicos: debe ser entero')
    .min(9, 'centimos_unicos: 9 o más')
    .max(999, 'centimos_unicos: 999 como máximo, que son Bs. 9,99')
    .nullable(),
  /** Payments at the rate of their day, or with some céntimos more or less, are as good as exact; a person is asked of each otherwise. */
  acepta_cercanos: z.boolean(),
})
export type RaffleFields = z.infer<typeof raffleFields>
export type RaffleField = keyof RaffleFields

const { shape } = raffleFields

/** What creates a raffle. Only titulo, precio and total_numeros have no default. */
export const newRaffle = z.strictObject({
  ...shape,
  descripcion: shape.descripcion.default(''),
  premio: shape.premio.default(''),
  moneda: shape.moneda.default('USD'),
  fecha: shape.fecha.default(''),
  tasa_usd: shape.tasa_usd.default(null),
  digitos: shape.digitos.optional(),
  seleccion: shape.seleccion.default('automatica'),
  registro_unico: shape.registro_unico.default(false),
  gracia_segundos: shape.gracia_segundos.default(86_400),
  minimo: shape.minimo.default(LEAST_TICKETS),
  maximo: shape.maximo.default(MOST_TICKETS),
  tope_sin_verificar: shape.tope_sin_verificar.default(null),
  centimos_unicos: shape.centimos_unicos.default(null),
  acepta_cercanos: shape.acepta_cercanos.default(false),
})
export type NewRaffle = z.infer<typeof newRaffle>
