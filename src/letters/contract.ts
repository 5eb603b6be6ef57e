import { z } from 'zod'
import { mailWords } from '#mail/mail-text.ts'
import { LEAST_DAILY, MOST_DAILY } from '#mail/pace.ts'
import { freshCode } from '#operators/contract.ts'
import { parseDay } from '#platform/clock.ts'

/** Letters to more people than these need a fresh code and a test to oneself. */
export const FEW = 10

/**
 * Subject of a letter. One about the purchase (postponed, tomorrow is the draw) goes to everybody who bought. Other news
 * (thanks, another raffle) can be refused, and each says how.
 */
export const letterAbout = z.enum(['compra', 'novedad'])
/** Recipients: buyers with a confirmed purchase, or also those who wait for that. */
export const letterTo = z.enum(['confirmados', 'todos'])

/** A letter as it is written. */
export const letterDraft = z.strictObject({
  trata: letterAbout,
  a_quienes: letterTo,
  textos: mailWords,
  /** The last day in Caracas on which it leaves; empty where it always helps. */
  hasta: z.string().refine((text) => text === '' || parseDay(text) !== null, 'Elige un día.'),
})
export type LetterDraft = z.infer<typeof letterDraft>

export const daily = z
  .int('Escribe un número entero.')
  .min(LEAST_DAILY, `${LEAST_DAILY} como mínimo.`)
  .max(MOST_DAILY, 'Es demasiado.')

export const letterStart = z.strictObject({
  /** Made by the form: the same key again starts nothing. */
  clave: z.string().regex(/^[\w-]{16,64}$/),
  carta: letterDraft,
  /** Mails that the shop's mail account lets leave in a day. */
  al_dia: daily,
  codigo: freshCode.optional(),
})
export type LetterStart = z.infer<typeof letterStart>

export const letterState = z.enum(['saliendo', 'detenida', 'terminada'])

const count = z.number().int()

/** People that a letter would reach, once each. */
const reach = z.object({
  personas: count,
  /** Of them: their address does not exist. */
  no_existen: count,
  /** Of them: asked for no more news. It counts for those only. */
  de_baja: count,
  /** Purchases without an address. */
  sin_correo: count,
})

/** A letter and how far it is. */
export const panelLetter = z.object({
  id: count,
  rifa_id: count,
  rifa: z.string(),
  asunto: z.string(),
  estado: letterState,
  /** Why it stopped by itself; empty otherwise. */
  motivo: z.string(),
  /** People to write to when it was started, without opted-out ones and those without an existing address. */
  personas: count,
  enviadas: count,
  fallidas: count,
  faltan: count,
  /** Left out since: annulled purchase, opted out, address that turned out to be none, or too late for them. */
  omitidas: count,
  al_dia: count,
  /** ISO instants. */
  creada_en: z.string(),
  creada_por: z.string(),
  terminada_en: z.string().nullable(),
})
export type PanelLetter = z.infer<typeof panelLetter>

export const panelLetters = z.object({ cartas: z.array(panelLetter) })

export const raffleLetters = panelLetters.extend({
  titulo: z.string(),
  archivada: z.boolean(),
  /** Its recipients. */
  alcance: z.object({ confirmados: reach, todos: reach }),
  /** The mail account's daily limit, from the last letter. */
  al_dia: count,
})
export type RaffleLetters = z.infer<typeof raffleLetters>

/** Buyers of a raffle whom no mail reaches, once each, from the oldest purchase: those without an address, or everybody where no mail leaves. */
export const toldByHand = z.object({
  cuantos: count,
  personas: z.array(z.object({ compra_id: count, codigo: z.string(), nombre: z.string(), telefono: z.string() })),
  /** `El sorteo se aplazó. …`: the last postponement; empty without one. */
  novedad: z.string(),
  rifa: z.string(),
  /** Cursor of the next page, or null. */
  siguiente: count.nullable(),
})
export type ToldByHand = z.infer<typeof toldByHand>

/** A letter as it arrives, with sample data. */
export const letterPreview = z.object({ asunto: z.string(), html: z.string() })
