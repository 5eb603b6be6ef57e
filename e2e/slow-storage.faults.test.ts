import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BadStorage, badStorageMissing, createBadStorage } from './kill/bad-storage.ts'
import { newAttempt, post, SEED } from './kill/load.ts'
import { SellingShop } from './kill/selling-shop.ts'
import { createInstallation, type Installation, startProduct } from './support/product.ts'

if (badStorageMissing !== null) process.stderr.write(`\n*** SKIPPED: slow storage: ${badStorageMissing}. ***\n`)

/** Of a file that is not flushed yet. */
const UNNAMED = '.part'

describe.skipIf(badStorageMissing !== null)('a disk that is slow, then fails · SQLite', () => {
  let installation: Installation
  let storage: BadStorage
  let shop: SellingShop
  beforeAll(async () => {
    installation = await createInstallation(null)
    storage = createBadStorage(installation.env['DATA_DIR'] ?? '')
    shop = await SellingShop.open({ ...installation.env, ...storage.env }, SEED)
  })
  afterAll(async () => {
    await shop?.product.kill()
    storage?.remove()
    await installation?.remove()
  })

  test('photos that wait for it hold up no visitor, and are not acknowledged before', async () => {
    const page = await (await fetch(`${shop.address}/rifa`)).text()
    const [file = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
    storage.be({ hangs: UNNAMED })
    const heard: unknown[] = []
    const reports = Array.from({ length: 16 }, async () => {
      const attempt = newAttempt(shop.ledger)
      const photo = Buffer.concat([attempt.proof, Buffer.alloc(300_000)])
      const status = await post(shop.address, { ...attempt, proof: photo }).then((answer) => answer.status, String)
      heard.push(status)
      return status
    })
    const folder = join(installation.env['DATA_DIR'] ?? '', 'comprobantes')
    const unnamed = () => readdirSync(folder).filter((name) => name.endsWith(UNNAMED)).length
    // Sixteen files are begun on a disk that others use too: what does not come at all is noticed all the same.
    await expect.poll(() => ({ unnamed: unnamed(), heard })).toEqual({ unnamed: reports.length, heard: [] })
    for (let time = 0; time < 20; time++) {
      await shop.answersReaders()
      for (const path of ['/rifa', `${file}?${time}`]) expect((await fetch(`${shop.address}${path}`)).status).toBe(200)
    }
    expect(shop.ledger.failures).toEqual([])
    expect(heard).toEqual([])
    storage.be('well')
    expect(await Promise.all(reports)).toEqual(reports.map(() => 201))
  })
  test('a start that finds the log of a killed server, and cannot keep it, is refused with a sentence', async () => {
    const left = async () =>
      (await (await fetch(`${shop.address}/api/rifas/1/status`)).json()).data.rifa.numeros_disponibles
    const before = await left()
    await shop.product.kill()
    storage.be({ fails: '.sqlite' })
    await expect(startProduct(shop.env)).rejects.toThrow(/El disco está lleno, o falla/)
    storage.be('well')
    await shop.restart()
    expect(await left()).toBe(before)
  })
})
