import { createServer } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { listening } from '../testing/listening.ts'
import { openObjectStore } from './object-store.ts'
import type { ObjectStore } from './store.ts'

const PIECE = Buffer.alloc(2 ** 20, 32)

let sent = 0
/** Answers everything, and sends far more than anybody asked for before it ends. */
const server = createServer((request, response) => {
  request.resume()
  response.statusCode = request.url?.includes('falta') ? 404 : 200
  const timer = setInterval(() => {
    // Only what the client takes counts: its loop may be busy with something else.
    if (response.writableNeedDrain) return
    sent += PIECE.length
    if (sent > 200 * PIECE.length) response.end()
    else response.write(PIECE)
  }, 1)
  response.once('close', () => clearInterval(timer))
})
let store: ObjectStore
beforeAll(async () => {
  const endpoint = `http://127.0.0.1:${await listening(server)}`
  const settings = { endpoint, bucket: 'rifas', prefix: '', region: 'us-east-1', keyId: 'k', secret: 's' }
  store = await openObjectStore(settings, fetch, { answer: 5_000, mebibyte: 0, tries: 1, pause: 1 })
})

test.each([
  ['a list', () => Array.fromAsync(store.list(''))],
  ['an object', () => store.read('comprobante')],
  ['why there is none', () => store.read('falta')],
  ['how a copy went', () => store.copy('uno', 'otro')],
])('a store that answers without end is given up, whatever it was asked for: %s', async (_, ask) => {
  sent = 0
  await expect(ask()).rejects.toMatchObject({ trouble: expect.stringMatching(/failed|altered/) })
  expect(sent).toBeLessThan(64 * 2 ** 20)
})
