import type { AmountForm, DateForm, StatementField } from '../../../statement-map.ts'

/** How a bank's statement calls its columns. Editable: a bank that changes a name, or another bank, is a line here. */
export interface BankFormat {
  id: string
  titulo: string
  /** The bank's four digits. */
  banco: string
  /** Names of its columns as `plainName` makes them: a statement that has all of them is of this format. */
  columnas: Partial<Record<StatementField, string>>
  montos: AmountForm
  fechas: DateForm
}

const usual = { montos: 'auto', fechas: 'auto' } as const

/** Layouts of movements.md §4, one or more a bank. Of formats without names of columns, only how they are called. */
export const BANK_FORMATS: readonly BankFormat[] = [
  {
    id: 'banesco',
    titulo: 'Banesco',
    banco: '0134',
    columnas: { fecha: 'fecha', referencia: 'referencia', descripcion: 'descripcion', monto: 'monto' },
    ...usual,
  },
  {
    id: 'banesco-dos-columnas',
    titulo: 'Banesco',
    banco: '0134',
    columnas: {
      fecha: 'fecha',
      referencia: 'referencia',
      descripcion: 'descripcion',
      debito: 'cargo',
      credito: 'abono',
    },
    ...usual,
  },
  {
    id: 'bdv',
    titulo: 'Banco de Venezuela',
    banco: '0102',
    columnas: {
      referencia: 'referencia',
      descripcion: 'descripcion',
      fecha: 'fecha',
      tipo: 'tipo',
      credito: 'credito',
      debito: 'debito',
    },
    ...usual,
  },
  {
    id: 'mercantil',
    titulo: 'Mercantil',
    banco: '0105',
    columnas: {
      fecha: 'fecha',
      referencia: 'numero de transaccion',
      descripcion: 'descripcion',
      debito: 'egresos',
      credito: 'ingresos',
    },
    ...usual,
  },
  {
    id: 'provincial',
    titulo: 'BBVA Provincial',
    banco: '0108',
    columnas: { fecha: 'f operacion', referencia: 'n doc', descripcion: 'concepto', monto: 'importe' },
    ...usual,
  },
  {
    id: 'bnc',
    titulo: 'BNC',
    banco: '0191',
    columnas: {
      fecha: 'fecha',
      descripcion: 'descripcion',
      referencia: 'referencia',
      debito: 'debito',
      credito: 'credito',
    },
    ...usual,
  },
  {
    id: 'bnc-debe-haber',
    titulo: 'BNC',
    banco: '0191',
    columnas: {
      fecha: 'fecha',
      descripcion: 'descripcion',
      referencia: 'referencia',
      debito: 'debe',
      credito: 'haber',
    },
    ...usual,
  },
  {
    id: 'tesoro',
    titulo: 'Banco del Tesoro',
    banco: '0163',
    columnas: {
      fecha: 'fecha',
      referencia: 'referencia',
      descripcion: 'concepto',
      debito: 'debito',
      credito: 'credito',
    },
    ...usual,
  },
  {
    id: 'bancamiga',
    titulo: 'Bancamiga',
    banco: '0172',
    columnas: {
      fecha: 'fecha',
      referencia: 'referencia',
      descripcion: 'concepto',
      debito: 'debito',
      credito: 'credito',
    },
    ...usual,
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
