import { z } from 'zod'
import { typedText } from '#platform/typed-text.ts'

export const selection = z.enum(['automatica', 'manual', 'ambas'])

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
  /** Payments in bolívares get céntimos of their own: the page tells the hold the method of payment. Another host may leave it out. */
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

/** Text in one line, which may be empty. */
export const line = (name: string, most: number) =>
  typedText(`${name}: falta`)
    .trim()
    .max(most, `${name}: ${most} caracteres como máximo`)
    .regex(/^\P{Cc}*$/u, `${name}: en una sola línea`)
