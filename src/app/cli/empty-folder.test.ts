import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { newFolder } from '../server/testing/copied-shop.ts'
import { commands } from './commands.ts'
import { describeProblem } from './installation.ts'
import { runCommand } from './run-command.ts'

/** What works where there is no installation: it begins one, or only reads a copy. */
const NEED_NONE = ['raffles create', 'operators create', 'migrate', 'restore', 'verify']

onBothEngines('where there is no installation', (setup) => {
  test.each(commands.filter(({ name }) => !NEED_NONE.includes(name)))(
    '$name says so, and leaves nothing there',
    async (command) => {
      const dataDir = newFolder()
      const { config } = await setup.context()
      const said = await runCommand({ ...config, dataDir }, command, [], {}).catch(describeProblem)
      expect(JSON.stringify(said)).toMatch(/No hay base de datos.*Indica con DATA_DIR/)
      expect(readdirSync(dataDir)).toEqual([])
    },
  )

  test('what begins one, or works beside one, is all that is left', () => {
    expect(NEED_NONE.filter((name) => !commands.some((command) => command.name === name))).toEqual([])
  })
})
