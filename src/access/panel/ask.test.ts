import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ask, pagesOf, queryOf, refresh } from './ask.ts'

const sent: string[] = []
let answer: unknown = {}

beforeAll(() => {
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    sent.push(`${method} ${path}`)
    return new Response(body ?? JSON.stringify(answer))
  })
})
beforeEach(() => {
  sent.length = 0
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('parts of the address and of a search are written so that nothing of them breaks it', async () => {
  const echo: unknown = await ask('POST /api/panel/rifas/:id/imagenes/:imagen', {
    params: { id: 7, imagen: 'a/b?c' },
    body: { alt: 'azul' },
  })
  expect(echo).toEqual({ alt: 'azul' })
  await ask('GET /api/panel/compras', { query: { buscar: 'x&y', rifa: undefined, estado: '' } })
  expect(sent).toEqual(['POST /api/panel/rifas/7/imagenes/a%2Fb%3Fc', 'GET /api/panel/compras?buscar=x%26y'])
})

test('neither a call that is not served nor one that is asked otherwise compiles', () => {
  const wrong = [
    // @ts-expect-error no such call
    () => ask('GET /api/panel/casas'),
    // @ts-expect-error the path wants its parts
    () => ask('GET /api/panel/rifas/:id'),
    // @ts-expect-error another body
    () => ask('POST /api/panel/tasa/hoy', { body: { tasa: 1 } }),
    // @ts-expect-error takes nothing
    () => ask('GET /api/panel/tasa', { body: {} }),
    // @ts-expect-error answers the rate
    async (): Promise<number[]> => ask('GET /api/panel/tasa'),
    // @ts-expect-error is no list of pages
    () => pagesOf('GET /api/panel/tasa'),
  ]
  expect(wrong).toHaveLength(6)
})

test('a list goes on where its last page ended, and ends where the answer has no more', async () => {
  const client = new QueryClient()
  const pages = pagesOf('GET /api/panel/correos', { query: { estado: 'fallido' } })
  answer = { correos: [], siguiente: '40' }
  await client.fetchInfiniteQuery(pages)
  answer = { correos: [], siguiente: null }
  const { pages: read } = await client.fetchInfiniteQuery({ ...pages, pages: 3, staleTime: 0 })
  expect(read).toHaveLength(1)
  answer = { correos: [], siguiente: '40' }
  await client.fetchInfiniteQuery({ ...pages, pages: 2, staleTime: 0 })
  expect(sent.slice(2)).toEqual([
    'GET /api/panel/correos?estado=fallido',
    'GET /api/panel/correos?estado=fallido&despues=40',
  ])
})

test('a refresh asks the named call again, of every raffle, and with a star those below it', async () => {
  const client = new QueryClient()
  const kept = [
    queryOf('GET /api/panel/rifas'),
    queryOf('GET /api/panel/rifas/:id', { params: { id: 1 } }),
    queryOf('GET /api/panel/rifas/:id', { params: { id: 2 } }),
    queryOf('GET /api/panel/tasa'),
    queryOf('GET /api/panel/rifas/:id/libros', { params: { id: 2 } }),
  ].map(({ queryKey }) => queryKey)
  for (const key of kept) client.setQueryData<unknown>(key, {})
  const old = () => kept.map((key) => client.getQueryState(key)?.isInvalidated)
  await refresh(client, ['GET /api/panel/rifas/:id'])
  expect(old()).toEqual([false, true, true, false, false])
  await refresh(client, ['GET /api/panel/rifas/:id*'])
  expect(old()).toEqual([false, true, true, false, true])
})
