import sharp from 'sharp'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { inside } from '../support/product.ts'
import { type Attempt, newAttempt, send, signIn } from './load.ts'
import type { SellingShop } from './selling-shop.ts'

/** The account into which the money comes. */
export const ACCOUNT = 1
/** Reports that are sent at once. */
const AT_ONCE = 16
/** Of a picture, in dots. */
const SIDE = 32

/** A report in review, and what its buyer owes in céntimos. */
export interface Reported {
  id: number
  referencia: string
  centimos: number
}

/** Where buyers pay by Pago Móvil, at a rate that stands still. */
export async function openAccount({ env }: SellingShop): Promise<void> {
  await inside(env, async (ctx) => {
    await setFixedRate(ctx, '671.4235', { actor: TESTER })
    const place = { banco: '0102 Banco de Venezuela', cedula: 'V-00.123.456', telefono: '0400-1234567' }
    await changeMethod(ctx, ACCOUNT, { ...place, nombre: 'Inversiones Ejemplo', paginas: ['A', 'B'] }, TESTER)
  })
}

/** Buyers report that they have paid; the ledger has each. */
export async function reportPaid(shop: SellingShop, count: number): Promise<Reported[]> {
  const { ledger } = shop
  const attempts: Attempt[] = []
  for (let at = 0; at < count; at++) {
    const { fields, key } = newAttempt(ledger)
    // No two share six digits: what looks like another payment is for a person.
    const referencia = String(41_200_000 + ledger.attempts)
    const method = { metodo_pago: 'Pago Movil', metodo_id: String(ACCOUNT) }
    const paid = { cantidad_tickets: '2', total: '2.00', referencia, ...method }
    // One picture of two payments is for a person too.
    const raw = { width: SIDE, height: SIDE, channels: 3 } as const
    const proof = await sharp(ledger.chance.bytes(SIDE * SIDE * 3), { raw })
      .jpeg()
      .toBuffer()
    attempts.push({ key, proof, fields: { ...fields, ...paid } })
  }
  for (let at = 0; at < count; at += AT_ONCE)
    await Promise.all(attempts.slice(at, at + AT_ONCE).map((one) => send(shop.product.address, one, ledger)))
  const ids = attempts.map(({ key }) => ledger.bought.get(key)?.answer.id ?? 0)
  const rows = await inside(shop.env, (ctx) =>
    ctx.db.read.selectFrom('purchases').select(['id', 'referencia', 'monto']).where('id', 'in', ids).execute(),
  )
  return rows.map(({ id, referencia, monto }) => ({ id, referencia, centimos: Math.round(Number(monto) * 100) }))
}

/** The panel as an owner uses it; signed in anew, because an address is another one after each start. */
export async function signedIn({ product }: SellingShop) {
  const headers = await signIn(product.address)
  return async function ask<T>(path: string, body?: object): Promise<T> {
    const call = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const answer = await fetch(`${product.address}/api/panel${path}`, call)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

/** Says what is otherwise than it must be. */
export function claim({ ledger }: SellingShop, what: string, is: unknown, must: unknown): void {
  const [found, wanted] = [JSON.stringify(is), JSON.stringify(must)]
  if (found !== wanted) ledger.failures.push(`${what}: ${found} instead of ${wanted}`)
}
