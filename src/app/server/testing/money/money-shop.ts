import { expect } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { Books } from '#money/books-contract.ts'
import type { ExactBatchAnswer, Suggestions, Verdict } from '#money/contract.ts'
import { type Told, UNSAID } from '#money/movement.ts'
import { MOVEMENTS_LANE, recordMovements, type Word } from '#money/server/bank/record-movements.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { dayInCaracas } from '#platform/clock.ts'
import type { Setup } from '#platform/server/testing/engines.ts'
import type { NewRaffle } from '#raffles/raffle-fields.ts'
import { heldToken, purchaseRow } from '../buyer.ts'
import { openDesk, post, sellByHand } from '../desk.ts'
import { JPEG, OWNER, report, type Shop } from '../shop.ts'
import { movementsOf } from './statement-shop.ts'

/** The account of the shop's Pago Móvil. */
export const ACCOUNT = 1

/** Price of two tickets of the shop's raffle at its rate, in the smallest unit. */
export const PRICE = 671_424

/** A shop with an owner, into whose account money comes. */
export const openMoneyShop = (setup: Setup, raffle: Partial<NewRaffle> = {}) =>
  openDesk(setup, { total_numeros: 1_000, ...raffle })
export type MoneyDesk = Awaited<ReturnType<typeof openMoneyShop>>
export type MoneyShop = Shop & Pick<MoneyDesk, 'headers'>

/** The same, whose raffle is confirmed by the bank's word alone. */
export async function openConfirming(setup: Setup, raffle: Partial<NewRaffle> = {}): Promise<MoneyDesk> {
  const shop = await openMoneyShop(setup, raffle)
  await letConfirm(shop)
  return shop
}

/** A buyer, as she reports, and the two facts that a bank may give of her. */
export const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
export const HER_DOCUMENT = { documento_origen: 'V12345678' }
export const HER_PHONE = { telefono_origen: '584141112233' }

/** Who tells of money, and how far it is believed: the account's bank where it says nothing. */
type Said = Partial<Pick<Word, 'metodo_id' | 'fuente' | 'confianza' | 'canal' | 'crudo_sha256'>>
/** A file of rows that its name tells from others. */
export const file = (crudo_sha256: string) => ({ fuente: 'extracto', confianza: 'extracto', crudo_sha256 }) as const
/** A notice that a phone forwarded. */
export const notice = (crudo_sha256: string) => ({ fuente: 'aviso', confianza: 'aviso', crudo_sha256 }) as const
/** A call of that bank, which is asked for its list too. */
export const call = (fuente: 'bdv' | 'bnc') =>
  ({ fuente, confianza: 'banco', canal: 'webhook', crudo_sha256: 'call' }) as const
/** The list of that bank. */
export const list = (fuente: 'bdv' | 'bnc') => ({ fuente, confianza: 'banco', crudo_sha256: 'list' }) as const
export type Telling = readonly [rows: readonly Partial<Told>[], said?: Said]

let names = 0

/** Money that came in today, as the bank reports it. @returns the ids of new movements. */
export async function comeIn(
  { ctx }: Pick<Shop, 'ctx'>,
  credits: readonly Partial<Told>[],
  said: Said = {},
): Promise<number[]> {
  const now = ctx.clock.now()
  const told = credits.map(
    (one): Told => ({
      id_banco: `m${++names}`,
      sentido: 'credito',
      tipo: 'pago_movil',
      centimos: PRICE,
      moneda: 'VES',
      dia: dayInCaracas(now),
      en: null,
      ...UNSAID,
      ...one,
    }),
  )
  const word: Word = { metodo_id: ACCOUNT, fuente: 'bdv', confianza: 'banco', crudo_sha256: 'x', now, ...said }
  return (await ctx.db.write(MOVEMENTS_LANE, (tx) => recordMovements(tx, word, told))).nuevos
}

/** Of each movement, the one that it may repeat. */
export const marksOf = async (shop: Pick<Shop, 'ctx'>) => (await movementsOf(shop)).map((row) => row.repetida_de)

let people = 0

/** A report of two tickets by a new person. @returns its id. */
export async function pay(shop: Shop, referencia: string, changes: Record<string, string> = {}): Promise<number> {
  const who = ++people
  const digits = String(who).padStart(7, '0')
  const person = { cedula: `V-1${digits}`, telefono: `0414${digits}`, correo: `p${digits}@ejemplo.test` }
  const proof = { bytes: Buffer.concat([JPEG, Buffer.from(digits)]), name: 'pago.jpg', type: 'image/jpeg' }
  const fields = { referencia, metodo_id: String(ACCOUNT), ...person, ...changes }
  const answer = await report(shop, fields, { proof })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

/** Sold for bolívares in cash. @param more `confirmar` empty leaves it in review. */
export async function sellCash(shop: MoneyShop, more: Record<string, string>): Promise<number> {
  const fields = { moneda_efectivo: 'VES', ...more }
  const answer = await sellByHand(shop, shop.headers, `venta-0000-${more['referencia']}`, fields)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

/** Something happens at that approval from now on, once it has looked for its money and before it has its locks. */
export function atApproval({ ctx: { db } }: Pick<Shop, 'ctx'>, count: number, what: () => Promise<void>): void {
  const { writeBatched } = db
  let left = count
  db.writeBatched = async (lane, batch, input) => {
    if (lane.startsWith('rifa:') && --left === 0) {
      db.writeBatched = writeBatched
      await what()
    }
    return writeBatched(lane, batch, input)
  }
}

async function read<T>({ app, headers }: MoneyShop, path: string): Promise<T> {
  const answer = await app.inject({ url: `/api/panel${path}`, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}

/** The panel's answer. */
export const look = <T>(shop: MoneyShop, path: string): Promise<T> => read<T>(shop, `/conciliacion${path}`)

/** The books as the panel shows them. */
export const booksOf = (shop: MoneyShop, raffle = shop.id): Promise<Books> => read(shop, `/rifas/${raffle}/libros`)

/** The same, whose account is at the bank that gives payments of its own customers another number. */
export async function openBdvShop(setup: Setup, raffle: Partial<NewRaffle> = {}): Promise<MoneyDesk> {
  const shop = await openMoneyShop(setup, raffle)
  await changeMethod(shop.ctx, ACCOUNT, { banco: '0102 Banco de Venezuela', cedula: 'J-12345678-0' }, TESTER)
  return shop
}

/** Holds two tickets and chooses the account. @returns the hold, and its price with the céntimos. */
export async function chooseCents(shop: MoneyShop): Promise<{ apartado: string; centimos: number }> {
  const apartado = await heldToken(shop)
  const payload = { apartado, metodo_id: ACCOUNT }
  const { cotizacion } = (await shop.app.inject({ method: 'POST', url: '/api/rifas/apartado/metodo', payload })).json()
  return { apartado, centimos: PRICE + Number(cotizacion.centimos.monto.replace('.', '')) }
}

/** Requests the exact suggestions and confirms all of them. @returns the confirmed purchases. */
export async function confirmAll(shop: MoneyShop): Promise<number[]> {
  const { filas } = await look<Suggestions>(shop, '/sugerencias?ver=exactas')
  if (filas.length === 0) return []
  const pares = filas.map(({ compra, movimiento }) => ({
    compra_id: compra.id,
    version: compra.version,
    movimiento_id: movimiento.id,
  }))
  const answer = await post(shop, shop.headers, '/conciliacion/confirmar', { pares })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ExactBatchAnswer>().confirmadas.map(({ id }) => id)
}

/** Lets the bank's report confirm exact payments without a person, as the owner's setting does. */
export async function letConfirm(shop: MoneyShop, narrower: object = {}): Promise<void> {
  const code = await giveSecondFactor(shop.ctx, OWNER.correo)
  const limits = { activa: true, tope_cantidad: 100, tope_suma: '1000.00', version: 0, ...narrower }
  const answer = await shop.app.inject({
    method: 'PUT',
    url: `/api/panel/rifas/${shop.id}/confirmacion-automatica`,
    payload: { ...limits, codigo: code() },
    headers: shop.headers,
  })
  expect(answer.statusCode, answer.body).toBe(200)
}

export const stateOf = async (shop: Pick<Shop, 'ctx'>, id: number) => (await purchaseRow(shop, id)).estado

/** A call of the panel that succeeds. */
export async function act(shop: MoneyShop, path: string, payload: object): Promise<void> {
  const answer = await post(shop, shop.headers, path, payload)
  expect(answer.statusCode, answer.body).toBe(200)
}

/** Which money pays which purchase. */
export const linksOf = ({ ctx }: Pick<Shop, 'ctx'>) =>
  ctx.db.read.selectFrom('movement_links').selectAll().orderBy('compra_id').execute()

/** A person joins that money to the purchase. */
export const join = (shop: MoneyShop, compra_id: number, id: number | undefined) =>
  post(shop, shop.headers, '/conciliacion/unir', { compra_id, movimientos: [{ id }] })

/** A person decides about money that nobody reported. */
export const decide = (shop: MoneyShop, id: number | undefined, que: string) =>
  act(shop, `/conciliacion/movimientos/${id}`, { que, razon: 'Por Pago Móvil.' })

/** What the panel says about the money of each purchase. */
export async function verdictsOf(shop: MoneyShop, ...ids: number[]): Promise<(Verdict | undefined)[]> {
  const { veredictos } = await look<{ veredictos: Record<string, Verdict> }>(shop, `/veredictos?compras=${ids}`)
  return ids.map((id) => veredictos[id])
}

/** Transfers to the account of the shop's Pago Móvil: two methods of one account, unless `fields` name another. */
export const openTransfers = ({ ctx }: Pick<Shop, 'ctx'>, fields: Parameters<typeof changeMethod>[2] = {}) => {
  const own = { banco: '0134 Banesco', cedula: 'V-00.123.456', moneda: 'VES', precio_por_boleto: null } as const
  return changeMethod(ctx, 5, { ...own, paginas: ['A', 'B'], ...fields }, TESTER)
}
/** The number that such an account may have; its Pago Móvil names no document then. */
export const NUMBERED = { numeroCuenta: '0134-0000-12-0000123456', nombre: 'Inversiones Ejemplo', cedula: '' }
/** As a buyer reports a transfer. */
export const BY_TRANSFER = { metodo_id: '5', metodo_pago: 'Transferencia Bancaria' }
