import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createInstallation, type Installation, startProduct, tombola } from './support/product.ts'
import { OWNER, setUpShop } from './support/set-up.ts'

const postgresUrl = inject('postgresUrl')

for (const { engine, server, missing } of [
  { engine: 'SQLite', server: null, missing: false },
  { engine: 'PostgreSQL', server: postgresUrl, missing: postgresUrl === null },
])
  describe.skipIf(missing)(`the command line · ${engine}`, () => {
    let installation: Installation
    let empty: Installation
    beforeAll(async () => {
      installation = await createInstallation(server)
      empty = await createInstallation(server)
      await setUpShop(installation.env)
    })
    afterAll(async () => {
      await installation?.remove()
      await empty?.remove()
    })

    test('a missing installation is never called sound, and nothing is left where it was looked for', async () => {
      // Each of them: src/app/cli/installation.test.ts.
      for (const order of ['audit', 'move', 'files to-s3', 'undo-upgrade']) {
        const { code, stdout, stderr } = await tombola(empty.env, order.split(' '))
        expect([order, code, stdout]).toEqual([order, 1, ''])
        expect(stderr).toContain('No hay base de datos')
      }
      expect(readdirSync(empty.env['DATA_DIR'] ?? '')).toEqual([])
      // Commands that begin an installation say so by their name.
      expect((await tombola(empty.env, ['migrate'])).code).toBe(0)
      expect((await tombola(empty.env, ['audit'])).stdout).toContain('Todo cuadra.')
    })

    // What follows is decided before any database.
    if (engine === 'PostgreSQL') return

    test('a link that opens nowhere else says so', async () => {
      const local = await tombola(installation.env, ['operators', 'link', OWNER.correo])
      expect(local.stdout).toContain('http://localhost:')
      expect(local.stdout).toContain('Falta PUBLIC_URL')
      const env = { ...installation.env, PUBLIC_URL: 'https://rifas.ejemplo.test' }
      const { stdout } = await tombola(env, ['operators', 'link', OWNER.correo])
      expect(stdout).toContain('https://rifas.ejemplo.test/')
      expect(stdout).not.toContain('PUBLIC_URL')
    })

    test('the first start sends its first operator to the address that people use', async () => {
      const product = await startProduct({ ...empty.env, PUBLIC_URL: 'https://rifas.ejemplo.test' })
      await expect.poll(product.output).toContain('  https://rifas.ejemplo.test/panel#codigo=')
      expect(await product.stop()).toBe(0)
    })

    /** @param order with where its output goes, for a shell. @returns its exit code, and what it says beside that. */
    async function inShell(order: string, env: Record<string, string> = {}): Promise<[code: unknown, said: string]> {
      const line = `"$0" src/app/run.js tombola ${order}; exit "\${PIPESTATUS[0]}"`
      const child = spawn('bash', ['-c', line, process.execPath], {
        env: { ...process.env, ...installation.env, ...env },
      })
      let said = ''
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
      return [await new Promise((resolve) => child.once('close', resolve)), said]
    }

    test('a reader that stops ends it quietly, and its exit code still says how it went', async () => {
      for (const [order, code] of [
        ['raffles list', 0],
        ['--help', 0],
        ['raffles publish 99 --json', 1],
        ['nada --json', 2],
        ['raffles publish --json', 2],
        ['raffles publish 99 2>&1', 1],
      ] as const) {
        expect([order, ...(await inShell(`${order} | true`))]).toEqual([order, code, ''])
      }
    })

    test('an answer without room, and a place where no folder can be made, are reported in a sentence', async () => {
      for (const order of ['raffles list', 'raffles list --json'])
        expect(await inShell(`${order} > /dev/full`)).toEqual([1, 'No se pudo: No queda espacio en el disco.\n'])
      expect(await inShell('raffles list --de-mas --json > /dev/null')).toEqual([2, ''])
      const nowhere = 'No se pudo: En /proc/copias el sistema no deja hacer ninguna carpeta. Indica otra.\n'
      expect(await inShell('backup --to /proc/copias')).toEqual([1, nowhere])
    })
  })
