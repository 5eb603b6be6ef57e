import { z } from 'zod'
import { pathId } from '#platform/whole-number.ts'
import { AMOUNT_FORMS, DATE_FORMS, MOST_COLUMNS, STATEMENT_FIELDS } from './statement-map.ts'

const column = z
  .number()
  .int()
  .min(0)
  .max(MOST_COLUMNS - 1)

/** Meaning of each column of a statement, counted from 0, and its form of amounts and dates. */
export const columnMap = z.strictObject({
  /** The row with the names of the columns, counted from 1; 0 when there is none. */
  cabecera: z.number().int().min(0).max(1_000),
  columnas: z.partialRecord(z.enum(STATEMENT_FIELDS), column),
  montos: z.enum(AMOUNT_FORMS),
  fechas: z.enum(DATE_FORMS),
  /** A person's answers about words unknown to the reader, by their `clave`: whether that is money that came in, or is final. */
  palabras: z.record(z.string().max(120), z.boolean()).optional(),
})
export type ColumnMap = z.infer<typeof columnMap>

/** The fields of the form besides its file `archivo`, which comes last. `mapa`, a column map as JSON, has a person's changes. */
export const statementForm = z.object({ metodo_id: pathId, mapa: z.string().max(8_000).optional() })

const amount = z.string()
const currency = z.enum(['VES', 'USD', 'COP'])

/** Meaning of a word, order of the days, or whether `1.234` are thousands: asked once of that bank. */
export const statementQuestion = z.object({
  campo: z.enum(['tipo', 'estado', 'cuenta', 'fechas', 'montos']),
  /** Under which `palabras` of the map has the answer; empty of `fechas` and `montos`, which the map has itself. */
  clave: z.string().max(120),
  /** As the file writes it; empty of an empty cell. */
  palabra: z.string().max(80),
  /** How many rows wait for it, and the first. */
  filas: z.number().int(),
  fila: z.number().int(),
})
export type StatementQuestion = z.infer<typeof statementQuestion>
/** A person's answer about a word of the file, now or before; it can be changed. */
export const statementAnswer = statementQuestion.pick({ campo: true, clave: true, palabra: true }).extend({
  respuesta: z.boolean(),
})
export type StatementAnswer = z.infer<typeof statementAnswer>

/** The first rows that cannot be read, and why. */
const refused = z.array(z.object({ fila: z.number().int(), razon: z.string() }))

/** Result, or expected result, for the rows of a statement. */
const counts = {
  /** Rows that are movements, or should be: the sum of the next four. */
  leidos: z.number().int(),
  /** That nobody had reported. */
  nuevos: z.number().int(),
  /** That a statement brought before. */
  repetidos: z.number().int(),
  /** That another source had reported, and this one confirms. */
  conocidos: z.number().int(),
  /** That cannot be read, each with its reason. */
  rechazados: z.number().int(),
  /** Of the new ones, those that may be another one again. */
  posibles: z.number().int(),
  /** Balances, totals and empty rows, which are no movements, and rows of another account, another currency or a state that is not final. */
  omitidos: z.number().int(),
}

/** Money in and money out, by all rows that can be read. */
const sums = {
  sumas: z.object({ creditos: amount, debitos: amount }),
  cantidades: z.object({ creditos: z.number().int(), debitos: z.number().int() }),
}

/** POST /api/panel/extractos/vista: the recognised contents. Nothing is written. */
export const statementPreview = z.object({
  archivo: z.object({ nombre: z.string(), bytes: z.number().int(), sha256: z.string() }),
  /** `titulo` for people: `Banesco`, `Columnas por sus nombres`. */
  formato: z.object({ id: z.string(), titulo: z.string() }),
  /** Whether the account in the file is that of the method; null when the file names none. `duda`: it looks like another's, see `avisos`. */
  cuenta: z.object({ terminada_en: z.string().nullable(), coincide: z.boolean().nullable(), duda: z.boolean() }),
  /** Null when the columns were not recognised: a person chooses them. */
  mapa: columnMap.nullable(),
  mapa_de: z.enum(['banco', 'propio', 'nombres', 'persona', 'formato', 'nadie']),
  /** Names of the columns, empty ones too; none where the format has its own. */
  columnas: z.array(z.string()),
  /** The file as it is, its first rows. */
  muestra: z.array(z.object({ fila: z.number().int(), celdas: z.array(z.string()) })),
  /** The first movements as they are read. */
  filas: z.array(
    z.object({
      fila: z.number().int(),
      dia: z.string(),
      referencia: z.string(),
      concepto: z.string(),
      sentido: z.enum(['credito', 'debito']),
      monto: amount,
    }),
  ),
  cuentas: z.object(counts),
  moneda: currency,
  ...sums,
  desde: z.string().nullable(),
  hasta: z.string().nullable(),
  /** Questions that only a person can answer: until then, the rows are refused. */
  preguntas: z.array(statementQuestion),
  recordadas: z.array(statementAnswer),
  rechazadas: refused,
  /** The first omitted rows, with their text or the reason: a payment may have been taken for a balance. */
  omitidas: z.array(z.object({ fila: z.number().int(), texto: z.string() })),
  avisos: z.array(z.string()),
})
export type StatementPreview = z.infer<typeof statementPreview>

/** An import, done or in its middle. */
export const statementImport = z.object({
  id: z.number().int(),
  metodo_id: z.number().int(),
  archivo: z.string(),
  sha256: z.string(),
  formato: z.string(),
  ...counts,
  /** Of the rows that can be read, how many are done. */
  hechos: z.number().int(),
  desde: z.string().nullable(),
  hasta: z.string().nullable(),
  por: z.string(),
  /** ISO instants. */
  empezado_en: z.string(),
  terminado_en: z.string().nullable(),
})
export type StatementImport = z.infer<typeof statementImport>

/** POST /api/panel/extractos: the result, with the warnings of a preview. */
export const importedStatement = statementImport.extend({ avisos: z.array(z.string()), rechazadas: refused, ...sums })

/** An account that money comes into. */
export const readAccount = z.object({
  metodo_id: z.number().int(),
  titulo: z.string(),
  /** ISO instant until which it has been read, null when nothing has been. */
  leido_hasta: z.string().nullable(),
})

/** GET /api/panel/extractos: the accounts that statements are imported for, and the imports, newest first, fifty at most. */
export const statementImports = z.object({
  cuentas: z.array(readAccount),
  importaciones: z.array(statementImport),
})
export type StatementImports = z.infer<typeof statementImports>
