import { expect, test } from 'vitest'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { createApp } from '../create-app.ts'
import { openShop, report, type Shop, signInOwner } from '../testing/shop.ts'

/** Texts that would break a statement, and the visible sign if one did. */
const INJECTIONS = [
  `'`,
  `"`,
  `\\`,
  `' or '1'='1`,
  `' or 1=1 --`,
  `'; drop table purchases; --`,
  `1; delete from tickets`,
  `1 union select clave_hash from operators`,
  `' union select null, clave_hash from operators --`,
  `') or ('1'='1`,
  `%27%20or%201%3D1`,
  `1 or sleep(5)`,
  `'||(select pg_sleep(5))||'`,
  `\${7*7}{{7*7}}`,
  `$(id)`,
  `%`,
  `_`,
  `../../etc/passwd`,
  `\r\nSet-Cookie: a=b`,
]

onBothEngines('values that somebody made up', (setup) => {
  test('a value that breaks a statement finds nothing and changes nothing, in every place of an address that takes one', async () => {
    const shop = await openShop(setup)
    const owner = await signInOwner(shop)
    // Half of these addresses lead nowhere, so that no document describes them.
    const server = await createApp(shop.ctx, null)
    expect((await report(shop)).statusCode).toBe(201)
    const before = await counts(shop)
    for (const value of INJECTIONS) {
      const text = encodeURIComponent(value)
      for (const url of [
        `/api/rifas/${text}`,
        `/api/rifas/${text}/status`,
        `/api/rifas/${text}/numeros`,
        `/api/rifas/participante/cedula/${text}`,
        `/api/panel/compras?q=${text}`,
        `/api/panel/compras?estado=${text}&rifa=${text}&metodo=${text}`,
        `/api/panel/compras/${text}`,
        `/api/panel/diario?accion=${text}&actor=${text}&antes=${text}`,
        `/api/panel/correos?estado=${text}&q=${text}`,
        `/comprobantes/${text}`,
        `/${text}`,
      ]) {
        const answer = await server.inject({ url, headers: owner })
        expect(answer.statusCode, url).toBeLessThan(500)
        expect(answer.body, url).not.toMatch(/argon2|syntax error|SQLITE_|pg_catalog/)
      }
      for (const [url, payload] of [
        ['/api/rifas/participante/buscar', { cedula: value }],
        ['/api/rifas/mi-compra', { secreto: value }],
        [`/api/rifas/${shop.id}/apartados`, { cantidad_tickets: 2, numeros_seleccionados: [value, value] }],
        ['/api/panel/sesion', { correo: value, clave: value }],
      ] as const) {
        const answer = await server.inject({ method: 'POST', url, payload, headers: owner })
        expect(answer.statusCode, `${url} ${value}`).toBeGreaterThanOrEqual(400)
        expect(answer.statusCode, `${url} ${value}`).toBeLessThan(500)
      }
    }
    expect(await counts(shop)).toEqual(before)
    expect(shop.ctx.lines.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})

async function counts({ ctx }: Shop): Promise<number[]> {
  const tables = ['purchases', 'tickets', 'operators', 'reservations', 'raffles'] as const
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await ctx.db.read
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      return Number(rows)
    }),
  )
}
