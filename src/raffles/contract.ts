import { z } from 'zod'

export const selection = z.enum(['automatica', 'manual', 'ambas'])
export type Selection = z.infer<typeof selection>

export const raffleState = z.enum(['borrador', 'publicada', 'cerrada', 'sorteada'])
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
  estado: raffleState,
  premio: z.string(),
  imagen: raffleImage.nullable(),
})
export type RaffleAnswer = z.infer<typeof raffleAnswer>

/** A finished raffle as /rifas-anteriores shows it. */
export const previousRaffle = raffleAnswer.extend({
  numero_ganador: z.string(),
  /** First name and initial, or empty when the number was not sold. */
  ganador: z.string(),
})
export type PreviousRaffle = z.infer<typeof previousRaffle>

const decimal = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'precio: escribe un monto como 5.00')

/** What creates a raffle. Only titulo, precio and total_numeros have no default. */
export const newRaffle = z.strictObject({
  titulo: z
    .string('titulo: falta')
    .trim()
    .min(1, 'titulo: escribe un título')
    .max(120, 'titulo: 120 caracteres como máximo'),
  descripcion: z.string().max(20_000, 'descripcion: 20.000 caracteres como máximo').default(''),
  premio: z.string().trim().max(200).default(''),
  precio: decimal.refine((text) => Number(text) > 0, 'precio: debe ser mayor que cero'),
  moneda: currency.default('USD'),
  fecha: z.union([z.literal(''), z.iso.date('fecha: usa AAAA-MM-DD')]).default(''),
  /** The raffle's own rate instead of the one in force. */
  tasa_usd: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,8})?$/, 'tasa_usd: escribe una tasa como 671.4235')
    .nullable()
    .default(null),
  total_numeros: z
    .number('total_numeros: falta')
    .int('total_numeros: debe ser entero')
    .min(1, 'total_numeros: al menos 1')
    .max(10_000_000, 'total_numeros: 10.000.000 como máximo'),
  seleccion: selection.default('automatica'),
  registro_unico: z.boolean().default(false),
  /** Seconds for which the tickets of a rejected purchase wait for its correction. */
  gracia_segundos: z.number().int().min(0).max(604_800).default(86_400),
})
export type NewRaffle = z.infer<typeof newRaffle>
