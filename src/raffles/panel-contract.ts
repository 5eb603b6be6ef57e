import { z } from 'zod'
import { freshCode } from '#operators/contract.ts'
import { salesPage } from '#payment-methods/contract.ts'
import { typedText } from '#platform/typed-text.ts'
import { LARGEST } from '#platform/whole-number.ts'
import { currency, raffleImage, raffleState } from './contract.ts'
import { newRaffle, raffleFields } from './raffle-fields.ts'

/** Shares of a raffle's numbers; the first four add up to its total. An expired hold counts as free. */
export const raffleSales = z.object({
  libres: z.number().int(),
  apartados: z.number().int(),
  en_revision: z.number().int(),
  confirmados: z.number().int(),
  /** Tickets that reported payments wait for: there are none for them yet. */
  en_espera: z.number().int(),
  /** Somebody picked numbers by hand that are not confirmed yet. */
  elegidos: z.boolean(),
})
export type RaffleSales = z.infer<typeof raffleSales>

/** A raffle as the panel's list shows it. */
export const panelRaffleRow = z.object({
  id: z.number().int(),
  titulo: z.string(),
  precio: z.string(),
  moneda: currency,
  fecha: z.string(),
  total_numeros: z.number().int(),
  estado: raffleState,
  archivada: z.boolean(),
  /** Its draw has a rule, and its list is frozen. */
  regla: z.boolean(),
  congelada: z.boolean(),
  /** It waits since a copy was put back; with the freeze of its list after a resume: null if frozen, or unknown. */
  restaurada: z.object({ congela_en: z.string().nullable() }).nullable(),
  imagen: raffleImage.nullable(),
  /** Pages that show it. */
  paginas: z.array(salesPage),
  ventas: raffleSales,
  /** Percent of the numbers that may wait unverified; null is no limit. */
  tope_sin_verificar: z.number().int().nullable(),
})
export type PanelRaffleRow = z.infer<typeof panelRaffleRow>

/** GET /api/panel/rifas: the newest first, archived ones too. */
export const panelRaffles = z.object({ rifas: z.array(panelRaffleRow) })
export type PanelRaffles = z.infer<typeof panelRaffles>

/** GET /api/panel/rifas/{id}, and the answer of every change of a raffle. */
export const panelRaffle = panelRaffleRow.extend({
  campos: z.object(raffleFields.shape),
  /** Version of `campos`: a save names the one that was seen. */
  version: z.number().int(),
  /** Names all that buyers read of it but its rule: publishing names what was seen. */
  vista: z.string(),
  /** Of a draft, the contacts in its words that are not the house's. */
  ajenos: z.array(z.string()),
  /** Current raffle of each page, `{A: 1, B: 2}`, with its title, or empty when there is none. */
  muestran: z.array(z.object({ pagina: salesPage, rifa_id: z.number().int(), titulo: z.string() })),
})
export type PanelRaffle = z.infer<typeof panelRaffle>

/** Made when a form opens: a second sending of the same form makes no second raffle. */
const once = z.string('clave: falta').min(8, 'clave: muy corta').max(64, 'clave: muy larga')

/** POST /api/panel/rifas */
export const raffleCreation = z.strictObject({ clave: once, campos: newRaffle })

/** POST /api/panel/rifas/{id}/duplicar */
export const raffleCopy = z.strictObject({ clave: once })

/** Proof for a change of the price: a fresh code, a reason, and a confirmation of a large jump of the rate. */
const priceGuard = z.object({
  codigo: freshCode.optional(),
  motivo: typedText().trim().min(4, 'Escribe por qué.').max(200, 'El motivo admite 200 caracteres.').optional(),
  salto: z.boolean().optional(),
})
export type PriceGuard = z.infer<typeof priceGuard>

/** POST /api/panel/rifas/{id}: the fields that changed, and the version that was seen. */
export const raffleSave = z.strictObject({
  version: z.number('version: falta').int().positive().max(LARGEST),
  campos: raffleFields.partial(),
  ...priceGuard.shape,
})
export type RaffleSave = z.infer<typeof raffleSave>

/** POST /api/panel/rifas/{id}/publicar: the draft and the rule that were seen, and the pages that show it from then on. */
export const rafflePublishing = z.strictObject({
  vista: z.string('vista: falta').regex(/^"[\w-]{22}"$/),
  /** SHA-256 of the rule; null without one, and then the day that buyers read. */
  regla: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .nullable(),
  fecha: z.string('fecha: falta').regex(/^(\d{4}-\d\d-\d\d)?$/),
  paginas: z.array(salesPage).max(2).default([]),
  /** For one with a rate of its own. */
  ...priceGuard.shape,
})
export type RafflePublishing = z.infer<typeof rafflePublishing>

/** POST /api/panel/rifas/{id}/pagina: a page shows it in place of the raffle that was seen there. */
export const rafflePlacing = z.strictObject({
  pagina: salesPage,
  vista: z.number('vista: falta').int().positive().max(LARGEST),
})
