import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { closeHere, listenHere } from '#platform/server/testing/here.ts'
import { loopbackFetch } from '#platform/server/testing/loopback-fetch.ts'
import { resolverAt } from '#platform/server/testing/resolver-at.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import type { SourceCause } from '../../../source.ts'
import type { Claim, PullWorld } from '../sources/pull-adapter.ts'

/** A request to a bank. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export type Answering = (response: ServerResponse, asked: Asked) => void

/** A bank on loopback with the test's answers. */
export interface Bank {
  url: string
  asked: Asked[]
  answer: Answering
}

/** Opens one for a file of tests. */
export async function openBank(): Promise<Bank> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bank')
    const asked = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    bank.asked.push(asked)
    bank.answer(response, asked)
  })
  const bank: Bank = { url: '', asked: [], answer: (response) => response.end() }
  bank.url = `http://127.0.0.1:${await listenHere(server)}`
  afterAll(() => closeHere(server))
  return bank
}

/** Answers JSON. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answering {
  return (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof value === 'string' ? value : JSON.stringify(value))
}

/** The same in the letters of Windows, which it calls UTF-8. */
export function latin1(value: unknown): Answering {
  return (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      .end(Buffer.from(JSON.stringify(value), 'latin1'))
}

/** The world of an adapter, at the test's instant. @param now ISO text */
export function worldAt(now: string, more: Partial<PullWorld> = {}): PullWorld {
  return {
    fetch: loopbackFetch,
    random: seededRandom(7),
    dns: resolverAt(),
    now: Date.parse(now) as Instant,
    signal: new AbortController().signal,
    patience: 20_000,
    ...more,
  }
}

const html =
  (text: string, status: number): Answering =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end(`<html><body>${text}</body></html>`)

type Fault = [what: string, answer: Answering, causa: SourceCause, patience?: number]

/** Faults of the line, which are the same for every bank (pulls/ask-bank.test.ts), and the cause shown for each. */
export const OF_LINE: readonly Fault[] = [
  ['never', () => {}, 'tiempo', 150],
  ['a byte at a time', trickle, 'tiempo', 150],
  ['by hanging up', (response) => void response.destroy(), 'tiempo'],
  ['half of what it announces', half, 'tiempo'],
  ['more than anybody needs', huge, 'ilegible'],
  ['a redirect', (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(), 'ilegible'],
]

/** Faults in an answer, which each bank's own reader meets. */
const OF_ANSWER: readonly Fault[] = [
  ['500', json('{"error":"x"}', 500), 'mantenimiento'],
  ['503 with a page', html('Servicio en mantenimiento', 503), 'mantenimiento'],
  ['200 with a page of maintenance', html('Estamos en mantenimiento', 200), 'mantenimiento'],
  ['200 with another page', html('Bienvenido', 200), 'ilegible'],
  ['504', html('Gateway Time-out', 504), 'tiempo'],
  ['401', json('{"message":"Unauthorized"}', 401), 'credencial'],
  ['403', html('Forbidden', 403), 'credencial'],
  ['429', json('{}', 429, { 'retry-after': '120' }), 'limite'],
  ['404', html('Not Found', 404), 'ilegible'],
  ['nothing', json(''), 'ilegible'],
  ['null', json('null'), 'ilegible'],
  ['a list', json('[]'), 'ilegible'],
  ['JSON of something else', json({ hola: 'mundo' }), 'ilegible'],
  ['half a JSON', json('{"code":'), 'ilegible'],
]

/** Tries them. @param read asks the bank, which answers so. @param secret that no failure tells. */
export function triesFaults(
  secret: string | RegExp,
  read: (answer: Answering, more: Partial<PullWorld>) => Promise<unknown> | undefined,
  faults = OF_ANSWER,
): void {
  test.each(faults)('it answers %s: a cause and no crash', async (_, answer, causa, patience) => {
    const failed = read(answer, patience === undefined ? {} : { patience })
    await expect(failed).rejects.toMatchObject({ name: 'SourceFailure', causa })
    await expect(failed).rejects.not.toThrow(secret)
  })
}

/** A payment as its buyer reported it, for banks that are asked about one. */
export const CLAIM: Claim = {
  centimos: 3_357_118,
  moneda: 'VES',
  dia: '2026-11-15' as never,
  reportado: '2026-11-20' as never,
  referencia: '0030906155',
  banco: '0134',
  telefono: '584241112233',
  documento: '',
}

function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const drop = setInterval(() => response.write(' '), 10)
  response.on('close', () => clearInterval(drop))
}

function half(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.write('{')
  setTimeout(() => response.destroy(), 10)
}

function huge(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(9 * 1024 * 1024, 32))
}
