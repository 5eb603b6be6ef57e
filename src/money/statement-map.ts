/** Possible meanings of a statement's column. Of `monto`, or of `credito` and `debito`, there has to be one, and `fecha`. */
export const STATEMENT_FIELDS = [
  'fecha',
  'hora',
  'referencia',
  'referencia_otra',
  'descripcion',
  'monto',
  'credito',
  'debito',
  'tipo',
  'banco',
  'telefono',
  'cedula',
  'nombre',
  'estado',
  'moneda',
  'cuenta',
] as const
export type StatementField = (typeof STATEMENT_FIELDS)[number]

/** How a statement writes an amount that could be read in two ways, such as `1.234`: by its form it is refused. */
export const AMOUNT_FORMS = ['auto', 'coma', 'punto'] as const
export type AmountForm = (typeof AMOUNT_FORMS)[number]

/**
 * Day, month and year of a date in figures, `auto` by all rows of the file together. One that begins with its year is read by
 * its form.
 */
export const DATE_FORMS = ['auto', 'dma', 'mda'] as const
export type DateForm = (typeof DATE_FORMS)[number]

/** More columns have no names here, and a statement has some ten. */
export const MOST_COLUMNS = 200
/** Rows in which the names of the columns are looked for. */
export const HEADER_ROWS = 25
/** Of a file, bytes: 100,000 rows are twelve million. */
export const STATEMENT_BYTES = 16 * 1024 * 1024
/** Words of a file that a person is asked about at a time, and that are remembered of a bank. */
export const ASKED_WORDS = 20

/** In place of the words of a file of which no row says whether its money came in or left. */
export const WHOLE_FILE = 'todo el archivo'
