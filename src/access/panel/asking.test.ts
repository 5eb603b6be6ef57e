import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Calls, DECIDE } from '../calls.ts'
import { asking } from './asking.ts'

const CALLS = {
  'POST /api/panel/cosas/:id/partes/:parte': {
    who: DECIDE,
    summary: 'Cambiar una parte',
    query: z.object({ desde: z.string().optional(), todo: z.string().optional() }),
    body: z.object({ color: z.string() }),
    answers: { 200: z.object({ color: z.string() }) },
  },
  'GET /api/panel/cosas': { who: DECIDE, summary: 'Las cosas', answers: { 200: z.array(z.string()) } },
} satisfies Calls

const ask = asking<typeof CALLS>()
const asked: string[] = []

beforeAll(() => {
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    asked.push(`${method} ${path}`)
    return new Response(body)
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('parts of the address and what is searched are written so that nothing of them breaks it', async () => {
  const answer = await ask('POST /api/panel/cosas/:id/partes/:parte', {
    params: { id: 7, parte: 'a/b?c' },
    query: { desde: 'x&y', todo: undefined },
    body: { color: 'azul' },
  })
  expect(answer.color).toBe('azul')
  expect(asked).toEqual(['POST /api/panel/cosas/7/partes/a%2Fb%3Fc?desde=x%26y'])
})

test('neither a call that is not served nor one that is asked otherwise compiles', () => {
  const wrong = [
    // @ts-expect-error no such call
    () => ask('GET /api/panel/casas'),
    // @ts-expect-error the path wants its parts
    () => ask('POST /api/panel/cosas/:id/partes/:parte', { query: {}, body: { color: 'azul' } }),
    () =>
      ask('POST /api/panel/cosas/:id/partes/:parte', {
        params: { id: 1, parte: 2 },
        query: {},
        // @ts-expect-error another body
        body: { color: 1 },
      }),
    // @ts-expect-error takes nothing
    () => ask('GET /api/panel/cosas', { body: {} }),
    // @ts-expect-error answers texts
    async (): Promise<number[]> => ask('GET /api/panel/cosas'),
  ]
  expect(wrong).toHaveLength(5)
})
