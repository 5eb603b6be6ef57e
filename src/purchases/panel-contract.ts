import { z } from 'zod'
import { day } from '#journal/contract.ts'
import { outboxItem } from '#mail/contract.ts'
import type { Placeholder } from '#mail/mail-text.ts'
import { methodKind } from '#payment-methods/contract.ts'
import { withoutHidden } from '#platform/hidden-signs.ts'
import { typedText } from '#platform/typed-text.ts'
import { wholeNumber, wholeNumberText } from '#platform/whole-number.ts'
import { raffleState } from '#raffles/contract.ts'
import { quote } from '#tickets/contract.ts'
import { askedFor, purchaseState } from './contract.ts'
import { SEARCH_LENGTH } from './search-text.ts'

/** PostgreSQL keeps no text with a NUL, and nothing that is searched for has a control character. */
const typed = z
  .string()
  .max(SEARCH_LENGTH, `${SEARCH_LENGTH} caracteres como máximo.`)
  .regex(/^\P{Cc}*$/u)

/** Filters of purchases; every given one must hold. Lists and exports read the same. */
export const purchaseFilter = z.object({
  /** Name, cédula, phone, mail, reference, ticket number or code, as it was typed. */
  buscar: typed.optional(),
  rifa: wholeNumberText.min(1).optional(),
  estado: purchaseState.optional(),
  /** `efectivo` is one sold by hand that names none, `ninguno` any other that names none. */
  metodo: methodKind.or(z.enum(['efectivo', 'ninguno'])).optional(),
  /** Days in Caracas on which it was reported, both included. */
  desde: day.optional(),
  hasta: day.optional(),
  /** `no` are those whose rate was not verified. */
  tasa: z.literal('no').optional(),
  /** `mano` are those that an operator sold. */
  venta: z.literal('mano').optional(),
  /** Id of the operator who sold it by hand. */
  vendedor: wholeNumberText.min(1).optional(),
})
export type PurchaseFilter = z.output<typeof purchaseFilter>

/** `siguiente` of the page before. */
export const nextPurchases = z.object({
  despues: z
    .string()
    .regex(/^\d{1,13}-\d{1,15}$/)
    .optional(),
})
/** GET /api/panel/compras */
export const purchasesQuery = purchaseFilter.extend(nextPurchases.shape)

/** What every screen of the panel says of a purchase, as its row has it. */
export const purchaseCore = z.object({
  id: z.number().int(),
  codigo: z.string(),
  nombre: z.string(),
  rifa_id: z.number().int(),
  cantidad_tickets: z.number().int(),
  total: z.string(),
  moneda: z.enum(['USD', 'VES']),
  /** Amount due in the method's currency, decimal text; null when no rate was known. */
  monto: z.string().nullable(),
  monto_moneda: z.enum(['VES', 'USD', 'COP']),
  metodo_pago: methodKind.nullable(),
  /** Name of the operator who sold it by hand, or empty. */
  vendida_por: z.string(),
})

/** A line of the list. */
export const purchaseLine = purchaseCore.extend({
  cedula: z.string(),
  rifa_titulo: z.string(),
  estado: purchaseState,
  /** The correction asked of the buyer; null where the purchase was refused. */
  pide: askedFor.nullable(),
  referencia: z.string(),
  tasa_verificada: z.boolean(),
  /** ISO instant of the report. */
  creado_en: z.string(),
})
export type PurchaseLine = z.infer<typeof purchaseLine>

/** Newest first. */
export const purchasesPage = z.object({
  compras: z.array(purchaseLine),
  /** How many fit and their sum; null for a text search, which nobody has counted. */
  cuenta: z
    .object({
      cuantas: z.number().int(),
      sumas: z.array(z.object({ moneda: z.enum(['USD', 'VES']), monto: z.string() })),
    })
    .nullable(),
  /** Cursor of the next page; a page may be short, or empty, and not the last. */
  siguiente: z.string().nullable(),
})
export type PurchasesPage = z.infer<typeof purchasesPage>

/** GET /api/panel/compras/rifas: every raffle, newest first, and everybody with sales by hand, to filter by. */
export const purchaseRaffles = z.object({
  rifas: z.array(z.object({ id: z.number().int(), titulo: z.string() })),
  vendedores: z.array(z.object({ id: z.number().int(), nombre: z.string() })),
})

/** Trait that another purchase has in common with the one that is shown. */
export const sharedTrait = z.enum(['cedula', 'telefono', 'correo', 'referencia'])
export type SharedTrait = z.infer<typeof sharedTrait>

/** A deed of the journal about a purchase. */
export const historyEntry = z.object({
  en: z.string(),
  /** An operator's name, `comprador`, or `consola`. */
  actor: z.string(),
  accion: z.string(),
  datos: z.record(z.string(), z.unknown()),
})

/** One purchase, as desk and sheet have it. Never the buyer's private link. */
export const purchaseDetail = purchaseLine.extend({
  telefono: z.string(),
  correo: z.string(),
  /** Day of the payment, `YYYY-MM-DD`. */
  fecha: z.string(),
  /** Counts the decisions and corrections. */
  version: z.number().int(),
  motivo: z.string(),
  /** Rejected as a fake: its buyer cannot correct it. */
  falsa: z.boolean(),
  /** The buyer's numbers: picked ones always, drawn ones once confirmed. */
  numeros: z.array(z.string()),
  elegidos: z.boolean(),
  /** In review, and there are no tickets for it yet. */
  en_espera: z.boolean(),
  cotizacion: quote,
  /** The account shown to the buyer: `0102 Banco de Venezuela · 0412-0000000`; empty or null where that is not known. */
  pagado_a: z.string().nullable(),
  /** Oldest first. */
  historia: z.array(historyEntry),
})
export type PurchaseDetail = z.infer<typeof purchaseDetail>

/** GET /api/panel/compras/{id}/ficha: one purchase, without its review. */
export const purchaseSheet = purchaseDetail.extend({
  /** State of its raffle: once it is closed only owners change the buyer's contact, once it is drawn nobody does. */
  rifa_estado: raffleState,
  /** Name of the last person to decide, or empty. */
  decidido_por: z.string(),
  /** ISO instant until which the tickets of a rejected purchase wait for its correction; null when nothing runs out. */
  hasta: z.string().nullable(),
  /** Part of `monto` that tells it from other payments, decimal text; null for none. */
  centimos_unicos: z.string().nullable(),
  /** The reported payer, `0134 Banesco · 0412-000-1122 · V-12.345.678`; empty where the buyer paid. */
  pagador: z.string(),
  /** Newest first. */
  correos: z.array(outboxItem),
  /** The team's notes on it, oldest first: its buyer never sees them. */
  notas: z.array(z.object({ id: z.number().int(), texto: z.string(), autor: z.string(), en: z.string() })),
  /** Why its buyer may not buy; null where nothing forbids it. */
  bloqueo: z.object({ id: z.number().int(), motivo: z.string(), por: z.string(), en: z.string() }).nullable(),
  /** Newest first, twenty at most. */
  otras: z.array(purchaseLine.extend({ comparte: z.array(sharedTrait) })),
})
export type PurchaseSheet = z.infer<typeof purchaseSheet>

const contact = z.strictObject({
  nombre: typedText().max(240),
  cedula: typedText().max(40),
  telefono: typedText().max(40),
  correo: typedText().max(320),
})

/** POST /api/panel/compras/{id}/notas */
export const newNote = z.strictObject({
  texto: typedText('Escribe la nota.').trim().min(1, 'Escribe la nota.').max(500, '500 caracteres como máximo.'),
})

const reason = typedText('Escribe por qué.')
  .trim()
  .min(5, 'Escribe por qué, con 5 letras al menos.')
  .max(300, '300 caracteres como máximo.')

/** POST /api/panel/bloqueados: blocks a buyer by cédula, and by phone and mail; empty where these do not identify them. */
export const newBlock = z.strictObject({
  cedula: z.string().max(40),
  telefono: typedText('Escribe un celular.').max(40).default(''),
  correo: typedText('Escribe un correo.').max(320).default(''),
  motivo: reason,
  /** The purchase for which it is done. */
  compra: wholeNumber.positive().optional(),
})
export type NewBlock = z.output<typeof newBlock>

export const blockedPerson = z.object({
  id: z.number().int(),
  cedula: z.string(),
  /** Empty where these do not identify the person. */
  telefono: z.string(),
  correo: z.string(),
  /** As written in their newest purchase; empty without one. */
  nombre: z.string(),
  motivo: z.string(),
  por: z.string(),
  /** ISO instant. */
  en: z.string(),
  compra_id: z.number().int().nullable(),
})
export type BlockedPerson = z.infer<typeof blockedPerson>

/** GET /api/panel/bloqueados: newest first. */
export const blockedPeople = z.object({ bloqueados: z.array(blockedPerson) })

/** PUT /api/panel/compras/{id}/comprador */
export const contactChange = z.strictObject({
  /** The contact as the operator saw it: another change meanwhile is not overwritten. */
  antes: contact,
  ahora: contact,
  /** Needed to change the cédula; the journal keeps it. */
  motivo: typed.overwrite(withoutHidden).trim().optional(),
  /** Whether the last sent mail is sent again, to the new address. */
  reenviar: z.boolean().default(false),
})
export type ContactChange = z.output<typeof contactChange>

/** Placeholders of every mail about a purchase. */
export const PURCHASE_PLACEHOLDERS: readonly Placeholder[] = [
  { nombre: 'nombre', dice: 'Primer nombre de quien compró', ejemplo: 'Carla' },
  { nombre: 'rifa', dice: 'Título de la rifa', ejemplo: 'Camioneta 4×4' },
  { nombre: 'boletos', dice: 'Cuántos boletos', ejemplo: '5' },
  { nombre: 'codigo', dice: 'Código de la compra', ejemplo: 'TB-2BR7H' },
  { nombre: 'sitio', dice: 'Nombre de tu sitio', ejemplo: 'Tu sitio' },
  { nombre: 'soporte', dice: 'A quién le escribe', ejemplo: 'al WhatsApp de soporte de la página' },
]
