import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { openShop } from '../server/testing/shop.ts'
import { movementCommands } from './movements.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tombola-extractos-'))
})
afterAll(() => rm(folder, { recursive: true }))

onBothEngines('movements import', (setup) => {
  test('says what a statement brought, beside the shop, and again that it brought nothing', async () => {
    const { ctx } = await openShop(setup)
    const path = join(folder, `${setup.engine}.csv`)
    const rows = ['02/11/2026;819002961;UNO;;10,00', '02/11/2026;;COMISION;0,30;', '02/11/2026;3;TRES;;1.234']
    await writeFile(path, ['Fecha;Referencia;Descripcion;Cargo;Abono', ...rows].join('\n'))
    const command = movementCommands.find(({ name }) => name === 'movements import')
    const run = (args: string[], metodo?: string) => command?.run(ctx, args, { metodo })
    expect(await run([path], '1')).toMatchObject({
      data: { leidos: 3, nuevos: 2, repetidos: 0, rechazados: 1 },
      avisos: [],
    })
    expect((await run([path], '1'))?.data).toEqual({ leidos: 3, nuevos: 0, repetidos: 2, rechazados: 1 })
    await expect(run([path])).rejects.toThrow('--metodo')
    await expect(run([join(folder, 'nada.csv')], '1')).rejects.toThrow('No se puede leer')
    await expect(run([path], '99')).rejects.toMatchObject({ code: 'NO_EXISTE' })
    const kept = await ctx.db.read.selectFrom('statement_imports').select(['archivo', 'por']).execute()
    expect(kept).toEqual(Array(2).fill({ archivo: `${setup.engine}.csv`, por: 'consola' }))
  })
})
