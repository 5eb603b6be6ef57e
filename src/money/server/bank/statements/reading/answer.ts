import { z } from 'zod'
import type { PayCurrency } from '#platform/money.ts'
import {
  type ColumnMap,
  columnMap,
  statementAnswer,
  statementPreview,
  statementQuestion,
} from '../../../../statement-contract.ts'
import { ASKED_WORDS, HEADER_ROWS, MOST_COLUMNS } from '../../../../statement-map.ts'

/** The reading child's data on each movement; the parent believes no more than this. */
export const readRow = z.object({
  fila: z.number().int().min(1),
  id_banco: z.string().regex(/^[\w-]{22}\.\d{1,7}$/),
  sentido: z.enum(['credito', 'debito']),
  tipo: z.enum(['pago_movil', 'transferencia', 'deposito', 'zelle', 'binance', 'otro']),
  centimos: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  dia: z.string().regex(/^20\d\d-\d\d-\d\d$/),
  en: z.number().int().nullable(),
  referencia: z.string().max(60),
  referencia_otra: z.string().max(60),
  banco_origen: z.string().regex(/^(\d{4})?$/),
  telefono_origen: z.string().regex(/^(58\d{10})?$/),
  documento_origen: z.string().regex(/^([VEJGP]\d{4,10})?$/),
  nombre_origen: z.string().max(80),
  concepto: z.string().max(200),
  /** It takes back a credit that an earlier file has; without that one it is nothing. */
  deshace: z.literal(true).optional(),
})
export type ReadRow = z.infer<typeof readRow>

/** Its data on the whole file, before its rows. */
export const readHead = z.object({
  formato: statementPreview.shape.formato,
  /** Numbers of accounts that the file names as its own, as far as it shows their digits. */
  cuentas: z.array(z.string().max(40)).max(20),
  mapa: columnMap.nullable(),
  mapa_de: statementPreview.shape.mapa_de,
  /** Of the names of the columns, or of their contents where they have none; empty where the format has its own. */
  huella: z.string().max(2_000),
  columnas: z.array(z.string().max(80)).max(MOST_COLUMNS),
  muestra: z
    .array(z.object({ fila: z.number().int(), celdas: z.array(z.string().max(80)).max(MOST_COLUMNS) }))
    .max(HEADER_ROWS),
  rechazados: z.number().int().min(0),
  omitidos: z.number().int().min(0),
  rechazadas: z.array(z.object({ fila: z.number().int(), razon: z.string().max(200) })).max(200),
  omitidas: z.array(z.object({ fila: z.number().int(), texto: z.string().max(200) })).max(200),
  preguntas: z.array(statementQuestion).max(ASKED_WORDS),
  recordadas: z.array(statementAnswer).max(ASKED_WORDS),
  avisos: z.array(z.string().max(400)).max(10),
  /** Whether its names or its amounts are of another bank or currency than the account's. */
  ajeno: z.boolean(),
})
export type ReadHead = z.infer<typeof readHead>

/** The question to the child, before the bytes of the file. */
export interface ReadQuestion {
  /** A person's choice; null to recognise it. */
  mapa: ColumnMap | null
  /** Those that were remembered for the account, by the names of their columns. */
  propios: { huella: string; mapa: ColumnMap }[]
  /** Answers about words of that bank, by their `clave`. */
  palabras: Record<string, boolean>
  /** Four digits of the account's bank, or empty. */
  banco: string
  /** Its numbers, of twenty digits. */
  cuentas: string[]
  tipo: 'pago_movil' | 'transferencia' | 'zelle' | 'binance' | 'otro'
  moneda: PayCurrency
  /** Today in Caracas: a later day is no date of a statement. */
  hoy: string
}
