import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { product as tools } from '#app/server/testing/copied-shop.ts'
import type { LastCopy } from '#house/contract.ts'
import { findCopy } from '#house/server/backups/back/find-copy.ts'
import { verifyCopy } from '#house/server/backups/back/verify-copy.ts'
import { type Instant, writeInstant } from '#platform/clock.ts'
import { readConfig } from '#platform/server/config.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { signIn } from './kill/load.ts'
import { until } from './kill/until.ts'
import { OTHER_DAYS } from './support/far-from-midnight.ts'
import { createInstallation, type Installation, inside, type Product, startProduct } from './support/product.ts'
import { setUpShop } from './support/set-up.ts'

const HOUR = 3_600_000
const server = inject('postgresUrl')

for (const { engine, missing } of [
  { engine: 'SQLite', missing: false },
  { engine: 'PostgreSQL', missing: server === null },
])
  describe.skipIf(missing)(`a server whose nights come · ${engine}`, () => {
    const folder = newFolder()
    const [place, days] = [join(folder, 'copias'), join(folder, 'days')]
    let installation: Installation
    let env: Record<string, string>
    let product: Product
    let ahead = 0

    beforeAll(async () => {
      installation = await createInstallation(engine === 'SQLite' ? null : server)
      await setUpShop(installation.env, { nights: true })
      env = {
        ...installation.env,
        BACKUP_TO: place,
        // Half a day away, for each `pass` below ends about the hour of now: no night comes but those that a test lets come.
        BACKUP_HOUR: String((Number(writeInstant(Date.now() as Instant).slice(11, 13)) + 12) % 24),
        NODE_OPTIONS: OTHER_DAYS,
        DAYS_FILE: days,
      }
      pass(0)
      product = await startProduct(env)
    })
    afterEach(() => expect(product.output()).not.toMatch(/TypeError|unhandled/i))
    afterAll(async () => {
      await product?.stop()
      await installation?.remove()
    })

    function pass(milliseconds: number): void {
      ahead += milliseconds
      // Whole or not at all: the server reads it at any moment.
      writeFileSync(`${days}.part`, String(ahead))
      renameSync(`${days}.part`, days)
    }

    /** Asked too often, a server has no time for its copy. */
    const soon = (what: string, is: () => Promise<boolean>) => until(what, is, 100)

    /** A server looks whether a night has come when it has run for a minute, by its own clock: the clock runs until it has. */
    const untilIt = (what: string, is: () => Promise<boolean>) =>
      soon(what, () => {
        pass(5_000)
        return is()
      })

    let session: Record<string, string> | null = null
    /** The panel's home about the last copy, for an owner. */
    async function home(): Promise<LastCopy> {
      for (;;) {
        session ??= await signIn(product.address)
        const answer = await fetch(`${product.address}/api/panel/inicio`, { headers: session })
        if (answer.status === 200) return ((await answer.json()) as { respaldo: LastCopy }).respaldo
        // A day is longer than anybody stays signed in.
        expect(answer.status).toBe(401)
        session = null
      }
    }
    const when = async () => Date.parse((await home()).hecho_en ?? '')
    const copies = () =>
      (existsSync(place) ? readdirSync(place) : []).filter((name) => existsSync(join(place, name, 'manifest.json')))
    const rows = () =>
      inside(installation.env, (ctx) =>
        ctx.db.read.selectFrom('backups').select(['noche', 'estado']).orderBy('id').execute(),
      )

    /** The night comes, and its copy stands still in the middle until `goOn`. @returns the process that makes it. */
    async function copying(): Promise<number> {
      writeFileSync(`${days}.hold`, '')
      pass(24 * HOUR)
      const id = product.child.pid
      const child = () => {
        const [first] = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8')
          .split(' ')
          .filter((one) => isCopy(one))
        return Number(first ?? 0)
      }
      const work = join(env['DATA_DIR'] ?? '', 'respaldo.tmp')
      // The round before may only end now, and the next comes a minute after it: the clock runs until it has.
      await until('a copy in the middle', () => {
        pass(1_000)
        return child() !== 0 && existsSync(work)
      })
      return child()
    }
    const goOn = () => rmSync(`${days}.hold`)

    test('makes a copy each night by itself; a killed one is reported, and made again an hour later', async () => {
      await untilIt('the first copy', async () => (await home()).hecho_en !== null)
      expect(await home()).toMatchObject({ fallo: null, falta: null, viejo: false, lugar: place })
      expect(copies()).toHaveLength(1)

      process.kill(await copying(), 'SIGKILL')
      goOn()
      await soon('how it ended', async () => (await home()).fallo !== null)
      const killed = await home()
      expect(killed.fallo).toBe('Terminó antes de tiempo: mira el registro del servidor.')
      expect(killed.viejo).toBe(false)
      expect(copies()).toHaveLength(1)

      pass(HOUR)
      await soon('the next round', async () => (await when()) > Date.parse(killed.hecho_en ?? ''))
      expect(await home()).toMatchObject({ fallo: null, falta: null, viejo: false })
      expect(copies()).toHaveLength(2)
      expect((await rows()).map(({ estado }) => estado)).toEqual(['hecho', 'hecho'])
      expect(existsSync(join(env['DATA_DIR'] ?? '', 'respaldo.tmp'))).toBe(false)
      for (const name of copies()) {
        const verified = await verifyCopy(await findCopy(join(place, name), null), readConfig(installation.env), tools)
        expect(verified).toMatchObject({ problemas: [], sin_abrir: null })
      }
    })

    // How a server ends the process is decided before any database.
    if (engine === 'PostgreSQL') return
    test('stopped in the middle it ends the copy too, and the next start makes it', async () => {
      const [before, last] = [copies().length, await when()]
      await copying()
      const ended = product.stop()
      goOn()
      expect(await ended).toBe(0)
      product = await startProduct(env)
      await untilIt('the copy of that night', async () => (await when()) > last)
      expect((await rows()).filter(({ estado }) => estado !== 'hecho')).toEqual([])
      expect(copies().length).toBeGreaterThan(before)
      expect(await home()).toMatchObject({ fallo: null, viejo: false })
    })
  })

function isCopy(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--noche')
  } catch {
    return false
  }
}
