import { bankCode } from '#payment-methods/banks.ts'
import type { MethodKind } from '#payment-methods/methods.ts'
import type { SourceField, SourceForm } from './source.ts'

/** The field of the day on which the key ends, where a bank's key does. Left empty it is the key's own day, or a year from then. */
export const ENDS = 'vence'

/** For every format of a bank: nobody of this house has its contract. */
const WHOSE = 'Según documentación de terceros'
export const THIRD_PARTY = `${WHOSE}, probado contra un servidor simulado.`
/** The same without a server to test against: a file that somebody downloaded, a message that a phone got. */
export const INVENTED = `${WHOSE}, probado con ejemplos inventados.`

const BOLIVARES: readonly MethodKind[] = ['pago_movil', 'transferencia']

const ADDRESS = /^https:\/\/[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d{1,5})?(?:\/[\w./-]*)?$/i

/** Address of a bank: another one where its contract names it. */
const address = (usual: string | null): SourceField => ({
  nombre: 'direccion',
  etiqueta: 'Dirección del servicio',
  destino: true,
  ...(usual === null ? {} : { opcional: true as const }),
  ayuda:
    usual === null ? 'La que dice tu contrato con el banco.' : `Si tu contrato dice otra. La de siempre es ${usual}.`,
  forma: [ADDRESS, 'Debe empezar por https:// y no llevar clave.'],
})

const account: SourceField = {
  nombre: 'cuenta',
  etiqueta: 'Número de cuenta',
  forma: [/^\d{20}$/, 'Son 20 dígitos, sin guiones.'],
}

/** The bank's word arrives from these addresses only, when there are any. */
const ADDRESSES: SourceField = {
  nombre: 'direcciones',
  etiqueta: 'Direcciones IP del banco',
  opcional: true,
  ayuda: 'Si el banco te las dio: separadas por comas. Lo que llegue de otra no se acepta.',
}

/** Banks that call, by the first four digits of their accounts. */
const CALLING: readonly [SourceForm['fuente'], banco: string, titulo: string][] = [
  ['bdv', '0102', 'Banco de Venezuela: te avisa cada pago'],
  ['bnc', '0191', 'BNC: te avisa cada pago'],
  ['bancamiga', '0172', 'Bancamiga: te avisa cada pago'],
  ['r4', '0169', 'R4 Conecta'],
]

/** Banks and wallets that are polled: a row each, with its adapter in server/pulls. Most are of accounts in bolívares. */
const POLLED: readonly (Pick<SourceForm, 'fuente' | 'titulo' | 'campos'> & Partial<SourceForm>)[] = [
  {
    fuente: 'bdv',
    titulo: 'Banco de Venezuela: consulta de movimientos',
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
  {
    fuente: 'bnc',
    titulo: 'BNC: consulta de movimientos',
    banco: '0191',
    campos: [
      account,
      {
        nombre: 'rif',
        etiqueta: 'RIF de la cuenta',
        ayuda: 'Con su letra y sin guiones, como el banco lo registró: J123456789.',
        forma: [/^[VEJGPC]\d{6,10}$/, 'Escríbelo con su letra y sin guiones, como J123456789.'],
      },
      {
        nombre: 'guid',
        etiqueta: 'ClientGUID',
        forma: [/^[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}$/i, 'Son 36 letras y números con guiones.'],
      },
      {
        nombre: 'llave_maestra',
        etiqueta: 'MasterKey',
        secreto: true,
        ayuda: 'La da el banco junto con el ClientGUID.',
      },
      address(null),
    ],
  },
  {
    fuente: 'bancamiga',
    titulo: 'Bancamiga: historial de Pago Móvil',
    metodos: ['pago_movil'],
    banco: '0172',
    campos: [
      {
        nombre: 'token',
        etiqueta: 'Token de acceso',
        secreto: true,
        ayuda: 'Dura un año. Pégalo sin la palabra Bearer.',
        forma: [/^[\w.~+/=-]{20,4000}$/, 'Pega solo el token, sin espacios.'],
      },
      {
        nombre: ENDS,
        etiqueta: 'Vence el',
        opcional: true,
        dia: true,
        ayuda: 'El día que te dijo el banco. Vacío: el que dice el token, o un año desde hoy.',
        forma: [/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Elige un día.'],
      },
      address(null),
    ],
  },
  {
    fuente: 'binance',
    titulo: 'Binance Pay: historial',
    metodos: ['binance'],
    campos: [
      {
        nombre: 'clave',
        etiqueta: 'API Key',
        secreto: true,
        ayuda: 'Solo con «Habilitar lectura», sin retiros ni operaciones, y solo para la dirección IP de tu servidor.',
      },
      {
        nombre: 'secreto',
        etiqueta: 'Secret Key',
        secreto: true,
        ayuda: 'Binance la muestra una sola vez, al crear la API Key.',
      },
      address('https://api.binance.com'),
    ],
  },
  {
    fuente: 'zelle',
    titulo: 'Zelle: correos de tu banco',
    nota: `Chase, Wells Fargo, Bank of America y TD. ${THIRD_PARTY}`,
    metodos: ['zelle'],
    campos: [
      {
        nombre: 'servidor',
        destino: true,
        etiqueta: 'Servidor de correo (IMAP)',
        ayuda: 'imap.gmail.com, outlook.office365.com…',
        forma: [/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i, 'Escribe solo el nombre del servidor, como imap.gmail.com.'],
      },
      {
        nombre: 'puerto',
        destino: true,
        etiqueta: 'Puerto',
        opcional: true,
        ayuda: 'Vacío es 993.',
        forma: [/^\d{1,5}$/, 'Es un número, casi siempre 993.'],
      },
      { nombre: 'usuario', etiqueta: 'Usuario', destino: true, ayuda: 'Casi siempre, tu dirección de correo.' },
      {
        nombre: 'clave',
        etiqueta: 'Clave de aplicación',
        secreto: true,
        ayuda: 'No la de tu cuenta: créala en la seguridad de tu correo.',
      },
      {
        nombre: 'destinatario',
        etiqueta: 'A qué dirección te escribe el banco',
        opcional: true,
        ayuda: 'Vacío es el usuario. Un aviso para otra dirección no cuenta.',
        forma: [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Escribe una dirección de correo.'],
      },
      { nombre: 'carpeta', etiqueta: 'Carpeta', opcional: true, ayuda: 'Vacío es la bandeja de entrada.' },
    ],
  },
  {
    fuente: 'banesco',
    titulo: 'Banesco: confirmación de pagos',
    nota: `Pregunta por cada pago que te reportan. ${THIRD_PARTY}`,
    banco: '0134',
    campos: [
      account,
      { nombre: 'cliente', etiqueta: 'Client ID' },
      { nombre: 'clave', etiqueta: 'Client Secret', secreto: true },
      {
        nombre: 'direccion_clave',
        destino: true,
        etiqueta: 'Dirección del inicio de sesión',
        ayuda: 'La que termina en openid-connect/token.',
        forma: [ADDRESS, 'Debe empezar por https:// y no llevar clave.'],
      },
      { ...address(null), ayuda: 'La que dice tu contrato, sin /financial-account/transactions.' },
    ],
  },
  {
    fuente: 'pabilo',
    titulo: 'Pabilo',
    nota: `Pregunta por cada pago que te reportan, hasta cinco veces; Pabilo cobra por sus consultas. ${THIRD_PARTY}`,
    campos: [
      {
        nombre: 'cuenta_pabilo',
        etiqueta: 'Identificador de la cuenta en Pabilo',
        ayuda: 'El userBankId de la cuenta que conectaste.',
        forma: [/^[\w-]{1,80}$/, 'Son letras, números y guiones.'],
      },
      { nombre: 'clave', etiqueta: 'appKey', secreto: true },
      address('https://api.pabilo.app'),
    ],
  },
]

/** Fields of a new source: a row each, which the panel draws and the server checks (server/sources/change-source.ts). */
export const SOURCE_FORMS: readonly SourceForm[] = [
  {
    fuente: 'aviso',
    via: 'aviso',
    titulo: 'Teléfono que reenvía avisos',
    nota: INVENTED,
    metodos: [...BOLIVARES, 'binance'],
    campos: [],
  },
  ...CALLING.map(([fuente, banco, titulo]): SourceForm => {
    return { fuente, via: 'webhook', titulo, nota: THIRD_PARTY, metodos: BOLIVARES, banco, campos: [ADDRESSES] }
  }),
  ...POLLED.map((form): SourceForm => ({ via: 'lectura', nota: THIRD_PARTY, metodos: BOLIVARES, ...form })),
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
