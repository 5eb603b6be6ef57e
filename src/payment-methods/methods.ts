/** The kinds of payment of the product, and how each is called. */
export const METHOD_KINDS = ['pago_movil', 'zelle', 'binance', 'paypal', 'transferencia'] as const
export type MethodKind = (typeof METHOD_KINDS)[number]

/** As the specification writes them: its forms send them and its pages show them until an owner writes another name. */
export const METHOD_TITLES: Record<MethodKind, string> = {
  pago_movil: 'Pago Movil',
  zelle: 'Zelle',
  binance: 'Binance',
  paypal: 'PayPal',
  transferencia: 'Transferencia Bancaria',
}

/** How a kind is called everywhere else. */
export const METHOD_NAMES: Record<MethodKind, string> = {
  ...METHOD_TITLES,
  pago_movil: 'Pago Móvil',
  transferencia: 'Transferencia bancaria',
}

/** An account as the panel calls it: by the name that its owner gave it, else by its kind. */
export function accountName({ tipo, titulo }: { tipo: MethodKind; titulo: string }): string {
  return titulo === METHOD_TITLES[tipo] ? METHOD_NAMES[tipo] : titulo
}

/** Kinds of forms for an owner; Nequi is a transfer in COP at a price of its own. */
export const METHOD_FORMS = [...METHOD_KINDS, 'nequi'] as const
export type MethodForm = (typeof METHOD_FORMS)[number]
