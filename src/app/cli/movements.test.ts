import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { comeIn, openMoneyShop, pay } from '../server/testing/money/money-shop.ts'
import { audit } from './audit.ts'
import { movementCommands } from './movements.ts'

const run = (name: string, ctx: Parameters<(typeof movementCommands)[number]['run']>[0]) =>
  movementCommands.find((command) => command.name === name)?.run(ctx, [], {})

onSqlite('movements on the command line', (setup) => {
  test('what is exact is told and confirmed; the rest is told and left', async () => {
    const shop = await openMoneyShop(setup)
    const [exact, unpaid] = [await pay(shop, '30906155'), await pay(shop, '11223344')]
    const debit = { referencia: '11223344', sentido: 'debito' as const }
    const [money, other] = await comeIn(shop, [{ referencia: '0050930906155' }, { centimos: 5_000 }, debit])
    const unclaimed = { sin_reporte: [{ movimiento_id: other, monto: '50.00', moneda: 'VES' }] }
    const missing = { sin_dinero: [{ compra_id: unpaid, monto: '6714.24', moneda: 'VES' }] }
    expect((await run('movements match', shop.ctx))?.data).toEqual({
      exactos: [{ compra_id: exact, movimiento_id: money, regla: 'referencia' }],
      probables: [],
      ...unclaimed,
      ...missing,
    })
    expect((await run('movements confirm-exact', shop.ctx))?.data).toMatchObject({
      confirmadas: [{ id: exact, numeros: 2 }],
      fallidas: [],
    })
    expect((await run('movements match', shop.ctx))?.data).toEqual({
      exactos: [],
      probables: [],
      ...unclaimed,
      ...missing,
    })
    expect((await run('movements confirm-exact', shop.ctx))?.data).toEqual({ confirmadas: [], fallidas: [] })
    expect(await audit(shop.ctx)).toEqual([])
  })
})
