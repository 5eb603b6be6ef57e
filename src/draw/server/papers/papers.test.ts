import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { addReviewer, type Desk, deskOf, openDesk } from '#app/server/testing/desk.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { NO_PAPERS } from '../../contract.ts'

const PERMIT = {
  ...NO_PAPERS,
  ...{ permiso_numero: 'CNL-2026-118', permiso_emisor: 'CONALOT', permiso_hasta: '2027-01-31' },
  ...{ permiso_enlace: 'https://ejemplo.test/permiso.pdf', en_vivo: 'https://ejemplo.test/en-vivo' },
}
const pathOf = ({ id }: Shop) => `/rifas/${id}/papeles`
const put = (shop: Desk, version: number, papeles: object) => shop.put(pathOf(shop), { version, papeles })

onSqlite('the permit of a raffle', (setup) => {
  test('an owner writes it, a buyer finds it, and two owners who change it are told of each other', async () => {
    const shop = await openDesk(setup)
    const none = await shop.get(pathOf(shop))
    expect(none.json()).toEqual({ version: 0, papeles: NO_PAPERS, fotos: [] })
    expect((await put(shop, 0, PERMIT)).json()).toEqual({ version: 1, papeles: PERMIT, fotos: [] })
    const stale = await put(shop, 0, NO_PAPERS)
    expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'VERSION_VIEJA', version: 1 }])
    expect((await put(shop, 1, { ...PERMIT, en_vivo: '' })).json().version).toBe(2)
    expect((await put(await deskOf(shop, await addReviewer(shop)), 2, NO_PAPERS)).statusCode).toBe(404)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a field that cannot be shown is refused', async () => {
    const shop = await openDesk(setup)
    for (const [field, changes] of [
      ['permiso_enlace', { permiso_enlace: 'javascript:alert(1)' }],
      ['en_vivo', { en_vivo: 'http://ejemplo.test/x' }],
      ['permiso_desde', { permiso_desde: 'mañana' }],
      ['permiso_hasta', { permiso_desde: '2027-01-31', permiso_hasta: '2027-01-01' }],
      ['permiso_numero', { permiso_numero: 'x'.repeat(81) }],
    ] as const) {
      const refused = await put(shop, 0, { ...NO_PAPERS, ...changes })
      expect([refused.statusCode, Object.keys(refused.json().campos)]).toEqual([422, [`papeles.${field}`]])
    }
  })
})
