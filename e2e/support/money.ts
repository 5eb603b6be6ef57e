import { CONSOLE } from '#journal/actor.ts'
import { importStatement } from '#money/server/bank/statements/import-statement.ts'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { makeBuyer, proofPicture, reportByCall } from './buyer.ts'
import { createInstallation, type Installation, inside, type Product, startProduct } from './product.ts'
import { setUpShop } from './set-up.ts'

/** One line of a statement: a credit in bolívares, or a debit of the bank's own. */
export interface StatementRow {
  referencia: string
  texto: string
  /** `2.600,00` */
  credito?: string
  debito?: string
}

/** On which everything here was paid. Taken once: midnight may come between a report and what a bank says of it. */
const PAID = dayInCaracas(Date.now() as Instant)
/** `27/11/2026` */
export const PAID_AS_BANKS_WRITE = PAID.split('-').reverse().join('/')

/** That day's statement as banks let one download it: lines before the heading, `;` between the columns, amounts with a comma. */
export function statementFile(rows: readonly StatementRow[]): Buffer {
  const lines = rows.map(({ referencia, texto, credito = '', debito = '' }) =>
    [PAID_AS_BANKS_WRITE, referencia, texto, debito, credito, ''].join(';'),
  )
  return Buffer.from(
    ['Estado de cuenta', '', 'Fecha;Referencia;Descripción;Débito;Crédito;Saldo', ...lines, ''].join('\r\n'),
  )
}

/** Columns with names that no bank of ours has, amounts the other way round, and a row that is none. */
export function oddStatement(day: string, reference: string) {
  const rows = [
    'cuando|doc|que|cuanto',
    `2026-11-${day}|${reference}111|PAGO MOVIL DE CARMEN|6,714.24`,
    `2026-11-${day}|${reference}222|TRANSFERENCIA DE LUIS|26,000.00`,
    `2026-11-${day}|${reference}333|COMISION|-7.80`,
    `2026-11-${day}|${reference}444|PAGO MOVIL DE ANA|no sé`,
    '',
  ]
  return { name: 'raro.txt', mimeType: 'text/plain', buffer: Buffer.from(rows.join('\n')) }
}

/** Money in and out differ by a word, one of which is unknown. */
export function kindsOfMovement() {
  const rows = ['Abono', 'Cargo', 'Ajuste'].map((word, at) => `20/11/2026;09003200${at};OPERACION;1.00${at},50;${word}`)
  const text = ['Fecha;Referencia;Descripción;Monto;Tipo', ...rows, ''].join('\n')
  return { name: 'tipos.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

/** A reference of its own, as long as a bank's. */
export function referenceOf(number: number): string {
  return String(81_900_290_617 + number * 7_919).padStart(12, '0')
}

/** Names have letters only. */
export function nameOf(number: number): string {
  const letter = (of: number) => String.fromCharCode(97 + (of % 26))
  return `Luisa ${letter(number).toUpperCase()}${letter(Math.floor(number / 26))}ra Ejemplo`
}

/** Price of two tickets of the raffle in bolívares (set-up.ts), and of three. */
const PRICE = '2.600,00'
export const PRICE_OF_THREE = '3.900,00'

/** Reports whose money came in as it should: more than the panel confirms in one call. */
export const EXACT = 52
/** One transfer that says too little, one that pays two reports, the second of them; and one of whose money nobody has heard. */
export const [LITTLE, DOUBLE, SECOND, UNSEEN] = [60, 61, 62, 63] as const

/** Of a statement of 62 rows. */
export const ROWS: StatementRow[] = [
  ...Array.from({ length: EXACT }, (_, number) => came(number, PRICE)),
  came(LITTLE, '600,00'),
  came(DOUBLE, '5.200,00'),
  ...[70, 71, 72, 73, 74, 75].map((number) => came(number, `${number}.000,00`)),
  // Banks charge under the number of the payment itself.
  ...[0, 1].map((number) => ({ referencia: referenceOf(number), texto: 'COMISION PAGO MOVIL', debito: '7,80' })),
]

export function came(number: number, credito: string): StatementRow {
  return { referencia: referenceOf(number), texto: 'PAGO MOVIL RECIBIDO', credito }
}

export interface MoneyShop {
  installation: Installation
  product: Product
  address: string
  close(): Promise<void>
}

/** A shop to which 56 people have reported a payment, of whose bank nothing is known yet. */
export async function openMoneyShop(): Promise<MoneyShop> {
  const installation = await createInstallation(null)
  await setUpShop(installation.env, { rate: true })
  const product = await startProduct({ ...installation.env, ABUSE_LIMITS: 'off' })
  const { address } = product
  const two = [...Array(EXACT).keys(), LITTLE, DOUBLE, SECOND]
  // Their pictures are drawn together, which takes a third of the time; they are sent in this order.
  const pictures = await Promise.all(
    [...two, UNSEEN].map((number) => proofPicture({ referencia: referenceOf(number) })),
  )
  for (const [at, number] of [...two, UNSEEN].entries())
    await report(address, number, number === UNSEEN ? 3 : 2, pictures[at] as Buffer)
  return {
    installation,
    product,
    address,
    close: async () => {
      await product.stop()
      await installation.remove()
    },
  }
}

/** Imports a statement as a script would, beside the server that runs. */
export async function importBeside(env: Record<string, string>, rows: readonly StatementRow[]): Promise<void> {
  const file = { metodo_id: 1, mapa: null, nombre: 'movimientos.csv', bytes: statementFile(rows) }
  await inside(env, (ctx) => importStatement(ctx, file, CONSOLE))
}

/** Somebody's report of tickets of that raffle, with their own name and reference. */
async function report(address: string, number: number, cantidad: number, bytes: Buffer): Promise<void> {
  const buyer = { ...makeBuyer(40_000 + number), nombre: nameOf(number), referencia: referenceOf(number) }
  await reportByCall(address, buyer, {
    id_rifa: 2,
    cantidad,
    total: `${cantidad * 1300}.00`,
    fecha: PAID,
    proof: { name: 'pago.jpg', type: 'image/jpeg', bytes },
  })
}
