import { z } from 'zod'
import { typedText } from '#platform/typed-text.ts'
import { wholeNumber } from '#platform/whole-number.ts'
import { purchaseState } from '#purchases/contract.ts'
import { MOVEMENT_TYPES, SOURCE_KINDS, TRUST } from './movement.ts'
import { readAccount } from './statement-contract.ts'
import { RULES } from './verdict.ts'

const currency = z.enum(['VES', 'USD', 'COP'])
const money = z.object({ monto: z.string(), moneda: currency })

/** A movement as the panel shows it. */
export const shownMovement = z.object({
  id: z.number().int(),
  metodo_id: z.number().int(),
  /** Title of the method whose account it is. */
  cuenta: z.string(),
  /** The account in the words of its owner: its bank, or that title where another account is of that bank too. */
  llego_a: z.string(),
  sentido: z.enum(['credito', 'debito']),
  tipo: z.enum(MOVEMENT_TYPES),
  /** Decimal text. */
  monto: z.string(),
  moneda: currency,
  /** The unused part, the returned part and the part of no purchase, decimal text. */
  libre: z.string(),
  devuelto: z.string(),
  ignorado: z.string(),
  dia: z.string(),
  /** ISO instant, or null where the source gives the day alone. */
  en: z.string().nullable(),
  referencia: z.string(),
  banco_origen: z.string(),
  telefono_origen: z.string(),
  documento_origen: z.string(),
  nombre_origen: z.string(),
  concepto: z.string(),
  /** Its sources, best first. */
  fuentes: z.array(z.enum(SOURCE_KINDS)),
  confianza: z.enum(TRUST),
  /** It may be the same as that one. */
  repetida_de: z.number().int().nullable(),
  /** The bank took it back. */
  revertido: z.boolean(),
  estado: z.enum(['abierto', 'devuelto', 'ignorado']),
  razon: z.string(),
  /** Parts of it that rejected or annulled purchases hold: money to be returned, decimal text. */
  por_devolver: z.array(
    z.object({
      compra_id: z.number().int(),
      codigo: z.string(),
      monto: z.string(),
      estado: z.enum(['rechazado', 'anulado']),
    }),
  ),
})
export type ShownMovement = z.infer<typeof shownMovement>

/** Why a movement and a report belong together or do not, in a few words: `Referencia`, `1 día antes`, `Faltan Bs. 32.228,33`. */
export const why = z.object({ nivel: z.enum(['bien', 'aviso', 'mal']), texto: z.string() })
export type Why = z.infer<typeof why>

const candidate = z.object({ movimiento: shownMovement, razones: z.array(why) })

/** The sources' data on one report. None of them rejects it. */
export const verdict = z.discriminatedUnion('veredicto', [
  /** A credit is linked to it already; `falta` and `sobra` against the amount due, decimal text, null when it adds up. */
  z.object({
    veredicto: z.literal('unido'),
    movimientos: z.array(
      z.object({
        movimiento: shownMovement,
        monto: z.string(),
        /** A rule where nobody looked; else a person, after the rule in `regla` had found it. */
        por: z.enum(['regla', 'persona']),
        regla: z.enum(RULES).or(z.literal('')),
        /** The person's name at that time. */
        quien: z.string(),
        /** ISO instant. */
        en: z.string(),
      }),
    ),
    falta: z.string().nullable(),
    sobra: z.string().nullable(),
  }),
  z.object({
    veredicto: z.literal('encontrado'),
    regla: z.enum(RULES),
    /** By a rule that nobody has to look at. */
    exacta: z.boolean(),
    ...candidate.shape,
  }),
  z.object({
    veredicto: z.literal('monto_distinto'),
    falta: z.string().nullable(),
    sobra: z.string().nullable(),
    ...candidate.shape,
  }),
  /** At most five, likeliest first. */
  z.object({ veredicto: z.literal('ambiguo'), candidatos: z.array(candidate).max(5) }),
  /** ISO instant until which that account has been read; null when nobody has. */
  z.object({ veredicto: z.literal('no_visto'), leido_hasta: z.string().nullable() }),
  z.object({
    veredicto: z.literal('sin_respuesta'),
    causa: z.enum(['tiempo', 'credencial', 'limite', 'mantenimiento', 'ilegible']),
    reintentar_en: z.string().nullable(),
    leido_hasta: z.string().nullable(),
  }),
])
export type Verdict = z.infer<typeof verdict>

/** GET /api/panel/conciliacion/veredictos?compras=1,2: of reports in review, by id. */
export const verdicts = z.object({ veredictos: z.record(z.string(), verdict) })

/** GET /api/panel/conciliacion/novedad: another text once money came in or somebody reported. */
export const news = z.object({ novedad: z.string() })

/** A report as these screens show it. */
export const claimedPurchase = z.object({
  id: z.number().int(),
  codigo: z.string(),
  estado: purchaseState,
  version: z.number().int(),
  nombre: z.string(),
  telefono: z.string(),
  rifa_id: z.number().int(),
  rifa: z.string(),
  cantidad_tickets: z.number().int(),
  /** Amount due, decimal text; null when no rate was known. */
  monto: z.string().nullable(),
  monto_moneda: currency,
  referencia: z.string(),
  fecha: z.string(),
  /** ISO instant of the report. */
  en_revision_desde: z.string(),
})
export type ClaimedPurchase = z.infer<typeof claimedPurchase>

/**
 * GET /api/panel/conciliacion/reportes?buscar=: what money may be of, which a text finds: those in review first, those that fell last. One that
 * is decided is told as long as money joined to it does not suffice.
 */
export const owingReports = z.object({
  reportes: z.array(
    claimedPurchase.extend({
      cedula: z.string(),
      /** Amount without joined money, decimal text; null when there is none, or nobody knows. */
      falta: z.string().nullable(),
      /** Given back already, decimal text: what comes for it is that money. */
      devuelto: z.string().nullable(),
    }),
  ),
})
export type OwingReport = z.infer<typeof owingReports>['reportes'][number]

/** Money that nobody reported. */
const unreportedCount = z.object({
  cantidad: z.number().int(),
  /** Without those of `cantidad` that may be repetitions, which are `repetidas`, or that the bank took back, `revertidas`. */
  sumas: z.array(money),
  repetidas: z.number().int(),
  revertidas: z.number().int(),
})

/** Money of valid purchases that the bank took back by `debito`: a person decides what follows. */
const reversed = z.object({
  movimiento: shownMovement,
  debito: shownMovement,
  compras: z.array(
    z.object({
      id: z.number().int(),
      codigo: z.string(),
      nombre: z.string(),
      rifa: z.string(),
      confirmada: z.boolean(),
      /** Part of it that pays that one, decimal text. */
      monto: z.string(),
    }),
  ),
})
export type Reversed = z.infer<typeof reversed>

/** GET /api/panel/conciliacion: all figures of the screen. */
export const reconciliation = z.object({
  revertidos: z.array(reversed),
  cuentas: z.array(readAccount.extend({ movimientos: z.number().int() })),
  exactas: z.object({
    cantidad: z.number().int(),
    sumas: z.array(money),
    /** Tickets that confirming them draws. */
    boletos: z.number().int(),
  }),
  por_mirar: z.number().int(),
  sin_reporte: unreportedCount,
  sin_dinero: z.object({ cantidad: z.number().int(), sumas: z.array(money) }),
})
export type Reconciliation = z.infer<typeof reconciliation>

/** A line of the rules' proposals. `unir` and `revisar` are a person's. */
export const suggestion = z.object({
  compra: claimedPurchase,
  movimiento: shownMovement,
  /** How many other candidates it has. */
  otros: z.number().int(),
  regla: z.enum(RULES),
  exacta: z.boolean(),
  /** Against the amount due, decimal text. */
  falta: z.string().nullable(),
  sobra: z.string().nullable(),
  razones: z.array(why),
})
export type Suggestion = z.infer<typeof suggestion>

/** GET /api/panel/conciliacion/sugerencias?ver=todas|exactas|por_mirar&despues={cursor}: exact ones first. */
export const suggestions = z.object({ filas: z.array(suggestion), siguiente: z.string().nullable() })
export type Suggestions = z.infer<typeof suggestions>

/** GET /api/panel/conciliacion/sin-reporte?buscar=&ver=abiertos|cerrados&despues= */
export const unreported = z.object({
  movimientos: z.array(shownMovement),
  ...unreportedCount.shape,
  siguiente: z.string().nullable(),
})
export type Unreported = z.infer<typeof unreported>

/** GET /api/panel/conciliacion/sin-dinero?despues=: oldest first. */
export const unpaid = z.object({
  compras: z.array(claimedPurchase.extend({ veredicto: verdict })),
  cantidad: z.number().int(),
  sumas: z.array(money),
  siguiente: z.string().nullable(),
})
export type Unpaid = z.infer<typeof unpaid>

/** GET /api/panel/conciliacion/por-devolver: newest first. */
export const toReturn = z.object({
  compras: z.array(
    claimedPurchase.extend({
      /** Titles of the methods it came into, or that its buyer named. */
      cuenta: z.string(),
      /** Whether money is joined to it: then `monto` is that money, and else the amount due. */
      llego: z.boolean(),
    }),
  ),
  ...unpaid.pick({ cantidad: true, sumas: true }).shape,
})
export type ToReturn = z.infer<typeof toReturn>

const pair = z.strictObject({ compra_id: wholeNumber, version: wholeNumber, movimiento_id: wholeNumber })

/**
 * POST /api/panel/conciliacion/confirmar: exactly these, which were shown with their count and sum. A pair that is not exact any more
 * is refused by itself. Its operation is the desk's (`review`).
 */
export const exactBatch = z.strictObject({ pares: z.array(pair).min(1, 'Elige al menos un pago.').max(500) })
export type ExactBatch = z.output<typeof exactBatch>
export const exactBatchAnswer = z.object({
  confirmadas: z.array(z.object({ id: z.number().int(), codigo: z.string(), numeros: z.number().int() })),
  fallidas: z.array(z.object({ id: z.number().int(), code: z.string(), mensaje: z.string() })),
})
export type ExactBatchAnswer = z.infer<typeof exactBatchAnswer>

/** POST /api/panel/conciliacion/unir: as much of each as the purchase still owes, unless `monto` (decimal text) is given. */
export const joining = z.strictObject({
  compra_id: wholeNumber,
  movimientos: z
    .array(z.strictObject({ id: wholeNumber, monto: z.string().max(16).optional() }))
    .min(1)
    .max(20),
  /** Amount that its page showed as joined already: if it changed since, nothing is joined. */
  unido: z
    .string()
    .regex(/^\d{1,12}\.\d{2}$/)
    .optional(),
})
export type Joining = z.output<typeof joining>
/** The answer of both: the verdict on that purchase now. */
export const joined = z.object({ veredicto: verdict })
/** POST /api/panel/conciliacion/desunir */
export const parting = z.strictObject({ compra_id: wholeNumber, movimiento_id: wholeNumber })

/** POST /api/panel/conciliacion/movimientos/{id}: decides about money that nobody reported. `otra`: it is not the same as another. */
export const movementDecision = z.strictObject({
  que: z.enum(['devuelto', 'ignorado', 'abierto', 'otra']),
  razon: typedText('Escribe por qué.')
    .trim()
    .min(4, 'Escribe por qué, en pocas palabras.')
    .max(200, '200 caracteres como máximo.')
    .optional(),
  /** Amount that its page showed, null for none: if it changed since, nothing is decided. */
  monto: joining.shape.unido.nullable(),
})
export type MovementDecision = z.output<typeof movementDecision>

/** POST /api/panel/conciliacion/por-devolver/{id}: the same of the money of one purchase that was rejected or annulled. */
export const refundDecision = movementDecision.extend({ que: z.enum(['devuelto', 'ignorado', 'abierto']) })
export type RefundDecision = z.output<typeof refundDecision>
