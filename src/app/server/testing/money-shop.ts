import { expect } from 'vitest'
import { type Told, UNSAID } from '#movements/movement.ts'
import { MOVEMENTS_LANE, recordMovements, type Word } from '#movements/server/record-movements.ts'
import { dayInCaracas } from '#platform/clock.ts'
import type { Setup } from '#platform/server/testing/engines.ts'
import type { NewRaffle } from '#raffles/contract.ts'
import { JPEG, openShop, report, type Shop, signInOwner } from './shop.ts'

/** The account of the shop's Pago Móvil. */
export const ACCOUNT = 1

/** What two tickets of the shop's raffle cost at its rate, of the smallest unit. */
export const PRICE = 671_424

/** A shop with an owner, into whose account money comes. */
export async function openMoneyShop(setup: Setup, raffle: Partial<NewRaffle> = {}) {
  const shop = await openShop(setup, { total_numeros: 1_000, ...raffle })
  const headers = await signInOwner(shop)
  return { ...shop, headers }
}
export type MoneyShop = Awaited<ReturnType<typeof openMoneyShop>>

let names = 0

/** Money that came in today, as the bank tells it. @returns the ids of what is new. */
export async function comeIn(
  { ctx }: Pick<Shop, 'ctx'>,
  credits: readonly Partial<Told>[],
  said: Partial<Pick<Word, 'metodo_id' | 'fuente' | 'confianza' | 'canal'>> = {},
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

let people = 0

/** A report of two tickets by somebody of his own. @returns its id. */
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

/** What the panel answers. */
export async function look<T>({ app, headers }: MoneyShop, path: string): Promise<T> {
  const answer = await app.inject({ url: `/api/panel/conciliacion${path}`, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
