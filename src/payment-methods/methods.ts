/** The kinds of payment of the product, and how each is called. */
export const METHOD_KINDS = ['pago_movil', 'zelle', 'binance', 'paypal', 'transferencia'] as const
export type MethodKind = (typeof METHOD_KINDS)[number]

export const METHOD_TITLES: Record<MethodKind, string> = {
  pago_movil: 'Pago Movil',
  zelle: 'Zelle',
  binance: 'Binance',
  paypal: 'PayPal',
  transferencia: 'Transferencia Bancaria',
}
