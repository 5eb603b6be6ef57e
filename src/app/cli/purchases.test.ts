import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { openShop, report } from '../server/testing/shop.ts'
import { purchaseCommands } from './purchases.ts'

onSqlite('purchases of the command line', (setup) => {
  test('against a grave check it wants a motivo, as the panel does', async () => {
    const { ctx, ...shop } = await openShop(setup)
    const first = (await report({ ctx, ...shop })).json()
    const again = (await report({ ctx, ...shop }, { cedula: 'V22222222', referencia: '783390' })).json()
    const approve = (id: number, motivo?: string) => {
      const command = purchaseCommands.find(({ name }) => name === 'purchases approve')
      return command?.run(ctx, [String(id)], motivo === undefined ? {} : { motivo })
    }
    expect(await approve(first.id)).toMatchObject({ data: { estado: 'confirmado' } })
    await expect(approve(again.id)).rejects.toMatchObject({ code: 'MOTIVO_NECESARIO' })
    await expect(approve(again.id, ' ')).rejects.toMatchObject({ code: 'DATOS_INVALIDOS' })
    expect(await approve(again.id, 'Son dos créditos en la cuenta.')).toMatchObject({ data: { estado: 'confirmado' } })
    const { datos } = await ctx.db.read
      .selectFrom('journal')
      .select('datos')
      .where('accion', '=', 'compra aprobada')
      .where('compra_id', '=', again.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(datos)).toMatchObject({ motivo_interno: 'Son dos créditos en la cuenta.' })
  })
})
