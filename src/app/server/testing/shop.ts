import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Operator } from '#access/contract.ts'
import { hashToken } from '#access/server/tokens.ts'
import { keepJournal } from '#journal/server/note-rows.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { signPermit } from '#operators/server/factor/permit.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import type { SalesPage } from '#payment-methods/contract.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Setup, TestCtx, TestCtxOptions } from '#platform/server/testing/engines.ts'
import type { NewRaffle } from '#raffles/raffle-fields.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { createApp } from '../create-app.ts'
import { schema } from '../schema.ts'
import { checkAnswer } from './check-answer.ts'

/** The smallest real pictures and documents. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==',
  'base64',
)
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

export const OWNER = { correo: 'duena@ejemplo.test', clave: 'una frase larga y propia' }

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A shop that sells raffle 1, with the API listening to injected requests. */
export async function openShop(setup: Setup, raffle: Partial<NewRaffle> = {}, options: TestCtxOptions = {}) {
  const usual = options.schema === undefined && options.now === undefined && options.seed === undefined
  const ctx = await setup.context({
    schema,
    ...options,
    ...(usual ? { prepared: { name: 'shop', by: setUp } } : {}),
    config: { abuseLimits: false, ...options.config },
  })
  if (!usual) await setUp(ctx)
  const id = await addRaffle(ctx, { titulo: 'Moto 200 cc', seleccion: 'ambas', ...raffle })
  const server = await createApp(ctx, null)
  await server.ready()
  return { ctx, app: { inject: documentedInject(server) }, id }
}

/** Makes the draft of a raffle. @param also what is written with it. @returns its id. */
export function addDraft(
  ctx: Ctx,
  fields: Partial<NewRaffle> = {},
  also?: Parameters<typeof createRaffle>[3],
): Promise<number> {
  const usual = { titulo: 'Otra', precio: '5.00', total_numeros: 100 }
  return createRaffle(ctx, newRaffle.parse({ ...usual, ...fields }), TESTER, also)
}

/** Puts a raffle on sale. @returns its id. */
export async function addRaffle(ctx: Ctx, fields: Partial<NewRaffle> = {}): Promise<number> {
  const id = await addDraft(ctx, fields)
  await publishRaffle(ctx, id, TESTER)
  return id
}

/** Settings of every shop before its raffle. */
async function setUp(ctx: TestCtx): Promise<void> {
  await keepJournal(ctx)
  await setFixedRate(ctx, '671.4235', { actor: TESTER })
  const paginas: SalesPage[] = ['A', 'B']
  await changeMethod(
    ctx,
    1,
    { cedula: 'V-00.123.456', telefono: '0400-1234567', nombre: 'Inversiones Ejemplo, C.A.', paginas },
    TESTER,
  )
  await changeMethod(ctx, 2, { email: 'pagos@ejemplo.test', nombre: 'Inversiones Ejemplo, C.A.', paginas }, TESTER)
}

/** Sends a request and holds the answer against the OpenAPI document. */
function documentedInject(server: FastifyInstance) {
  return async (request: string | InjectOptions): Promise<LightMyRequestResponse> => {
    const options = typeof request === 'string' ? { url: request } : request
    const answer = await server.inject(options)
    checkAnswer(server, options.method ?? 'GET', String(options.url), answer)
    return answer
  }
}

/** A visitor's form; every field can be replaced, or left out with undefined. */
export function purchaseFields(id: number, changes: Record<string, string | undefined> = {}): Record<string, string> {
  const fields: Record<string, string | undefined> = {
    id_rifa: String(id),
    cantidad_tickets: '2',
    total: '10.00',
    nombre: 'Carla Mendoza',
    cedula: 'V-12.345.678',
    telefono: '0414-123.45.67',
    correo: 'carla@ejemplo.test',
    referencia: '004512783390',
    status: 'en revision',
    metodo_pago: 'Pago Movil',
    ...changes,
  }
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** A multipart body as a browser sends it. */
export async function multipart(
  fields: Record<string, string>,
  proof: { bytes: Uint8Array; name: string; type: string } | null = {
    bytes: JPEG,
    name: 'pago.jpg',
    type: 'image/jpeg',
  },
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (proof) form.append('comprobante', new Blob([new Uint8Array(proof.bytes)], { type: proof.type }), proof.name)
  const response = new Response(form)
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}

/** Reports a purchase over HTTP. */
export async function report(
  shop: Shop,
  changes: Record<string, string | undefined> = {},
  more: { key?: string; manual?: boolean; proof?: Parameters<typeof multipart>[1]; remoteAddress?: string } = {},
) {
  const { payload, headers } = await multipart(purchaseFields(shop.id, changes), more.proof)
  return shop.app.inject({
    method: 'POST',
    url: `/api/rifas/participantes${more.manual ? '/manual' : ''}`,
    payload,
    ...(more.remoteAddress ? { remoteAddress: more.remoteAddress } : {}),
    headers: { ...headers, ...(more.key ? { 'idempotency-key': more.key } : {}) },
  })
}

/** Signs an owner in; the headers carry the session and those of the panel's requests. */
export async function signInOwner({ ctx, app }: { ctx: TestCtx; app: Shop['app'] }): Promise<Record<string, string>> {
  const operator = await quickOperator(ctx, { nombre: 'Marisela', rol: 'dueno', ...OWNER }, TESTER)
  const headers = await signInAgain(app)
  return { ...headers, 'x-tombola-permiso': permitOf(ctx, operator, headers) }
}

/** The permit that the page of that session has for ten minutes after a code. */
export function permitOf(ctx: TestCtx, { id }: { id: number }, { cookie = '' }: Record<string, string>): string {
  const token = /(?:^|; )tombola=([^;]+)/.exec(cookie)?.[1] ?? ''
  const operator: Operator = { id, nombre: '', correo: '', rol: 'dueno', segundo_factor: true }
  return signPermit(ctx, { operator, tokenHash: hashToken(token), deviceHash: null, permit: null }, 'codigo')
}

/** Status and code of an answer. */
export const said = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]

/** Headers of the panel's own page. */
export const PANEL = { 'x-tombola': 'panel', origin: 'http://localhost', host: 'localhost' }

/** Signs in the operator of signInOwner, or somebody else. */
export async function signInAgain(
  app: Shop['app'],
  payload: { correo: string; clave: string; codigo?: string } = OWNER,
): Promise<Record<string, string>> {
  const answer = await app.inject({ method: 'POST', url: '/api/panel/sesion', payload, headers: PANEL })
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { ...PANEL, cookie }
}
