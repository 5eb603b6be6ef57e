import { z } from 'zod'
import { methodKind } from '#payment-methods/contract.ts'
import { quote } from '#tickets/contract.ts'

export const purchaseState = z.enum(['en revision', 'confirmado', 'rechazado', 'anulado'])
export type PurchaseState = z.infer<typeof purchaseState>

/**
 * POST /api/rifas/participantes and /manual, multipart. Values are text as a form has them; rules.ts says each rule with the
 * seed's text. `total` and `status` are compared or ignored, never believed.
 */
export const purchaseForm = z.object({
  id_rifa: z.string(),
  cantidad_tickets: z.string(),
  total: z.string(),
  nombre: z.string(),
  cedula: z.string(),
  telefono: z.string(),
  correo: z.string(),
  referencia: z.string(),
  /** Day of the payment, `YYYY-MM-DD`; today in Caracas when it is missing. */
  fecha: z.string().optional(),
  status: z.string().optional(),
  /** Kind or title of a payment method; optional as in the specification. */
  metodo_pago: z.string().optional(),
  /** Id of the method whose data the visitor was shown, among several of that kind; another client may leave it out. */
  metodo_id: z.string().optional(),
  /** Payer, if not the buyer: four digits of the bank, phone, cédula or RIF. Each may be left out. */
  pagador_banco: z.string().optional(),
  pagador_telefono: z.string().optional(),
  pagador_cedula: z.string().optional(),
  /** JSON list of the picked numbers. */
  numeros_seleccionados: z.string().optional(),
  /** Token of the hold. Without it the report takes the tickets that it needs at that moment. */
  apartado: z.string().optional(),
  /** Version of the terms that the visitor accepted. */
  terminos: z.string().optional(),
  /** `1` when the page could not reach the rate. */
  tasa_no_verificada: z.string().optional(),
})

/** 201 of a report. */
export const purchaseAnswer = z.object({
  success: z.literal(true),
  id: z.number().int(),
  /** Short name of the purchase for people, `TB-2HX8R`. */
  codigo: z.string(),
  /** Secret of the private page. */
  secreto: z.string(),
  /** `/mi-compra#secreto` */
  enlace: z.string(),
  estado: purchaseState,
  rifa_id: z.number().int(),
  cantidad_tickets: z.number().int(),
  /** There were no tickets for it: it waits for some in its order, and the payment counts. */
  en_espera: z.boolean(),
  cotizacion: quote,
  /** This report had arrived before: the answer is that of the purchase that it made then. */
  repetida: z.literal(true).optional(),
})
export type PurchaseAnswer = z.infer<typeof purchaseAnswer>

/** One step of the timeline of a private page. */
export const timelineStep = z.object({
  paso: z.enum(['apartado', 'reportado', 'corregido', 'confirmado', 'rechazado', 'anulado']),
  /** ISO instant. */
  en: z.string(),
})

/** Corrections that a buyer can be asked for; `resto`: the payment was too small, and the rest is missing. */
export const askedFor = z.enum(['referencia', 'comprobante', 'ambos', 'resto'])
export type AskedFor = z.infer<typeof askedFor>

/** POST /api/rifas/mi-compra {secreto} */
export const ownPurchase = z.object({
  codigo: z.string(),
  estado: purchaseState,
  rifa_id: z.number().int(),
  titulo: z.string(),
  /** Day of the draw, or empty. */
  fecha_sorteo: z.string(),
  /** Without a day a rule decides. Another host may leave it out. */
  con_regla: z.boolean().optional(),
  /** The last postponement: from when to when (ISO instants) and why; null once drawn, or without one. Another host may leave it out. */
  aplazado: z
    .object({ que: z.enum(['cierre', 'sorteo']), antes: z.string(), ahora: z.string(), motivo: z.string() })
    .nullable()
    .optional(),
  digitos: z.number().int(),
  /** First name and initial. */
  nombre: z.string(),
  /** `c•••@ejemplo.com` */
  correo: z.string(),
  /** The buyer's data were erased, because they are so old. Another host may leave it out. */
  datos_borrados: z.boolean().optional(),
  cantidad_tickets: z.number().int(),
  /** There are no tickets for it yet: it gets some, in order, as they come free. Of a rejected one: there never were. */
  en_espera: z.boolean(),
  /** The buyer's numbers: picked ones always, drawn ones once confirmed. */
  numeros: z.array(z.string()),
  metodo_pago: methodKind.nullable(),
  /** As it was reported while it can be corrected, then `••••3390`. */
  referencia: z.string(),
  /** Amount due in the method's currency, decimal text, and that currency. */
  monto: z.string().nullable(),
  monto_moneda: z.enum(['VES', 'USD', 'COP']),
  /** The buyer said that somebody else paid; the payer is not shown to holders of the link. Another host may leave it out. */
  otro_pagador: z.boolean().optional(),
  /** Why it was rejected or annulled, in the operator's words. */
  motivo: z.string(),
  /** The correction asked for at the rejection; null where the payment was refused. Another host may leave it out. */
  pide: askedFor.nullable().optional(),
  /** Whether reference, day or proof can be corrected and sent again. */
  corregible: z.boolean(),
  /** ISO instant until which the tickets of a rejected purchase wait for that; null when nothing runs out. */
  corregible_hasta: z.string().nullable(),
  /** Rejected for good: no such payment was found. Another host may leave it out. */
  no_encontrado: z.boolean().optional(),
  /** Rejected because nobody had decided when the list of the draw was frozen. Another host may leave it out. */
  sin_decidir: z.boolean().optional(),
  /** Of a confirmed one, where the draw has a rule: the buyer's code in its list, and the SHA-256 of the rule. Another host may not say. */
  prueba: z.object({ codigo: z.string(), regla: z.string() }).nullable().optional(),
  /** The refund after it fell, and its time: decimal text where it is known, ISO instant. Another host may leave it out. */
  devuelto: z.object({ monto: z.string().nullable(), en: z.string() }).nullable().optional(),
  pasos: z.array(timelineStep),
})
export type OwnPurchase = z.infer<typeof ownPurchase>

export const participation = z.object({
  rifa_id: z.number().int(),
  /** Confirmed numbers; empty while in review. */
  numeros: z.array(z.string()),
  /** `rechazado` is given only where nothing of that cédula is in review or confirmed in the raffle, once, with a quantity of 0. */
  estado: purchaseState,
  cantidad: z.number().int(),
  /** In review, and there are no tickets for it yet. */
  en_espera: z.boolean(),
})
export type Participation = z.infer<typeof participation>

/** GET /api/rifas/participante/cedula/{cedula}, and its twin POST /api/rifas/participante/buscar {cedula}. */
export const lookupAnswer = z.object({ participaciones: z.array(participation) })
export type LookupAnswer = z.infer<typeof lookupAnswer>
