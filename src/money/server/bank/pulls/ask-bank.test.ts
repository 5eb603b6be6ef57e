import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { CERTIFICATE, KEY } from '#platform/server/testing/own-certificate.ts'
import { OF_LINE, openBank, triesFaults, worldAt } from '../testing/bank.ts'
import { askBank } from './ask-bank.ts'

const WORLD = worldAt('2026-11-20T16:00:00Z')
const bank = await openBank()

afterEach(() => vi.unstubAllEnvs())

test('a bank whose certificate does not prove who it is gets no request', async () => {
  let asked = 0
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (_, response) => {
    asked += 1
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}`)
  try {
    await expect(askBank(WORLD, url)).rejects.toMatchObject({ causa: 'credencial', message: 'certificado' })
    expect(asked).toBe(0)
    // Somebody who switches off the verification of the whole process does not switch it off for money.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    await expect(askBank(WORLD, url)).rejects.toMatchObject({ causa: 'credencial', message: 'tls sin verificar' })
    expect(asked).toBe(0)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('nobody but this machine is asked without TLS', async () => {
  const fetch = vi.fn()
  const plain = askBank({ ...WORLD, fetch }, new URL('http://banco.example/api'))
  await expect(plain).rejects.toMatchObject({ causa: 'credencial', message: 'sin https' })
  expect(fetch).not.toHaveBeenCalled()
})

test('an answer without end is cut where nobody needs more of it', async () => {
  let given = 0
  const endless = new ReadableStream({
    pull: (stream) => {
      given += 1
      if (given > 20) stream.close()
      else stream.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  const fetch = async () => new Response(endless)
  const failed = askBank({ ...WORLD, fetch }, new URL('https://banco.example/'))
  await expect(failed).rejects.toMatchObject({ causa: 'ilegible', message: 'muy grande' })
  expect(given).toBeLessThan(12)
})

test('a failure reveals nothing of its request or its answer', async () => {
  const fetch = () => Promise.reject(new TypeError('fetch failed for https://x?key=SECRETO'))
  const failed = askBank({ ...WORLD, fetch }, new URL('https://banco.example/?key=SECRETO'))
  await expect(failed).rejects.toMatchObject({ causa: 'tiempo', message: 'sin conexion' })
})

triesFaults(
  'SECRETO',
  (answer, more) => {
    bank.answer = answer
    return askBank({ ...WORLD, ...more }, new URL(`${bank.url}/?key=SECRETO`))
  },
  OF_LINE,
)
