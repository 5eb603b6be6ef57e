import { z } from 'zod'
import { dueDeed } from '#draw/draw-contract.ts'
import { lastCopy } from '#house/contract.ts'
import { methodKind } from '#payment-methods/contract.ts'
import { currency } from '#raffles/contract.ts'
import { panelRaffleRow } from '#raffles/panel-contract.ts'

/** Purchases of one kind: how many, and their totals as decimal text in the currency of their raffles. */
const sold = z.object({ cuantas: z.number().int(), monto: z.string() })

/** Reports of a day, by their current state; rejected and annulled ones are no sale. */
const sales = z.object({ confirmado: sold, en_revision: sold })
export type Sales = z.infer<typeof sales>

/** GET /api/panel/inicio */
export const home = z.object({
  /** Today in Caracas, `YYYY-MM-DD`. */
  hoy: z.string(),
  /** One for each currency in which something was sold in these days, or would be: the busiest first. */
  ventas: z.array(
    z.object({
      moneda: currency,
      /** Every day of the last fourteen, the oldest first, those without a sale too. */
      dias: z.array(sales.extend({ dia: z.string() })),
      /** Today, the one with the most first; null is a purchase that names no method and is no cash. */
      metodos: z.array(sales.extend({ metodo: methodKind.or(z.literal('efectivo')).nullable() })),
      /** Today, the one with the most first. */
      rifas: z.array(sales.extend({ id: z.number().int(), titulo: z.string() })),
    }),
  ),
  /** Raffles that are not archived, drawn nor drafts, the newest first. */
  rifas: z.array(
    panelRaffleRow.extend({
      /** Tickets that many reports of few connections have or wait for. */
      de_pocos: z.number().int(),
    }),
  ),
  /** Tasks of draws for the viewer, one each. */
  sorteos: z.array(dueDeed),
  /** The server's time, if no witness confirms it: nothing is closed, frozen or drawn meanwhile. */
  hora_en_duda: z.string().nullable(),
  /** Undecided purchases whose money the bank took back. */
  revertidas: z.number().int(),
  /** Free space of the server's disk, in bytes, when it is little; null when there is enough. */
  espacio: z.object({ free: z.number(), total: z.number(), grave: z.boolean() }).nullable(),
  /** Of the copies of everything. */
  respaldo: lastCopy,
  /** ISO instant of the oldest mail that could not be delivered; null when there is none. */
  correo_fallido_desde: z.string().nullable(),
})
export type Home = z.infer<typeof home>
export type CurrencySales = Home['ventas'][number]

/** Steps of an owner before the first sale. */
const FIRST_STEPS = ['acceso', 'sitio', 'rifa', 'regla', 'cobro', 'tasa', 'correo', 'publicar'] as const
export const firstStep = z.object({
  paso: z.enum(FIRST_STEPS),
  listo: z.boolean(),
  /** Existing or missing part, in a few words; may be empty. */
  detalle: z.string(),
  /** Nobody can buy until it is done; without the others one can. */
  impide_vender: z.boolean(),
  /** Raffle that the step is about, if any. */
  rifa_id: z.number().int().nullable(),
})
export type FirstStep = z.infer<typeof firstStep>

/** GET /api/panel/empezar, in the order in which the steps are taken. */
export const firstSteps = z.object({ pasos: z.array(firstStep) })
export type FirstSteps = z.infer<typeof firstSteps>
