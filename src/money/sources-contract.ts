import { z } from 'zod'
import { freshCode } from '#operators/contract.ts'
import { typedText } from '#platform/typed-text.ts'
import { wholeNumber } from '#platform/whole-number.ts'
import { SOURCE_KINDS } from './movement.ts'
import { SOURCE_CAUSES, SOURCE_WAYS } from './source.ts'

const instant = z.string().nullable()

/** A source as the panel shows it: never a secret, only that there is one. */
const shownSource = z.object({
  id: z.number().int(),
  metodo_id: z.number().int(),
  /** Title of the method whose account it is of. */
  cuenta: z.string(),
  fuente: z.enum(SOURCE_KINDS),
  via: z.enum(SOURCE_WAYS),
  nombre: z.string(),
  /** Settings that are no secret. */
  ajustes: z.record(z.string(), z.string()),
  activa: z.boolean(),
  version: z.number().int(),
  /** ISO instants, null where there was none. */
  leido_hasta: instant,
  ultimo_en: instant,
  causa: z.enum(SOURCE_CAUSES).nullable(),
  causa_en: instant,
  proximo_en: instant,
  creada_en: z.string(),
  creada_por: z.string(),
  /** Its unreadable messages. */
  por_leer: z.number().int(),
  /** When its last test notice came. */
  prueba_en: instant,
})
export type ShownSource = z.infer<typeof shownSource>

/** GET /api/panel/fuentes */
export const sources = z.object({
  fuentes: z.array(shownSource),
  /** Accounts that a source can be of. */
  cuentas: z.array(
    z.object({
      metodo_id: z.number().int(),
      titulo: z.string(),
      tipo: z.string(),
      moneda: z.string(),
      banco: z.string(),
    }),
  ),
})
export type Sources = z.infer<typeof sources>

/** Key of a calling source, shown this once: the path that a phone sends to, or a bank's path and its key. */
export const sourceKey = z.object({ id: z.number().int(), ruta: z.string(), clave: z.string().nullable() })
export type SourceKey = z.infer<typeof sourceKey>
export const sourcesWithKey = sources.extend({ llave: sourceKey.nullable() })

const name = typedText('Escribe un nombre.').trim().min(1, 'Escribe un nombre.').max(60, 'No más de 60 letras.')
const settings = z.record(z.string().max(40), z.string('Escribe un texto.').max(4000, 'No más de 4000 letras.'))

/** POST /api/panel/fuentes */
export const newSource = z.strictObject({
  metodo_id: wholeNumber,
  fuente: z.enum(SOURCE_KINDS),
  via: z.enum(SOURCE_WAYS),
  nombre: name,
  ajustes: settings,
  codigo: freshCode.optional(),
})
export type NewSource = z.output<typeof newSource>

/** POST /api/panel/fuentes/{id}: secrets that are not sent stay. */
export const sourceChange = z.strictObject({
  version: wholeNumber,
  nombre: name.optional(),
  activa: z.boolean().optional(),
  ajustes: settings.optional(),
  codigo: freshCode.optional(),
})
export type SourceChange = z.output<typeof sourceChange>

/** POST /api/panel/fuentes/{id}/clave: another token, and the one before is worth nothing. */
export const keyChange = z.strictObject({ version: wholeNumber, codigo: freshCode.optional() })
export type KeyChange = z.output<typeof keyChange>

/** GET /api/panel/fuentes/recibos: receipts that wait for a person, then the last that were read, newest first. */
export const receipts = z.object({
  recibos: z.array(
    z.object({
      id: z.number().int(),
      fuente_id: z.number().int(),
      fuente: z.string(),
      recibido_en: z.string(),
      estado: z.enum(['pendiente', 'leido', 'ilegible', 'prueba', 'descartado', 'a_mano']),
      motivo: z.string(),
      veces: z.number().int(),
      /** As it came; null where it cannot be opened with this installation's key. */
      texto: z.string().nullable(),
    }),
  ),
})
export type Receipts = z.infer<typeof receipts>
export type Receipt = Receipts['recibos'][number]

/** A person's reading of a notice that no rule can read. */
export const typedMovement = z.strictObject({
  que: z.literal('anotar'),
  /** Decimal text. */
  monto: z.string().max(20),
  fecha: z.iso.date('Elige el día.'),
  /** `15:43`, or empty. */
  hora: z.string().max(5),
  referencia: typedText().trim().max(40, 'No más de 40 letras.'),
  telefono: typedText().trim().max(20, 'No más de 20 letras.'),
  nombre: typedText().trim().max(80, 'No más de 80 letras.'),
})
export type TypedMovement = z.output<typeof typedMovement>

/** POST /api/panel/fuentes/recibos/{id} */
export const receiptDecision = z.discriminatedUnion('que', [
  typedMovement,
  z.strictObject({ que: z.literal('descartar') }),
])
export type ReceiptDecision = z.output<typeof receiptDecision>

/** POST /api/panel/fuentes/pegar and …/pegar/vista: notices as somebody copies them, one after the other. */
export const pastedNotices = z.strictObject({
  metodo_id: wholeNumber,
  texto: typedText('Pega los avisos.').min(1, 'Pega los avisos.').max(20_000, 'Pega menos avisos de una vez.'),
})
export type PastedNotices = z.output<typeof pastedNotices>

export const pastedAnswer = z.object({
  avisos: z.array(
    z.object({
      texto: z.string(),
      es: z.enum(['movimiento', 'repetido', 'prueba', 'descartado', 'ilegible']),
      motivo: z.string(),
      /** Decimal text, where it is a movement. */
      monto: z.string().nullable(),
      moneda: z.enum(['VES', 'USD', 'COP']).nullable(),
      dia: z.string().nullable(),
      referencia: z.string(),
      telefono: z.string(),
      nombre: z.string(),
    }),
  ),
  /** Kept now; 0 of a preview. */
  nuevos: z.number().int(),
})
export type PastedAnswer = z.infer<typeof pastedAnswer>
