import type { StatementField } from '../../../../statement-map.ts'

/** How a bank's statement calls its columns. Editable: a bank that changes a name, or another bank, is a line here. */
export interface BankFormat {
  id: string
  titulo: string
  /** The bank's four digits. */
  banco: string
  /** Names of its columns as `plainName` makes them: a statement that has all of them is of this format. */
  columnas: Partial<Record<StatementField, string>>
}

const USUAL = { fecha: 'fecha', referencia: 'referencia', descripcion: 'descripcion' } as const

const LAYOUTS: readonly (readonly [id: string, titulo: string, banco: string, BankFormat['columnas']])[] = [
  ['banesco', 'Banesco', '0134', { monto: 'monto' }],
  ['banesco-dos-columnas', 'Banesco', '0134', { debito: 'cargo', credito: 'abono' }],
  ['bdv', 'Banco de Venezuela', '0102', { tipo: 'tipo', credito: 'credito', debito: 'debito' }],
  ['mercantil', 'Mercantil', '0105', { referencia: 'numero de transaccion', debito: 'egresos', credito: 'ingresos' }],
  [
    ...(['provincial', 'BBVA Provincial', '0108'] as const),
    { fecha: 'f operacion', referencia: 'n doc', descripcion: 'concepto', monto: 'importe' },
  ],
  ['bnc', 'BNC', '0191', { debito: 'debito', credito: 'credito' }],
  ['bnc-debe-haber', 'BNC', '0191', { debito: 'debe', credito: 'haber' }],
  ['tesoro', 'Banco del Tesoro', '0163', { descripcion: 'concepto', debito: 'debito', credito: 'credito' }],
  ['bancamiga', 'Bancamiga', '0172', { descripcion: 'concepto', debito: 'debito', credito: 'credito' }],
]

/** Layouts of movements.md §4, one or more a bank. Of formats without names of columns, only how they are called. */
export const BANK_FORMATS: readonly BankFormat[] = LAYOUTS.map(([id, titulo, banco, own]) => {
  return { id, titulo, banco, columnas: { ...USUAL, ...own } }
})

/** Formats that have no names of columns, or their own: how they are called, and of which bank they are. */
export const OWN_FORMATS = {
  qif: { titulo: 'QIF', banco: '0134' },
  mt940: { titulo: 'MT940', banco: '0105' },
  bdv: { titulo: 'TXT del Banco de Venezuela', banco: '0102' },
  aeb43: { titulo: 'AEB 43 de BBVA Provincial', banco: '0108' },
  ofx: { titulo: 'OFX', banco: '' },
} as const
