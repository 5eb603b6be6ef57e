import type { StatementField } from '../../../statement-map.ts'

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

/** Layouts of movements.md §4, one or more a bank. Of formats without names of columns, only how they are called. */
export const BANK_FORMATS: readonly BankFormat[] = [
  { id: 'banesco', titulo: 'Banesco', banco: '0134', columnas: { ...USUAL, monto: 'monto' } },
  {
    id: 'banesco-dos-columnas',
    titulo: 'Banesco',
    banco: '0134',
    columnas: { ...USUAL, debito: 'cargo', credito: 'abono' },
  },
  {
    id: 'bdv',
    titulo: 'Banco de Venezuela',
    banco: '0102',
    columnas: { ...USUAL, tipo: 'tipo', credito: 'credito', debito: 'debito' },
  },
  {
    id: 'mercantil',
    titulo: 'Mercantil',
    banco: '0105',
    columnas: { ...USUAL, referencia: 'numero de transaccion', debito: 'egresos', credito: 'ingresos' },
  },
  {
    id: 'provincial',
    titulo: 'BBVA Provincial',
    banco: '0108',
    columnas: { ...USUAL, fecha: 'f operacion', referencia: 'n doc', descripcion: 'concepto', monto: 'importe' },
  },
  { id: 'bnc', titulo: 'BNC', banco: '0191', columnas: { ...USUAL, debito: 'debito', credito: 'credito' } },
  { id: 'bnc-debe-haber', titulo: 'BNC', banco: '0191', columnas: { ...USUAL, debito: 'debe', credito: 'haber' } },
  {
    id: 'tesoro',
    titulo: 'Banco del Tesoro',
    banco: '0163',
    columnas: { ...USUAL, descripcion: 'concepto', debito: 'debito', credito: 'credito' },
  },
  {
    id: 'bancamiga',
    titulo: 'Bancamiga',
    banco: '0172',
    columnas: { ...USUAL, descripcion: 'concepto', debito: 'debito', credito: 'credito' },
  },
]

/** Formats that have no names of columns, or their own: how they are called, and of which bank they are. */
export const OWN_FORMATS = {
  qif: { titulo: 'QIF', banco: '0134' },
  mt940: { titulo: 'MT940', banco: '0105' },
  bdv: { titulo: 'TXT del Banco de Venezuela', banco: '0102' },
  aeb43: { titulo: 'AEB 43 de BBVA Provincial', banco: '0108' },
  ofx: { titulo: 'OFX', banco: '' },
} as const
