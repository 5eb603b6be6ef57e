import type { RateReference } from './contract.ts'

/** How the pages name each rate. Apart from the contract, whose library the shop does not load. */
export const RATE_NAMES: Record<RateReference, string> = {
  bcv_euro: 'Tasa BCV euro',
  bcv_dolar: 'Tasa BCV dólar',
  fija: 'Tasa del día',
}
