/**
 * Banks of Venezuela by the first four digits of their accounts. A method stores its text, `0134 Banesco`, so that a
 * bank which is not listed yet can be typed too.
 */
export const BANKS: readonly (readonly [codigo: string, nombre: string])[] = [
  ['0102', 'Banco de Venezuela'],
  ['0104', 'Venezolano de Crédito'],
  ['0105', 'Mercantil'],
  ['0108', 'BBVA Provincial'],
  ['0114', 'Bancaribe'],
  ['0115', 'Exterior'],
  ['0128', 'Caroní'],
  ['0134', 'Banesco'],
  ['0137', 'Sofitasa'],
  ['0138', 'Plaza'],
  ['0146', 'Bangente'],
  ['0151', 'BFC'],
  ['0156', '100% Banco'],
  ['0157', 'DelSur'],
  ['0163', 'Tesoro'],
  ['0166', 'Agrícola'],
  ['0168', 'Bancrecer'],
  ['0169', 'R4'],
  ['0171', 'Activo'],
  ['0172', 'Bancamiga'],
  ['0173', 'BID'],
  ['0174', 'Banplus'],
  ['0175', 'Banco Digital de los Trabajadores'],
  ['0177', 'Banfanb'],
  ['0178', 'N58'],
  ['0191', 'BNC'],
]

/** `0134 Banesco` */
export const BANK_TEXTS: readonly string[] = BANKS.map(([codigo, nombre]) => `${codigo} ${nombre}`)

/** `0134 Banesco`, or the digits alone of a bank that is not listed. */
export function bankText(codigo: string): string {
  return BANK_TEXTS.find((text) => text.startsWith(codigo)) ?? codigo
}

/** The four digits of a bank's text or of an account, or null. */
export function bankCode(text: string): string | null {
  return /^\d{4}/.exec(text)?.[0] ?? null
}
