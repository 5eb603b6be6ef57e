import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { type BadStorage, badStorageMissing, createBadStorage } from './kill/bad-storage.ts'
import { newAttempt, post, SEED } from './kill/load.ts'
import { SellingShop } from './kill/selling-shop.ts'
import { createInstallation, type Installation } from './support/product.ts'

if (badStorageMissing !== null) process.stderr.write(`\n*** SKIPPED: slow storage: ${badStorageMissing}. ***\n`)

const isUnnamed = (name: string) => name.endsWith('.part')

describe.skipIf(badStorageMissing !== null)('storage whose flushes never end · SQLite', () => {
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

  const ask = async (path: string, asked?: object) => {
    const sent = asked && { body: JSON.stringify(asked), headers: { 'content-type': 'application/json' } }
    const answer = await fetch(`${shop.address}${path}`, sent && { method: 'POST', ...sent })
    return { status: answer.status, body: await answer.json() }
  }
  const left = async () => (await ask('/api/rifas/1/status')).body.data.rifa.numeros_disponibles

  async function hold(): Promise<{ status: number; token: string }> {
    const answer = await fetch(`${shop.address}/api/rifas/1/apartados`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cantidad_tickets: 2 }),
    })
    return { status: answer.status, token: (await answer.json()).token }
  }

  /** Everybody who looks is answered, again and again. */
  async function look(): Promise<void> {
    for (let time = 0; time < 20; time++) {
      await shop.answersReaders()
      expect((await fetch(`${shop.address}/rifa`)).status).toBe(200)
    }
    expect(shop.ledger.failures).toEqual([])
  }

  test('hold up nobody who looks, and whoever writes hears nothing before they end', async () => {
    const before = await left()
    storage.be({ hangs: '' })
    const heard: number[] = []
    const writing = hold().then(({ status }) => heard.push(status), String)
    await expect.poll(left).toBe(before - 2)
    await look()
    expect(heard).toEqual([])
    storage.be('well')
    await writing
    expect(heard).toEqual([201])
  })

  test('nor does anybody hear that his report has arrived', async () => {
    const { token } = await hold()
    const attempt = newAttempt(shop.ledger)
    Object.assign(attempt.fields, { apartado: token, cantidad_tickets: '2', total: '2.00' })
    storage.be({ hangs: '-wal' })
    const heard: string[] = []
    const reporting = post(shop.address, attempt).then(({ status }) => heard.push(`report: ${status}`), String)
    const seen = new DatabaseSync(join(installation.env['DATA_DIR'] ?? '', 'tombola.sqlite'), { readOnly: true })
    const purchases = () => Number(seen.prepare('select count(*) as n from purchases').get()?.['n'])
    await expect.poll(purchases).toBe(1)
    seen.close()
    const asking = ask('/api/rifas/apartado/compra', { apartado: token }).then(
      ({ status }) => heard.push(`look: ${status}`),
      String,
    )
    await look()
    expect(heard).toEqual([])
    storage.be('well')
    await Promise.all([reporting, asking])
    expect(heard.sort()).toEqual(['look: 200', 'report: 201'])
  })

  test('nor does a photo that waits for the disk keep the files of a page from who opens it', async () => {
    const page = await (await fetch(`${shop.address}/rifa`)).text()
    const [file = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
    storage.be({ hangs: '' })
    const heard: unknown[] = []
    const reports = Array.from({ length: 16 }, async () => {
      const attempt = newAttempt(shop.ledger)
      const photo = Buffer.concat([attempt.proof, Buffer.alloc(300_000)])
      const status = await post(shop.address, { ...attempt, proof: photo }).then((answer) => answer.status, String)
      heard.push(status)
      return status
    })
    const unnamed = () => readdirSync(join(installation.env['DATA_DIR'] ?? '', 'comprobantes')).filter(isUnnamed).length
    // Sixteen files are begun on a disk that others use too: what does not come at all is noticed all the same.
    await expect
      .poll(() => ({ unnamed: unnamed(), heard }), { timeout: 60_000 })
      .toEqual({ unnamed: reports.length, heard: [] })
    for (let time = 0; time < 20; time++) expect((await fetch(`${shop.address}${file}?${time}`)).status).toBe(200)
    storage.be('well')
    expect(await Promise.all(reports)).toEqual(reports.map(() => 201))
  })
})

const run = promisify(execFile)

describe.skipIf(badStorageMissing !== null)('the thread that serves', () => {
  let folder: string
  let storage: BadStorage
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tombola-growing-'))
    storage = createBadStorage(folder)
  })
  afterAll(() => {
    storage?.remove()
    removeFolder(folder)
  })

  /** @param changes what the process makes of SQLite's settings. */
  async function grow(name: string, changes: Record<string, string> = {}) {
    const { LD_PRELOAD, TOMBOLA_SHIM_FOLDER, TOMBOLA_SHIM_STATE = '' } = storage.env
    const preload = `import { DatabaseSync } from 'node:sqlite'
      const { exec } = DatabaseSync.prototype
      const changes = ${JSON.stringify(changes)}
      DatabaseSync.prototype.exec = function (sql) { return exec.call(this, changes[sql] ?? sql) }`
    const script = [join(import.meta.dirname, 'kill/growing-log.ts'), join(folder, name), TOMBOLA_SHIM_STATE]
    const env = { ...process.env, LD_PRELOAD, TOMBOLA_SHIM_FOLDER, TOMBOLA_SHIM_STATE }
    storage.be('well')
    const args = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, ...script]
    return run(process.execPath, args, { env })
  }

  test("flushes nothing, though the log begins anew; control: a commit of SQLite's own does", async () => {
    const { began, written, found } = JSON.parse((await grow('ours')).stdout)
    expect(began).toBe(2)
    expect(found).toBe(written)
    const commits = grow('commits', { 'pragma synchronous = normal': 'pragma synchronous = full' })
    await expect(commits).rejects.toThrow(/disk I\/O error/)
  })
})
