import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { product as tools } from '#app/server/testing/copied-shop.ts'
import { findCopy } from '#house/server/backups/back/find-copy.ts'
import { verifyCopy } from '#house/server/backups/back/verify-copy.ts'
import { readConfig } from '#platform/server/config.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { SEED } from './kill/load.ts'
import { findLost, SellingShop } from './kill/selling-shop.ts'
import { until } from './kill/until.ts'
import {
  beginTombola,
  createInstallation,
  type Installation,
  startProduct,
  tombola,
  tombolaJson,
} from './support/product.ts'

/** A machine with other things to do takes longer, and nothing else. */
const PATIENCE = 1_200_000
const postgresUrl = inject('postgresUrl')

/** Finished copies in a folder, the oldest first. */
const copiesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'manifest.json')))
    .sort()

/** Each purchase has a proof. A copy has the database, the key and the identity besides. */
const BESIDE_PROOFS = 3

interface Copied {
  copia: string
  archivos: number
  nuevos: number
  contiene: { numeros: string }
}

for (const { engine, server, missing } of [
  { engine: 'SQLite', server: null, missing: false },
  { engine: 'PostgreSQL', server: postgresUrl, missing: postgresUrl === null },
]) {
  describe.skipIf(missing)(`backup and restore · ${engine}`, () => {
    const installations: Installation[] = []
    afterAll(async () => {
      for (const installation of installations) await installation.remove()
    })
    async function newInstallation(): Promise<Record<string, string>> {
      const installation = await createInstallation(server)
      installations.push(installation)
      return { ...installation.env, ABUSE_LIMITS: 'off' }
    }

    test(
      'copies while it sells, also killed in the middle, and of a lost machine all that was acknowledged before is put back',
      async () => {
        const env = await newInstallation()
        const shop = await SellingShop.open(env, SEED)
        const copy = newFolder()
        const config = readConfig(env)
        const random = seededRandom(SEED)
        try {
          await shop.during(() => shop.sells(30))
          const began = Date.now()
          await tombolaJson<Copied>(env, ['backup', '--to', copy, '--keep', '2'])
          const took = Date.now() - began
          for (let kill = 0; kill < soak(2, 100); kill++) {
            const before = copiesIn(copy)
            await shop.during(async () => {
              await shop.sells(10)
              const child = beginTombola(env, ['backup', '--to', copy, '--keep', '2'])
              const ended = new Promise((resolve) => child.once('close', resolve))
              await Promise.race([ended, sleep(random.below(took))])
              child.kill('SIGKILL')
              await ended
            })
            const after = copiesIn(copy)
            // None goes before there is another in its place.
            expect(after.length, `seed ${SEED}, kill ${kill}`).toBeGreaterThanOrEqual(Math.min(before.length, 2))
            for (const name of after) {
              const verified = await verifyCopy(await findCopy(join(copy, name), null), config, tools)
              expect(verified, `seed ${SEED}, kill ${kill}`).toMatchObject({ problemas: [], sin_abrir: null })
            }
          }
          const before = new Map(shop.ledger.bought)
          const last = await shop.during(async () => {
            await shop.sells(10)
            const made = await tombolaJson<Copied>(env, ['backup', '--to', copy, '--keep', '2'])
            expect((await tombola(env, ['restore', copy, '--json'])).stdout).toContain('DESTINO_OCUPADO')
            // The machine is lost while it sells.
            await shop.product.kill()
            return made
          })
          expect(last.nuevos).toBeLessThan(last.archivos)
          expect(last.archivos - BESIDE_PROOFS).toBeGreaterThan(before.size)
          // Nothing of those that were killed is left.
          expect(
            readdirSync(copy)
              .filter((name) => name.startsWith('respaldo-'))
              .sort(),
          ).toEqual(copiesIn(copy))

          // So is putting it back: the same again begins anew, and meanwhile no server takes the half for the whole.
          let restored = await newInstallation()
          const begun = Date.now()
          const whole = { problemas: [], numeros: last.contiene.numeros }
          expect(await tombolaJson(await newInstallation(), ['restore', copy])).toMatchObject(whole)
          const lasted = Date.now() - begun
          for (let kill = 0; kill < soak(2, 60); kill++) {
            const folder = restored['DATA_DIR'] ?? ''
            const child = beginTombola(restored, ['restore', copy])
            const ended = new Promise((resolve) => child.once('close', resolve))
            if (kill === 0) await until('half', () => existsSync(join(folder, 'restauracion.tmp', 'comprobantes')))
            else await Promise.race([ended, sleep(random.below(lasted))])
            child.kill('SIGKILL')
            await ended
            if (existsSync(join(folder, 'restauracion.tmp'))) {
              await expect(startProduct(restored)).rejects.toThrow('quedó a medias un respaldo')
            } else if (existsSync(join(folder, 'llave.secreta'))) {
              // It had ended: what is there is whole.
              expect(await tombolaJson(restored, ['audit']), `seed ${SEED}, kill ${kill}`).toMatchObject({
                cuadra: true,
              })
              restored = await newInstallation()
            }
          }
          expect(await tombolaJson(restored, ['restore', copy])).toMatchObject(whole)
          expect(await tombolaJson(restored, ['audit'])).toMatchObject({ cuadra: true, problemas: [] })
          const again = await startProduct(restored)
          expect(await findLost(again.address, { bought: before, approved: new Map() })).toEqual([])
          await again.stop()
        } finally {
          await shop.product.kill()
        }
        expect(shop.ledger.failures).toEqual([])
      },
      PATIENCE,
    )
  })
}
