import { z } from 'zod'
import { type CalendarDate, parseDay } from '#platform/clock.ts'
import { wholeNumberText } from '#platform/whole-number.ts'

/** A day of the calendar, `YYYY-MM-DD`. */
export const day = z
  .string()
  .refine((text) => parseDay(text) !== null, 'Escribe un día del calendario.')
  .transform((text) => text as CalendarDate)

/** PostgreSQL keeps no text with a NUL, and no name here has a control character. */
const plain = z.string().regex(/^\P{Cc}*$/u)

/** GET /api/panel/diario; every filter that is given must hold. */
export const journalQuery = z.object({
  /** Actor, as the journal names them. */
  persona: plain.max(80).optional(),
  /** A deed, or a subject such as `acceso` (deeds.ts). */
  que: plain.max(60).optional(),
  rifa: wholeNumberText.min(1).optional(),
  /** Days in Caracas, both included. */
  desde: day.optional(),
  hasta: day.optional(),
  /** `siguiente` of the page before. */
  despues: z
    .string()
    .regex(/^\d{1,16}-\d{1,16}$/)
    .optional(),
})
export type JournalQuery = z.output<typeof journalQuery>

export const journalLine = z.object({
  id: z.number().int(),
  en: z.string(),
  /** An operator's name, `comprador`, `consola` or `sistema`. */
  actor: z.string(),
  accion: z.string(),
  rifa_id: z.number().int().nullable(),
  compra_id: z.number().int().nullable(),
  datos: z.record(z.string(), z.unknown()),
})
export type JournalLine = z.infer<typeof journalLine>

/** Newest first. */
export const journalPage = z.object({ lineas: z.array(journalLine), siguiente: z.string().nullable() })

/** GET /api/panel/diario/filtros: the choices. */
export const journalFilters = z.object({ personas: z.array(z.string()), rifas: z.array(z.number().int()) })

/** GET /api/panel/diario/cadenas: each scope has a chain of its own. */
export const journalChains = z.object({
  cadenas: z.array(z.object({ ambito: z.string(), lineas: z.number().int() })),
  /** Their ends, as `audit --head` takes them: with a copy elsewhere anybody can check later whether the journal continues from there. */
  final: z.string(),
})

/** GET /api/panel/diario/cadenas/revisar: recomputes one stretch of a chain. */
export const stretchQuery = z.object({
  ambito: plain.max(40),
  /** First line to check, from 1. */
  desde: wholeNumberText.min(1).default(1),
})
export const chainStretch = z.object({
  /** Lines that were checked in this stretch. */
  revisadas: z.number().int(),
  /** Where to go on; null at the end of the chain. */
  siguiente: z.number().int().nullable(),
  /** Instant of the last line checked, null when there was none. */
  hasta: z.string().nullable(),
  /** Contradictions, in sentences; empty means that nothing was changed. */
  problemas: z.array(z.string()),
})
export type ChainStretch = z.infer<typeof chainStretch>
