import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { openShop } from '../server/testing/shop.ts'
import { audit } from './audit.ts'
import { settingsCommands } from './settings.ts'

onSqlite('where buyers pay, on the command line', (setup) => {
  test('an account is added by the rules of its kind, and the journal knows of it', async () => {
    const { ctx } = await openShop(setup)
    const run = async (method: object) => {
      const file = join(ctx.config.dataDir, 'metodo.json')
      writeFileSync(file, JSON.stringify(method))
      return settingsCommands.find(({ name }) => name === 'methods add')?.run(ctx, [file], {})
    }
    const zelle = { forma: 'zelle', titulo: 'Zelle de la casa', email: 'casa@ejemplo.test', nombre: 'La Casa, C.A.' }
    await expect(run({ ...zelle, forma: 'trueque' })).rejects.toMatchObject({ code: 'DATOS_INVALIDOS' })
    await expect(run({ ...zelle, email: '', paginas: ['A'] })).rejects.toMatchObject({
      code: 'DATOS_INVALIDOS',
      extra: { campos: { email: expect.any(String) } },
    })
    const answer = await run({ ...zelle, paginas: ['B'] })
    expect(answer?.data).toMatchObject({ tipo: 'zelle', moneda: 'USD', email: 'casa@ejemplo.test', paginas: ['B'] })
    const line = await ctx.db.read
      .selectFrom('journal')
      .select(['actor', 'accion'])
      .where('accion', '=', 'método de pago creado')
      .executeTakeFirstOrThrow()
    expect(line).toEqual({ actor: 'consola', accion: 'método de pago creado' })
    expect(await audit(ctx)).toEqual([])
  })
})
