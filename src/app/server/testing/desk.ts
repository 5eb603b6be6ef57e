import sharp from 'sharp'
import { expect } from 'vitest'
import type { PanelSettings } from '#house/contract.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import type { SettingName } from '#platform/settings.ts'
import { checkReport } from '#review/server/check/check-purchase.ts'
import { heldToken, purchaseRow } from './buyer.ts'
import { multipart, OWNER, openShop, purchaseFields, report, type Shop, signInAgain, signInOwner } from './shop.ts'

/** A capture of a bank's app, as a phone saves it. */
export function capture(amount: string, reference: string): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1480" font-family="sans-serif">
    <rect width="720" height="1480" fill="#fff"/><rect width="720" height="180" fill="#0a7d4b"/>
    <text x="40" y="110" font-size="44" fill="#fff">Banco Ejemplo</text><circle cx="360" cy="330" r="80" fill="#0a7d4b"/>
    <text x="60" y="700" font-size="52">Bs. ${amount}</text><text x="60" y="850" font-size="38">${reference}</text></svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

export async function addReviewer(shop: Shop): Promise<Record<string, string>> {
  const who = { nombre: 'Ana', correo: 'ana@ejemplo.test', clave: 'otra frase larga y propia' }
  await quickOperator(shop.ctx, { ...who, rol: 'revisor' }, TESTER)
  return signInAgain(shop.app, { correo: who.correo, clave: who.clave })
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

export const openDesk = async (...given: Parameters<typeof openShop>) => deskOf(await openShop(...given))

/** The shop with its owner at the desk, or another operator, and their calls. */
export async function deskOf(shop: Shop, headers?: Record<string, string>) {
  const entered = headers ?? (await signInOwner(shop))
  return { ...shop, ...callsOf(shop, entered) }
}

/** Calls of the panel by somebody who has signed in. */
export function callsOf({ app }: Pick<Shop, 'app'>, headers: Record<string, string>) {
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    app.inject({ method, url: `/api/panel${path}`, headers, ...(payload ? { payload } : {}) })
  return {
    headers,
    get: (path: string) => call('GET', path),
    post: (path: string, payload: object = {}) => call('POST', path, payload),
    put: (path: string, payload: object) => call('PUT', path, payload),
    drop: (path: string, payload?: object) => call('DELETE', path, payload),
  }
}

/** The shop with its owner, who changes a setting of the server in the panel. */
export async function settingOf<S extends Shop>(shop: S, name: SettingName, path = `/servidor/${name}`) {
  const headers = await signInOwner(shop)
  const freshCode = await giveSecondFactor(shop.ctx, OWNER.correo)
  const answers: string[] = []
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = headers) => {
    const answer = await shop.app.inject({ method, url: `/api/panel${url}`, headers: as, ...(payload && { payload }) })
    answers.push(answer.body)
    return answer
  }
  const save = (more: object, as = headers) => call('POST', path, { version: 0, ...more }, as)
  const shown = async () =>
    (await call('GET', '/servidor')).json<PanelSettings>().ajustes.find(({ nombre }) => nombre === name)
  return { ...shop, headers, freshCode, answers, call, save, shown }
}

/** What the desk says of one aspect of a purchase; undefined where it says nothing. */
export async function checkOf({ ctx }: Pick<Shop, 'ctx'>, id: number, sobre: string) {
  return (await checkReport(ctx.db.read, await purchaseRow({ ctx }, id))).find((check) => check.sobre === sobre)
}

export const post = (shop: Shop, headers: Record<string, string>, path: string, payload: object = {}) =>
  callsOf(shop, headers).post(path, payload)

export async function reportOne(shop: Shop, reference: string, cedula: string, bytes?: Buffer): Promise<number> {
  const proof = bytes && { bytes, name: 'pago.png', type: 'image/png' }
  const fields = { referencia: reference, cedula, apartado: await heldToken(shop) }
  const answer = await report(shop, fields, proof ? { proof } : {})
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

/** A sale by hand: for cash, without a mail and confirmed, unless `changes` differ. @param key of the form, by which it is done once. */
export async function sellByHand(
  shop: Shop,
  headers: Record<string, string>,
  key: string,
  changes: Record<string, string | undefined> = {},
  proof: Parameters<typeof multipart>[1] = null,
) {
  const cash = { metodo_pago: undefined, referencia: undefined, correo: undefined, confirmar: '1' }
  const body = await multipart(purchaseFields(shop.id, { ...cash, ...changes }), proof)
  const url = '/api/panel/compras/nueva'
  const all = { ...headers, ...body.headers, 'idempotency-key': key }
  return shop.app.inject({ method: 'POST', url, payload: body.payload, headers: all })
}
