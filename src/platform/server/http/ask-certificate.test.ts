import { createServer as listenPlain } from 'node:net'
import { createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { listening } from '../testing/listening.ts'
import { CERTIFICATE, KEY } from '../testing/own-certificate.ts'
import { askCertificate } from './ask-certificate.ts'

test('says when a certificate ends, and whether a browser would believe it', async () => {
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (socket) => socket.end())
  const address = `https://localhost:${await listening(server)}`
  const trusted = await askCertificate(address, 2_000, CERTIFICATE)
  expect(trusted?.trouble).toBeNull()
  expect(new Date(trusted?.ends ?? 0).getUTCFullYear()).toBeGreaterThan(2100)
  expect((await askCertificate(address, 2_000))?.trouble).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
})

test('says nothing where nobody answers, or the other side speaks something else', async () => {
  const plain = listenPlain((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  const port = await listening(plain)
  expect(await askCertificate(`https://127.0.0.1:${port}`, 2_000)).toBeNull()
  await new Promise((resolve) => plain.close(resolve))
  expect(await askCertificate(`https://127.0.0.1:${port}`, 2_000)).toBeNull()
})
