import type { SourceField, SourceForm } from './source.ts'

/** Said of every bank that is asked: nobody of this house has its contract. */
const NOTE = 'Según documentación de terceros, probado contra un servidor simulado.'

const ADDRESS = /^https:\/\/[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d{1,5})?(?:\/[\w./-]*)?$/i

/** Where a bank is asked: another address where its contract says so. */
const address = (usual: string | null): SourceField => ({
  nombre: 'direccion',
  etiqueta: 'Dirección del servicio',
  ...(usual === null ? {} : { opcional: true as const }),
  ayuda:
    usual === null ? 'La que dice tu contrato con el banco.' : `Si tu contrato dice otra. La de siempre es ${usual}`,
  forma: [ADDRESS, 'Debe empezar por https:// y no llevar clave.'],
})

const account: SourceField = {
  nombre: 'cuenta',
  etiqueta: 'Número de cuenta',
  forma: [/^\d{20}$/, 'Son 20 números, sin guiones.'],
}

/** Banks and wallets that are asked: a row each, beside its adapter (server/pulls). */
export const PULL_FORMS: readonly SourceForm[] = [
  {
    fuente: 'bdv',
    via: 'lectura',
    titulo: 'Banco de Venezuela: consulta de movimientos',
    nota: NOTE,
    metodos: ['pago_movil', 'transferencia'],
    banco: '0102',
    campos: [
      { ...account, ayuda: 'La cuenta jurídica afiliada al servicio de conciliación.' },
      {
        nombre: 'clave',
        etiqueta: 'API Key',
        secreto: true,
        ayuda: 'En BDVenlínea Empresas: Consultas, Otras consultas, Conciliación automática, Ver API.',
      },
      address('https://bdvconciliacion.banvenez.com'),
    ],
  },
]
