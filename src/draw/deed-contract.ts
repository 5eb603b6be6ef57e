import { z } from 'zod'
import { freshCode } from '#operators/contract.ts'
import { parseDay } from '#platform/clock.ts'
import { typedText } from '#platform/typed-text.ts'
import { isWebLink } from '#platform/web-link.ts'
import { LARGEST } from '#platform/whole-number.ts'
import { line } from './contract.ts'

const id = z.number().int().min(1).max(LARGEST)
const version = z.number('version: falta').int().min(1).max(LARGEST)

const enlace = z
  .string('enlace: falta')
  .trim()
  .max(500, 'enlace: admite 500 caracteres')
  .refine(isWebLink, 'enlace: pega la dirección completa de la página, que empieza por https://')
const results = z
  .array(
    z
      .string()
      .trim()
      .regex(/^\d{1,8}$/, 'resultados: solo dígitos, todos los que salieron'),
  )
  .min(1, 'resultados: faltan')
  .max(8)
const place = z.number('premio: falta').int().min(0).max(99)
const dia = z.string('dia: falta').refine((text) => parseDay(text) !== null, 'dia: como 2026-12-21')
const about = { premio: place, dia, imagen: id.nullable() }
const motivo = line('motivo', 500)

/** POST …/sorteo/resultado: a lottery's result of that day, to its last digit, or that it did not draw. */
export const resultProposal = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('loteria'), ...about, resultados: results, enlace, codigo: freshCode }),
  z.strictObject({
    ...{ tipo: z.literal('sin sorteo'), ...about },
    ...{ motivo, enlace: enlace.or(z.literal('')), codigo: freshCode },
  }),
])
export type ResultProposal = z.infer<typeof resultProposal>

/** POST …/sorteo/resultado/confirmar: the same, as another person sees it. */
export const resultConfirmation = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('loteria'), propuesta: id, resultados: results, codigo: freshCode }),
  z.strictObject({ tipo: z.literal('sin sorteo'), propuesta: id, codigo: freshCode }),
])
export type ResultConfirmation = z.infer<typeof resultConfirmation>

/** Typed fields, after the code in the same body was checked. */
export type Unproved<T> = T extends unknown ? Omit<T, 'codigo'> : never

/** POST …/sorteo/resultado/rechazar */
export const resultRefusal = z.strictObject({ propuesta: id, motivo })
export type ResultRefusal = z.infer<typeof resultRefusal>

/** POST …/sorteo/resultado/corregir: which step was wrong, and why; with a fresh second factor. */
export const resultCorrection = z.strictObject({
  paso: z.number('paso: falta').int().min(0).max(LARGEST),
  motivo,
  codigo: freshCode,
})
export type ResultCorrection = z.infer<typeof resultCorrection>

/** POST …/sorteo/a-mano: the number of a raffle without a rule, and whether its winner allows the name to be shown. */
export const handResult = z.strictObject({
  numero: z
    .string('numero: falta')
    .trim()
    .regex(/^\d{1,8}$/, 'numero: solo dígitos'),
  mostrar_nombre: z.boolean('mostrar_nombre: falta'),
  codigo: freshCode,
})
export type HandResult = z.infer<typeof handResult>

/** GET …/sorteo/sugerencia: the due result on a page of results, if it answers; null for a number that it lacks. */
export const resultSuggestion = z.object({
  dia: z.string(),
  resultados: z.array(z.string().nullable()),
  /** Host of the page; null when none was asked. */
  fuente: z.string().nullable(),
})
export type ResultSuggestion = z.infer<typeof resultSuggestion>

/** POST …/sorteo/faro: a round that somebody got elsewhere, proved by its signature. */
export const roundByHand = z.strictObject({
  premio: place,
  ronda: z.number('ronda: falta').int().min(1).max(LARGEST),
  firma: z
    .string('firma: falta')
    .trim()
    .toLowerCase()
    .regex(/^[\da-f]{96}$/, 'firma: son 96 letras y dígitos, del 0 a la f'),
})
export type RoundByHand = z.infer<typeof roundByHand>

/** POST …/ganadores/{ganador}/avisado and /reclamado */
export const winnerMove = z.strictObject({ version })
/** POST …/ganadores/{ganador}/entregado */
export const winnerDelivery = z.strictObject({ version, dia })
/** POST …/ganadores/{ganador}/vencido, with a fresh second factor */
export const winnerExpiry = z.strictObject({ version, codigo: freshCode })
/** POST …/ganadores/{ganador}/deshacer */
export const winnerUndo = z.strictObject({ version, motivo })
/** PUT …/ganadores/{ganador} */
export const winnerDetails = z.strictObject({
  version,
  notas: typedText('notas: falta').trim().max(1_000, 'notas: admite 1.000 caracteres'),
  mostrar_nombre: z.boolean('mostrar_nombre: falta'),
  mostrar_fotos: z.boolean('mostrar_fotos: falta'),
  fotos: z.array(id).max(8, 'fotos: 8 o menos'),
})
export type WinnerDetails = z.infer<typeof winnerDetails>
