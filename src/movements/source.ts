import { bankCode } from '#payment-methods/banks.ts'
import type { MethodKind } from '#payment-methods/methods.ts'
import { PULL_FORMS } from './pull-forms.ts'
import { INVENTED, type SourceField, type SourceForm, THIRD_PARTY } from './source-form.ts'

/** Why a source brings nothing just now. */
export const SOURCE_CAUSES = ['tiempo', 'credencial', 'limite', 'mantenimiento', 'ilegible'] as const
export type SourceCause = (typeof SOURCE_CAUSES)[number]

const BOLIVARES: readonly MethodKind[] = ['pago_movil', 'transferencia']

/** The bank's word arrives from these addresses only, when there are any. */
const ADDRESSES: SourceField = {
  nombre: 'direcciones',
  etiqueta: 'Direcciones IP del banco',
  opcional: true,
  ayuda: 'Si el banco te las dio: separadas por comas. Lo que llegue de otra no se acepta.',
}

/** Fields of a new source: a row each, which the panel draws and the server checks (server/sources/change-source.ts). */
export const SOURCE_FORMS: readonly SourceForm[] = [
  {
    fuente: 'aviso',
    via: 'aviso',
    titulo: 'Teléfono que reenvía avisos',
    nota: INVENTED,
    metodos: ['pago_movil', 'transferencia', 'binance'],
    campos: [],
  },
  {
    fuente: 'bdv',
    via: 'webhook',
    titulo: 'Banco de Venezuela: te avisa cada pago',
    nota: THIRD_PARTY,
    metodos: BOLIVARES,
    banco: '0102',
    campos: [ADDRESSES],
  },
  {
    fuente: 'bnc',
    via: 'webhook',
    titulo: 'BNC: te avisa cada pago',
    nota: THIRD_PARTY,
    metodos: BOLIVARES,
    banco: '0191',
    campos: [ADDRESSES],
  },
  {
    fuente: 'bancamiga',
    via: 'webhook',
    titulo: 'Bancamiga: te avisa cada pago',
    nota: THIRD_PARTY,
    metodos: BOLIVARES,
    banco: '0172',
    campos: [ADDRESSES],
  },
  {
    fuente: 'r4',
    via: 'webhook',
    titulo: 'R4 Conecta',
    nota: THIRD_PARTY,
    metodos: BOLIVARES,
    banco: '0169',
    campos: [ADDRESSES],
  },
  ...PULL_FORMS,
]

/** Whether a source of that kind can report on an account: of its kind, in bolívares where it is a bank's here, and of no other bank. */
export function tellsOf(
  { metodos, banco }: SourceForm,
  account: { tipo: string; moneda: string; banco: string },
): boolean {
  const kind = metodos.find((one) => one === account.tipo)
  if (kind === undefined || (BOLIVARES.includes(kind) && account.moneda !== 'VES')) return false
  const code = bankCode(account.banco)
  return banco === undefined || code === null || code === banco
}

/** The form of that kind, or undefined where the product has none. */
export function sourceForm(fuente: string, via: string): SourceForm | undefined {
  return SOURCE_FORMS.find((form) => form.fuente === fuente && form.via === via)
}
