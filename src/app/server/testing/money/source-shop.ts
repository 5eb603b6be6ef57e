import { TESTER } from '#journal/server/testing/actors.ts'
import type { SourceKey, Sources } from '#money/sources-contract.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import type { Setup, TestCtxOptions } from '#platform/server/testing/engines.ts'
import { createApp } from '../../create-app.ts'
import { OWNER, openShop, signInOwner } from '../shop.ts'

/** A shop whose owner adds sources of money in its first account (Pago Móvil, 0134 Banesco). */
export async function openSourceShop(setup: Setup, options: TestCtxOptions = {}) {
  const shop = await openShop(setup, {}, options)
  const { ctx, app } = shop
  // The calls of phones and banks are in no document, and `app` checks every answer against one.
  const outside = await createApp(ctx, null)
  const headers = await signInOwner(shop)
  const freshCode = await giveSecondFactor(ctx, OWNER.correo)
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, headers, ...(payload ? { payload } : {}) })

  async function add(fuente: string, via: string, more: object = {}): Promise<SourceKey> {
    const payload = { metodo_id: 1, fuente, via, nombre: 'Caja', ajustes: {}, codigo: freshCode(), ...more }
    const answer = await call('POST', '/api/panel/fuentes', payload)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json().llave
  }

  const movements = () => ctx.db.read.selectFrom('movements').selectAll().orderBy('id').execute()
  const receipts = () => ctx.db.read.selectFrom('movement_receipts').selectAll().orderBy('id').execute()
  const sources = async () => (await call('GET', '/api/panel/fuentes')).json<Sources>().fuentes
  /** Moves the account to another bank, whose notices are then its own. */
  const bankOf = (banco: string) => changeMethod(ctx, 1, { banco }, TESTER)
  /** All receipts are read by now. */
  const settled = async () => (await receipts()).every(({ estado }) => estado !== 'pendiente')
  return { ...shop, outside, headers, freshCode, call, add, movements, receipts, sources, bankOf, settled }
}
