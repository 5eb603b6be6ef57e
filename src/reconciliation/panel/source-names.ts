import type { SourceKind } from '#movements/movement.ts'

/** Names of a movement's sources, in Spanish. */
export const SOURCE_NAMES: Record<SourceKind, string> = {
  extracto: 'extracto',
  aviso: 'aviso del teléfono',
  bdv: 'Banco de Venezuela',
  bnc: 'BNC',
  bancamiga: 'Bancamiga',
  r4: 'R4',
  banesco: 'Banesco',
  binance: 'Binance',
  pabilo: 'Pabilo',
  zelle: 'correo de Zelle',
  a_mano: 'anotado a mano',
}
