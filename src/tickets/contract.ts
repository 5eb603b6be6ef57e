import { z } from 'zod'

/** State of one number. Only `disponible` can be picked. */
export const numberState = z.enum(['disponible', 'apartado', 'en revision', 'vendido'])
export type NumberState = z.infer<typeof numberState>

/** One element of GET /api/rifas/{id}/numeros. */
export const ticketNumber = z.object({ numero: z.string(), estado: numberState })

/** GET /api/rifas/{id}/status */
export const availabilityAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    rifa: z.object({
      id: z.number().int(),
      estado: z.string(),
      /** 0 to 100, two decimals. */
      porcentaje_disponible: z.number(),
      numeros_disponibles: z.number().int(),
      total_numeros: z.number().int(),
    }),
  }),
})
export type AvailabilityAnswer = z.infer<typeof availabilityAnswer>

/** POST /api/rifas/{id}/apartados */
export const newHold = z.strictObject({
  cantidad_tickets: z
    .number('Indica la cantidad de boletos.')
    .int('Indica la cantidad de boletos.')
    .min(2, 'Debes seleccionar al menos 2 boletos')
    .max(100, 'El máximo de tickets permitido es 100'),
  /** Exactly that many numbers, for a raffle that lets visitors pick. */
  numeros_seleccionados: z.array(z.string().max(12)).max(100).optional(),
})
export type NewHold = z.infer<typeof newHold>

/** Price of a purchase, frozen when the tickets are held. All amounts are decimal text with two places. */
export const quote = z.object({
  cantidad_tickets: z.number().int(),
  precio: z.string(),
  moneda: z.enum(['USD', 'VES']),
  /** In the raffle's currency: quantity × precio. It is the `total` of the purchase form. */
  total: z.string(),
  /** Amount due in Bs; null when no rate is known and the raffle is in dollars. */
  total_bs: z.string().nullable(),
  /** Amount due in dollars (Zelle, Binance); null when no rate is known and the raffle is in Bs. */
  total_usd: z.string().nullable(),
  /** Added to `total_bs` when it is paid by that method, so that no other payment of that time has its amount; missing where there are none. */
  centimos: z.object({ metodo_id: z.number().int(), monto: z.string() }).optional(),
  tasa: z.string().nullable(),
  tasa_nombre: z.string(),
  tasa_fecha: z.string(),
  /** False: no rate, or one older than five days. */
  tasa_verificada: z.boolean(),
})
export type Quote = z.infer<typeof quote>

/** The tickets that wait for one visitor during the payment. */
export const holdAnswer = z.object({
  token: z.string(),
  rifa_id: z.number().int(),
  cantidad_tickets: z.number().int(),
  /** The picked numbers; empty when they will be drawn. */
  numeros: z.array(z.string()),
  /** ISO instant at which they go back on sale. */
  vence_en: z.string(),
  /** Whole seconds from now until then, so that a wrong clock of the phone does not matter. */
  segundos: z.number().int(),
  /** Whether the visitor may still ask once for another 600 seconds. */
  renovable: z.boolean(),
  cotizacion: quote,
})
export type HoldAnswer = z.infer<typeof holdAnswer>
