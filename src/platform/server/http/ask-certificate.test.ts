import { type AddressInfo, createServer as listenPlain } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CERTIFICATE, KEY } from '../testing/own-certificate.ts'
import { askCertificate } from './ask-certificate.ts'

let server: Server
let address: string
beforeAll(async () => {
  server = createServer({ key: KEY, cert: CERTIFICATE }, (socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `https://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test('says when a certificate ends, and whether a browser would believe it', async () => {
  const trusted = await askCertificate(address, 2_000, CERTIFICATE)
  expect(trusted?.trouble).toBeNull()
  expect(new Date(trusted?.ends ?? 0).getUTCFullYear()).toBeGreaterThan(2100)
  expect((await askCertificate(address, 2_000))?.trouble).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
})

test('says nothing where nobody answers, or the other side speaks something else', async () => {
  const plain = listenPlain((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const { port } = plain.address() as AddressInfo
  expect(await askCertificate(`https://127.0.0.1:${port}`, 2_000)).toBeNull()
  await new Promise((resolve) => plain.close(resolve))
  expect(await askCertificate(`https://127.0.0.1:${port}`, 2_000)).toBeNull()
})
