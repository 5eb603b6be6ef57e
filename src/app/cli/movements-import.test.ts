import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { openShop } from '../server/testing/shop.ts'
import { movementCommands } from './movements.ts'

const folder = newFolder()

onSqlite('movements import', (setup) => {
  test('says what a statement brought, while the shop runs, and again that it brought nothing', async () => {
    const { ctx } = await openShop(setup)
    const path = join(folder, 'banco.csv')
    const rows = ['02/11/2026;819002961;UNO;;10,00', '02/11/2026;;COMISION;0,30;', '02/11/2026;3;TRES;;1.234']
    await writeFile(path, ['Fecha;Referencia;Descripcion;Cargo;Abono', ...rows].join('\n'))
    const command = movementCommands.find(({ name }) => name === 'movements import')
    const run = (args: string[], metodo?: string) => command?.run(ctx, args, { metodo })
    expect(await run([path], '1')).toMatchObject({
      data: { leidos: 3, nuevos: 2, repetidos: 0, rechazados: 1 },
      avisos: [],
    })
    const [why] = ['«1.234» se puede leer de dos maneras: di si son miles o decimales.']
    const again = await run([path], '1')
    expect(again?.data).toEqual({
      leidos: 3,
      nuevos: 0,
      repetidos: 2,
      rechazados: 1,
      sumas: { creditos: '10.00', debitos: '0.30' },
      cantidades: { creditos: 1, debitos: 1 },
      rechazadas: [{ fila: 4, razon: why }],
    })
    expect(again).toMatchObject({ failed: false })
    expect(again?.text.split('\n').slice(1)).toEqual(['Entraron 1: 10,00. Salieron 1: 0,30.', `fila 4: ${why}`])
    await expect(run([path])).rejects.toThrow('--metodo')
    await expect(run([join(folder, 'nada.csv')], '1')).rejects.toThrow('No se puede leer')
    await expect(run([path], '99')).rejects.toMatchObject({ code: 'NO_EXISTE' })
    const kept = await ctx.db.read.selectFrom('statement_imports').select(['archivo', 'por']).execute()
    expect(kept).toEqual(Array(2).fill({ archivo: 'banco.csv', por: 'consola' }))
  })

  test('ends with 1 and tells the first rows and why where none could be read, or that it looks like another account', async () => {
    const { ctx } = await openShop(setup)
    const path = join(folder, 'ninguna.csv')
    const command = movementCommands.find(({ name }) => name === 'movements import')
    const run = async (text: string, metodo = '1') => {
      await writeFile(path, text)
      return command?.run(ctx, [path], { metodo })
    }
    const rows = Array.from({ length: 12 }, (_, at) => `02/11/2026;${at};UNO;10,00;Ajuste`)
    const none = await run(['Fecha;Referencia;Descripcion;Monto;Tipo', ...rows].join('\n'))
    expect(none).toMatchObject({ failed: true, data: { leidos: 12, nuevos: 0, rechazados: 12 } })
    expect(none?.text).toContain('fila 2: No se sabe si «Ajuste» es dinero que entró o que salió.')
    expect(none?.text.endsWith('Y 2 más.')).toBe(true)
    const foreign = await run(
      'Fecha;Referencia;Descripcion;Cargo;Abono\n02/11/2026;1;UNO;;25,10\n13/11/2026;1;UNO;;25,10',
      '2',
    )
    expect(foreign?.avisos?.[0]).toContain('El archivo parece de otra cuenta')
    const apart = run('Fecha;Referencia;Descripcion;Monto;Moneda\n02/11/2026;1;UNO;10,00;USD')
    await expect(apart).rejects.toMatchObject({
      code: 'EXTRACTO_TODO_APARTE',
      details: expect.stringContaining('otra moneda, USD (1)'),
    })
  })
})
