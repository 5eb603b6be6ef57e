import { expect, test } from 'vitest'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { openShop, report } from '../server/testing/shop.ts'
import { adoptCommand } from './installation.ts'

onBothEngines('a folder and a database that are said to belong together', (setup) => {
  test('never a folder with proofs and a database without a purchase: they would be set aside', async () => {
    const { ctx, ...shop } = await openShop(setup)
    await ctx.files.put('a'.repeat(22), Buffer.from('a proof of another database'))
    await expect(adoptCommand.run(ctx, [], {})).rejects.toThrow(/no van juntas/)
    expect(
      await ctx.db.read.selectFrom('journal').select('id').where('accion', '=', 'carpeta adoptada').execute(),
    ).toEqual([])
    expect((await report({ ctx, ...shop })).statusCode).toBe(201)
    expect(await adoptCommand.run(ctx, [], {})).toMatchObject({ data: { identidad: expect.any(String) } })
  })

  test('an empty folder goes with any database', async () => {
    const { ctx } = await openShop(setup)
    expect(await adoptCommand.run(ctx, [], {})).toMatchObject({ data: { identidad: expect.any(String) } })
  })
})
