import { type AddressInfo, createServer as listenPlain } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askCertificate } from './ask-certificate.ts'

/** Of nothing but this test: for localhost, signed by itself, for a hundred years. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcpp5Yk1bO8AMQ94e
aaETOeYc/ja1DIxs38+kdYyYmeOhRANCAASUD0nvwMwVoViioOdEHtcp3v5Y8j7s
tobO5nxOS1ebPfmjip9oeisc999izq/DC5wlM5muDpCDFxFdEz3qiy4b
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUGYn4DJSXEwTPXhscT6sZJKTqpVowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE2MzgyOFoYDzIxMjYxMDMw
MTYzODI4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASUD0nvwMwVoViioOdEHtcp3v5Y8j7stobO5nxOS1ebPfmjip9oeisc
999izq/DC5wlM5muDpCDFxFdEz3qiy4bo28wbTAdBgNVHQ4EFgQUzXEx5TWnxNAf
uCdZ38007mc62KAwHwYDVR0jBBgwFoAUzXEx5TWnxNAfuCdZ38007mc62KAwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgedjj/8xnaTBWQlCN9EQvXGA4t1ZpMt8vWTeeabobjBYCIHtE
63BmGgBNA0PTpwfD1LcZx8aW/LENGDXOG/DX+Srl
-----END CERTIFICATE-----`

let server: Server
let address: string
beforeAll(async () => {
  server = createServer({ key: KEY, cert: CERTIFICATE }, (socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `https://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test('says when a certificate ends, and whether a browser would believe it', async () => {
  const trusted = await askCertificate(address, CERTIFICATE)
  expect(trusted?.trouble).toBeNull()
  expect(new Date(trusted?.ends ?? 0).getUTCFullYear()).toBeGreaterThan(2100)
  expect((await askCertificate(address))?.trouble).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
})

test('says nothing where nobody answers, or who answers speaks something else', async () => {
  const plain = listenPlain((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const { port } = plain.address() as AddressInfo
  expect(await askCertificate(`https://127.0.0.1:${port}`)).toBeNull()
  await new Promise((resolve) => plain.close(resolve))
  expect(await askCertificate(`https://127.0.0.1:${port}`)).toBeNull()
})
