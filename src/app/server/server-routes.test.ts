import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { createApp } from './create-app.ts'
import { openShop, signInOwner } from './testing/shop.ts'

onSqlite('the document of the API', (setup) => {
  test('tells strangers nothing of the panel, and who is signed in all of it', async () => {
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
