import { createServer, type RequestListener } from 'node:http'
import type { Role } from '#access/contract.ts'
import { hashOf } from '#draw/bytes.ts'
import type { RuleFields } from '#draw/contract.ts'
import type { DrawDocument } from '#draw/document.ts'
import type { PanelDraw } from '#draw/draw-contract.ts'
import { type DrawRule, type Lottery, ruleText } from '#draw/rule.ts'
import { sha256 } from '#draw/server/sha256.ts'
import { confirmResult, proposeResult } from '#draw/server/steps/results.ts'
import { takeRound } from '#draw/server/steps/take-round.ts'
import { findRule, ruleOf, writeRule } from '#draw/server/store.ts'
import { findOpenProposal } from '#draw/server/store-winners.ts'
import { type League, sampleLeague } from '#draw/server/testing/sample-draw.ts'
import { SYSTEM } from '#journal/actor.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Setup, TestCtxOptions } from '#platform/server/testing/engines.ts'
import { listening } from '#platform/server/testing/listening.ts'
import type { NewRaffle } from '#raffles/raffle-fields.ts'
import { updateRaffle } from '#raffles/server/store.ts'
import { atClose, buy, HOUR, openRuled, tick } from './ruled-shop.ts'
import { permitOf, type Shop, signInAgain } from './shop.ts'

/** When the draw of a test's rule begins, and the round of the beacon that decides it. */
export const BEGIN = '2026-11-22T09:00:00-04:00'
export const ROUND = 34_183_012

type Method = 'GET' | 'POST' | 'PUT'
type Answer = Awaited<ReturnType<Shop['app']['inject']>>

/** An operator of the panel, who signs in for each call: draws take days, and sessions end. */
export interface Hand {
  id: number
  correo: string
  clave: string
  /** One that was not used before; empty without a second factor. */
  code(): string
  /** @param payload made after sign-in, if it has a code. */
  ask(method: Method, path: string, payload?: object | (() => object), more?: Record<string, string>): Promise<Answer>
  /** The draw in this person's view. */
  look(): Promise<PanelDraw>
}

/** @param nombre and address. @param factor whether they have a second one; each code moves the clock by 30 seconds. */
export async function addHand(shop: Shop, nombre: string, rol: Role = 'revisor', factor = false): Promise<Hand> {
  const who = { correo: `${nombre.toLowerCase()}@ejemplo.test`, clave: 'una frase larga y propia' }
  const { id } = await quickOperator(shop.ctx, { nombre, rol, ...who }, TESTER)
  const code = factor ? await giveSecondFactor(shop.ctx, who.correo) : () => ''
  const ask: Hand['ask'] = async (method, path, payload, more) => {
    const entered = await signInAgain(shop.app, { ...who, ...(factor ? { codigo: code() } : {}) })
    const headers = { ...entered, 'x-tombola-permiso': permitOf(shop.ctx, { id }, entered) }
    const url = `/api/panel/rifas/${shop.id}/sorteo${path}`
    const sent = typeof payload === 'function' ? payload() : payload
    return shop.app.inject({ method, url, headers: { ...headers, ...more }, ...(sent ? { payload: sent } : {}) })
  }
  return { id, ...who, code, ask, look: async () => (await ask('GET', '')).json<PanelDraw>() }
}

/** Page with the results of a test's lottery. */
export const PAGE = 'https://loteria.ejemplo.test/'

/** By a lottery of the evening, whose last two digits are the number. */
export function byLottery(changes: Partial<Lottery> = {}): RuleFields['premios'][number] {
  const partes = [{ loteria: 'Triple Gana', toma: 'ultimas' as const, cifras: 2, al_reves: false }]
  const por = { tipo: 'loteria' as const, hora: '22:00', partes, suma: 0, intentos: 2, pagina: PAGE, ...changes }
  return { titulo: 'Moto 200 cc', por, reclamo_horas: 72 }
}

export const byBeacon = (titulo = 'Moto 200 cc') => ({ titulo, por: { tipo: 'faro' as const }, reclamo_horas: 72 })

/** Two people type the same of the lottery that is due, without the panel. */
export async function typeBoth(
  { ctx, id }: Shop,
  [one, other]: readonly [Hand, Hand],
  typed: { dia: string; resultados: string[]; premio?: number; enlace?: string },
): Promise<void> {
  const as = ({ id, correo }: Hand) =>
    ({
      id,
      correo,
      nombre: correo.charAt(0).toUpperCase() + (correo.split('@')[0] ?? '').slice(1),
      rol: 'revisor',
      segundo_factor: true,
    }) as const
  const result = { tipo: 'loteria' as const, resultados: typed.resultados }
  await proposeResult(ctx, id, { premio: 0, enlace: PAGE, imagen: null, ...typed, ...result }, as(one))
  const propuesta = (await findOpenProposal(ctx.db.read, id))?.id ?? 0
  await confirmResult(ctx, id, { ...result, propuesta }, as(other))
}

/** A raffle whose list is frozen an hour before its draw. */
export interface Led {
  shop: Shop
  /** By which its rounds are signed: the rule names its chain. */
  league: League
  bought: Awaited<ReturnType<typeof buy>>[]
}

export async function openLed(
  setup: Setup,
  premios: RuleFields['premios'],
  { sold = 3, raffle = {}, rule = {}, options = {} }: Sale = {},
): Promise<Led> {
  return sellAndFreeze(await openRuled(setup, { premios, ...rule }, raffle, options), sold)
}

/** Sells two tickets so many times, of a raffle whose rule was just set, until its list is frozen. */
export async function sellAndFreeze(shop: Shop, sold = 3): Promise<Led> {
  const league = sampleLeague()
  await putChain(shop, league)
  const bought = []
  for (let time = 0; time < sold; time++) bought.push(await buy(shop))
  atClose(shop, 12 * HOUR)
  await tick(shop)
  return { shop, league, bought }
}

/** Brings a round that the league has signed. */
export const takeSigned = ({ shop, league }: Pick<Led, 'shop' | 'league'>, premio = 0, ronda = ROUND) =>
  takeRound(shop.ctx, shop.id, { premio, ronda, firma: league.sign(ronda) }, SYSTEM)

interface Sale {
  sold?: number
  raffle?: Partial<NewRaffle>
  rule?: Partial<RuleFields>
  options?: TestCtxOptions
}

/** Puts another chain into the rule of a raffle that nobody has bought of, as a rehearsal has one. */
export const putChain = ({ ctx, id }: Shop, { chain }: League): Promise<void> =>
  rewriteRule(ctx, id, (rule) => ({ ...rule, faro: chain }))

/** Changes the rule of a raffle that nobody has bought of, as no operation does. */
export async function rewriteRule({ db }: Ctx, id: number, change: (rule: DrawRule) => DrawRule): Promise<void> {
  await db.write(`rifa:${id}`, async (tx) => {
    const row = await findRule(tx, id)
    if (!row) throw new Error('a raffle without a rule')
    const texto = ruleText(change(ruleOf(row)))
    const hash = await hashOf(texto, sha256)
    await writeRule(tx, { ...row, texto, sha256: hash })
    await updateRaffle(tx, id, { regla_sha256: hash })
  })
}

/** Published parts of a draw: its document and its list. */
export async function publishedOf({ app, id }: Shop): Promise<{ document: DrawDocument; list: string }> {
  const document = (await app.inject(`/api/rifas/${id}/sorteo`)).json()
  const list = await app.inject(`/api/rifas/${id}/sorteo/lista`)
  return { document, list: list.statusCode === 200 ? list.body : '' }
}

/** Another host, on loopback: a relay of the beacon, a page of results. Gone after the test. */
export async function openHost(answer: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  return { url: `http://127.0.0.1:${await listening(server)}`, asked }
}
