import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { onSqlite } from '../testing/engines.ts'
import { drain } from './drain.ts'
import { createServer } from './server.ts'

onSqlite('a server that is asked to end', (setup) => {
  async function open() {
    const ctx = await setup.context()
    const app = await createServer(ctx)
    let finish = () => {}
    const slow = new Promise<void>((resolve) => {
      finish = resolve
    })
    let begun = () => {}
    const beginning = new Promise<void>((resolve) => {
      begun = resolve
    })
    app.get('/lento', async () => {
      begun()
      await slow
      return { hecho: true }
    })
    app.get('/vivo', { config: { watches: true } }, async () => ({ ok: true }))
    app.post('/subida', async (request) => {
      begun()
      for await (const _ of request.parts()) {
        // It never comes to an end.
      }
      return {}
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    return { app, finish, beginning, port, address: `http://127.0.0.1:${port}` }
  }

  test('finishes what was begun, and tells newcomers to come back', async () => {
    const { app, finish, beginning, address } = await open()
    const serving = fetch(`${address}/lento`)
    await beginning
    const ended = drain(app, 60_000)
    const refused = await fetch(`${address}/lento`)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(refused.headers.get('connection')).toBe('close')
    expect(await refused.json()).toMatchObject({ code: 'SERVIDOR_OCUPADO' })
    // A monitor learns that the server is about to end.
    expect(await (await fetch(`${address}/vivo`)).json()).toMatchObject({ code: 'CERRANDO' })
    finish()
    expect(await (await serving).json()).toEqual({ hecho: true })
    await ended
    await expect(fetch(`${address}/lento`)).rejects.toThrow()
  })

  test('control: a server that is only closed shuts its door, without a word, while it finishes', async () => {
    const { app, finish, beginning, address } = await open()
    const serving = fetch(`${address}/lento`)
    await beginning
    const ended = app.close()
    await expect(fetch(`${address}/lento`)).rejects.toThrow()
    finish()
    expect(await (await serving).json()).toEqual({ hecho: true })
    app.server.closeAllConnections()
    await ended
  })

  test('an upload that takes longer than it may is cut', async () => {
    const { app, beginning, port } = await open()
    const socket = connect(port, '127.0.0.1')
    const cut = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    socket.resume()
    socket.write(
      'POST /subida HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n--x\r\n',
    )
    await beginning
    await drain(app, 50)
    await cut
  })

  test('with nothing to finish it ends immediately', async () => {
    const { app, address } = await open()
    await drain(app, 60_000)
    await expect(fetch(`${address}/lento`)).rejects.toThrow()
  })
})
