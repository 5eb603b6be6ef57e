import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product | undefined
afterEach(() => product?.kill())

/** Begins to send a report and never ends it; too long to be kept in memory, so that its file says that it has begun. */
function beginUpload(address: string): Promise<Socket> {
  const { port } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /api/rifas/participantes HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 7000000\r\n\r\n--x\r\ncontent-disposition: form-data; name="comprobante"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n${'x'.repeat(70_000)}`,
        () => resolve(socket),
      )
    })
    socket.on('error', () => {})
    socket.resume()
  })
}

describe('a server that is asked to end', () => {
  // One that takes for ever is cut: drain.test.ts.
  test('during an upload: visitors are told to come back, and it ends with 0 once its sender is gone', async () => {
    const folder = newFolder()
    product = await startProduct({ DATA_DIR: folder })
    const { address } = product
    const upload = await beginUpload(address)
    const arriving = () => readdirSync(join(folder, 'comprobantes')).filter((name) => name.endsWith('.part'))
    await expect.poll(arriving).toHaveLength(1)
    const ended = product.stop()
    await expect.poll(async () => (await fetch(`${address}/api/salud`)).status, { interval: 20 }).toBe(503)
    const refused = await fetch(`${address}/api/rifas`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    upload.destroy()
    expect(await ended).toBe(0)
  })

  test('by a terminal that closes: in good order', async () => {
    product = await startProduct({ DATA_DIR: newFolder() })
    const ended = new Promise((resolve) => product?.child.once('exit', resolve))
    product.child.kill('SIGHUP')
    expect(await ended).toBe(0)
  })
})
