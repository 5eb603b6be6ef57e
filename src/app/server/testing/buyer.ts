import { expect } from 'vitest'
import { JPEG, multipart, report, type Shop } from './shop.ts'

type Reached = Pick<Shop, 'app' | 'id'>

/** A visitor holds two tickets, or what `wish` says. */
export function hold({ app, id }: Reached, wish: object = { cantidad_tickets: 2 }, remoteAddress?: string) {
  const url = `/api/rifas/${id}/apartados`
  return app.inject({ method: 'POST', url, payload: wish, ...(remoteAddress ? { remoteAddress } : {}) })
}

/** The token of such a hold. */
export async function heldToken(...given: Parameters<typeof hold>): Promise<string> {
  const held = await hold(...given)
  expect(held.statusCode, held.body).toBe(201)
  return held.json().token
}

/** A call of the visitor who holds them: how they stand, another ten minutes, their end, their purchase. */
export function ofHold({ app }: Pick<Shop, 'app'>, apartado: string, what: '' | 'renovar' | 'soltar' | 'compra' = '') {
  const url = `/api/rifas/apartado${what && `/${what}`}`
  return app.inject({ method: 'POST', url, payload: { apartado } })
}

let people = 0

/** Somebody new reports a payment that nobody had before, with a proof of their own. @returns the answer, which accepts it. */
export async function paysAnew(
  shop: Shop,
  changes: Record<string, string | undefined> = {},
  more: Parameters<typeof report>[2] = {},
): Promise<{ id: number; codigo: string; secreto: string; en_espera: boolean }> {
  const number = ++people
  const who = {
    cedula: `V${20_000_000 + number}`,
    telefono: `0414${1_000_000 + number}`,
    correo: `persona${number}@ejemplo.test`,
    referencia: String(300_000_000 + number * 7_919),
    total: `${Number(changes['cantidad_tickets'] ?? 2) * 5}.00`,
  }
  const proof = { bytes: Buffer.concat([JPEG, Buffer.from(`-${number}`)]), name: 'pago.jpg', type: 'image/jpeg' }
  const answer = await report(shop, { ...who, ...changes }, { proof, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

/** The private page of that secret. */
export function ownPage({ app }: Pick<Shop, 'app'>, secreto: string) {
  return app.inject({ method: 'POST', url: '/api/rifas/mi-compra', payload: { secreto } })
}

/** Sends a correction from the private page. @param fields with its secret. */
export async function correct(
  { app }: Pick<Shop, 'app'>,
  fields: Record<string, string>,
  proof: Parameters<typeof multipart>[1] = null,
) {
  return app.inject({ method: 'POST', url: '/api/rifas/mi-compra/corregir', ...(await multipart(fields, proof)) })
}

/** Tickets that anybody can have. */
export async function freeTickets({ app, id }: Reached): Promise<number> {
  return (await app.inject(`/api/rifas/${id}/status`)).json().data.rifa.numeros_disponibles
}

/** The row of a purchase. */
export function purchaseRow({ ctx }: Pick<Shop, 'ctx'>, id: number) {
  return ctx.db.read.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Where the tickets of a raffle are. */
export function stockOf({ ctx, id }: Pick<Shop, 'ctx' | 'id'>) {
  return ctx.db.read.selectFrom('stock').selectAll().where('rifa_id', '=', id).executeTakeFirstOrThrow()
}

/** Somebody who may not buy. */
export async function block({ ctx }: Pick<Shop, 'ctx'>, cedula: string): Promise<void> {
  const who = { cedula, telefono: null, correo: null, motivo: 'Falsos', por: 'Ana', por_id: 1, compra_id: null }
  const row = { ...who, en: ctx.clock.now() }
  await ctx.db.write('prueba', (tx) => tx.insertInto('blocked_people').values(row).execute())
}
