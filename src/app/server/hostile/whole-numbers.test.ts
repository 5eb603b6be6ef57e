import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { LARGEST } from '#platform/whole-number.ts'
import { createApp } from '../create-app.ts'
import { openShop, signInOwner } from '../testing/shop.ts'

/** Where in a schema a whole number may be larger than a column: names of the fields on the way. */
function unbounded(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, maximum } = schema as { type?: unknown; maximum?: unknown }
  if (type === 'integer') return typeof maximum === 'number' && maximum <= LARGEST ? [] : [at]
  return Object.entries(schema).flatMap(([name, part]) => unbounded(part, `${at}.${name}`))
}

onSqlite('whole numbers that no column holds', (setup) => {
  test('every one that a call takes has a largest value', async () => {
    const { ctx } = await openShop(setup)
    const server = await createApp(ctx, null)
    await server.ready()
    const { paths } = server.swagger() as unknown as { paths: Record<string, Record<string, Record<string, unknown>>> }
    const taken = Object.entries(paths).flatMap(([path, calls]) =>
      Object.entries(calls).map(([method, { parameters, requestBody }]) => ({
        call: `${method} ${path}`,
        takes: { parameters, requestBody },
      })),
    )
    expect(taken.length).toBeGreaterThan(100)
    expect(taken.flatMap(({ call, takes }) => unbounded(takes, call))).toEqual([])
    expect(unbounded({ properties: { version: { type: 'integer', maximum: LARGEST + 1 } } }, 'x')).toHaveLength(1)
  })

  test('a version beyond it is refused, not an error of ours', async () => {
    const shop = await openShop(setup)
    const headers = await signInOwner(shop)
    for (const version of [LARGEST + 1, Number.MAX_SAFE_INTEGER, 1e308]) {
      const answer = await shop.app.inject({
        method: 'DELETE',
        url: '/api/panel/metodos/1',
        payload: { version },
        headers,
      })
      expect([answer.statusCode, answer.json().code], String(version)).toEqual([422, 'DATOS_INVALIDOS'])
    }
  })
})
