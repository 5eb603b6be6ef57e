import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openObjectStore } from '#platform/server/object-store/object-store.ts'
import { PATIENCE } from '#platform/server/object-store/requests.ts'
import { openStoreFiles } from '#platform/server/object-store/store-files.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { NOWHERE } from '#platform/server/testing/silent-server.ts'
import { createApp } from './create-app.ts'
import { openShop, signInOwner } from './testing/shop.ts'

onSqlite('the document of the API', (setup) => {
  test('tells strangers nothing of the panel, and signed-in operators all of it', async () => {
    const shop = await openShop(setup)
    const headers = await signInOwner(shop)
    const app = await createApp(shop.ctx, null)
    const paths = async (as: Record<string, string>) =>
      Object.keys((await app.inject({ url: '/api/docs', headers: as })).json().paths)
    const strangers = await paths({})
    expect(strangers).toContain('/api/rifas/participantes')
    expect(strangers.filter((path) => path.includes('panel'))).toEqual([])
    expect(await paths(headers)).toContain('/api/panel/revision/falsas')
    // It was not cut for everybody.
    expect(await paths({})).toEqual(strangers)
  })
})

onSqlite('whether a server can sell', (setup) => {
  test('an unreachable bucket is reported by its code, as the document has it', async () => {
    const shop = await openShop(setup)
    const store = await openObjectStore({ ...NOWHERE, endpoint: 'http://127.0.0.1:9' }, undefined, {
      ...PATIENCE,
      tries: 1,
    })
    shop.ctx.files = await openStoreFiles(store, 'comprobantes', join(shop.ctx.config.dataDir, 'arriving'))
    // Held against the document, which has to name the code.
    const refused = await shop.app.inject('/api/lista')
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([503, 'SIN_ALMACEN', '5'])
    expect((await shop.app.inject('/api/salud')).statusCode).toBe(200)
  })
})
