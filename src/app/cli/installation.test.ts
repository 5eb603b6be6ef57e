import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { openShop, report } from '../server/testing/shop.ts'
import { commands, runCommand } from './commands.ts'
import { adoptCommand, describeProblem } from './installation.ts'

onSqlite('a folder and a database that are declared to belong together', (setup) => {
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

/** Commands that work without an installation: they begin one, or only read a copy. */
const NEED_NONE = ['raffles create', 'operators create', 'migrate', 'restore', 'verify']

onSqlite('where there is no installation', (setup) => {
  test.each(commands.filter(({ name }) => !NEED_NONE.includes(name)))(
    '$name reports that, and leaves nothing there',
    async (command) => {
      const dataDir = newFolder()
      const { config } = await setup.context()
      const said = await runCommand({ ...config, dataDir }, command, [], {}).catch(describeProblem)
      expect(JSON.stringify(said)).toMatch(/No hay base de datos.*Indica con DATA_DIR/)
      expect(readdirSync(dataDir)).toEqual([])
    },
  )

  test('a place that cannot be looked at is not an empty one', async () => {
    const loop = join(newFolder(), 'vuelta')
    symlinkSync(loop, loop)
    const { config } = await setup.context()
    const [audit] = commands.filter(({ name }) => name === 'audit')
    const said = audit && runCommand({ ...config, databaseUrl: null, dataDir: loop }, audit, [], {})
    expect(await said?.catch(describeProblem)).toMatchObject({
      code: 'DISCO_SE_NIEGA',
      details: expect.stringMatching(/ELOOP/),
    })
  })

  test('only commands that begin an installation, or work beside one, need none', () => {
    expect(NEED_NONE.filter((name) => !commands.some((command) => command.name === name))).toEqual([])
  })
})
