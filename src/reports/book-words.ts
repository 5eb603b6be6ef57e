import type { BookAccount, Figures } from '#money/books-contract.ts'

/** Names of the books' figures, on screen, in a file and in a mail, in the order in which they add up. */
export const FIGURE_NAMES: readonly [of: keyof Figures, name: string][] = [
  ['confirmado', 'Confirmado'],
  ['por_verificar', 'Por verificar'],
  ['vendido', 'Vendido'],
  ['de_mas', 'Aceptado de más'],
  ['de_menos', 'Aceptado de menos'],
  ['recibido', 'Recibido'],
  ['debe', 'Falta cobrar'],
  ['devolver', 'Por devolver'],
  ['revertido', 'Se lo llevó el banco'],
  ['comisiones', 'Comisiones'],
]

type AccountFigure = keyof Omit<BookAccount, 'metodo_id' | 'titulo' | 'moneda'>

/** The same for an account: the parts of `Entró` come before it. */
export const ACCOUNT_NAMES: readonly [of: AccountFigure, name: string][] = [
  ['unido', 'Unido a compras'],
  ['sobra', 'Sobra de lo unido'],
  ['sin_reporte', 'Sin reporte'],
  ['devuelto', 'Devuelto'],
  ['ignorado', 'Ignorado'],
  ['revertido', 'Se lo llevó el banco'],
  ['entro', 'Entró'],
  ['comisiones', 'Comisiones'],
  ['otras_salidas', 'Otras salidas'],
  ['repetido', 'Quizás repetido, sin sumar'],
  ['salidas_repetidas', 'Salidas quizás repetidas, sin sumar'],
]

/** Shown only if not zero: most raffles never have any. */
export const SELDOM: ReadonlySet<string> = new Set<keyof Figures | AccountFigure>([
  'de_mas',
  'de_menos',
  'sobra',
  'revertido',
  'repetido',
  'salidas_repetidas',
])
