import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { unzip } from '#reports/server/testing/unzip.ts'
import { createInstallation, type Installation, startProduct, tombola, tombolaJson } from './support/product.ts'
import { reportPurchase } from './support/report-purchase.ts'
import { setUpShop } from './support/set-up.ts'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

interface Manifest {
  formato: string
  archivos: { nombre: string; bytes: number; sha256: string }[]
}

describe('the dossier on the command line', () => {
  let installation: Installation
  const folder = mkdtempSync(join(tmpdir(), 'tombola-expediente-'))
  beforeAll(async () => {
    installation = await createInstallation(null)
    await setUpShop(installation.env)
    const product = await startProduct(installation.env)
    await reportPurchase(product.address, 'carla@ejemplo.test', '700000000001')
    await product.stop()
  })
  afterAll(async () => {
    await installation?.remove()
    removeFolder(folder)
  })

  test('is a zip whose hashes hold as its page says, and a changed file is found out', async () => {
    const order = ['raffles', 'dossier', '2', '--to', folder]
    const made = await tombolaJson<{ archivo: string; bytes: number; sha256: string }>(installation.env, order)
    const zip = readFileSync(made.archivo)
    expect([made.bytes, made.sha256]).toEqual([zip.length, sha256(zip)])
    // It names everybody who bought.
    expect(statSync(made.archivo).mode & 0o077).toBe(0)
    expect(readdirSync(folder)).toEqual([made.archivo.slice(folder.length + 1)])

    const files = unzip(zip)
    const manifest = files.get('manifiesto.json') ?? ''
    const { formato, archivos } = JSON.parse(manifest) as Manifest
    expect(formato).toBe('tombola-expediente-1')
    expect([...files.keys()].sort()).toEqual(
      [...archivos.map(({ nombre }) => nombre), 'LEEME.html', 'SHA256SUMS', 'manifiesto.json'].sort(),
    )
    const wrong = () =>
      archivos.filter((one) => sha256(files.get(one.nombre) ?? '') !== one.sha256).map(({ nombre }) => nombre)
    expect(wrong()).toEqual([])
    const page = files.get('LEEME.html') ?? ''
    for (const says of ['sha256sum -c SHA256SUMS', 'certutil', sha256(manifest), ...archivos.map((one) => one.sha256)])
      expect(page).toContain(says)
    expect(files.get('compras.csv')).toContain('carla@ejemplo.test')
    expect((await tombola(installation.env, ['raffles', 'dossier', '1', '--to', folder])).stdout).toContain('SHA-256')

    // As its recipient checks it.
    const open = join(folder, 'abierto')
    mkdirSync(open)
    for (const [name, text] of files) writeFileSync(join(open, name), text)
    const check = () =>
      spawnSync('sha256sum', ['-c', 'SHA256SUMS'], {
        cwd: open,
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C' },
      })
    expect(check().status, check().stderr).toBe(0)
    appendFileSync(join(open, 'uniones.csv'), '9;TB-XXXXX;"100,00"\n')
    expect([check().status, check().stdout]).toEqual([1, expect.stringContaining('uniones.csv: FAILED')])
    files.set('compras.csv', `${files.get('compras.csv')} `)
    expect(wrong()).toEqual(['compras.csv'])
  })

  test('of a missing raffle, or to nowhere, leaves nothing behind', async () => {
    const before = readdirSync(folder)
    const none = await tombola(installation.env, ['raffles', 'dossier', '99', '--to', folder])
    expect([none.code, none.stdout]).toEqual([1, ''])
    const nowhere = await tombola(installation.env, ['raffles', 'dossier', '2', '--to', join(folder, 'no-hay')])
    expect(nowhere.code).toBe(1)
    expect((await tombola(installation.env, ['raffles', 'dossier', '2'])).code).toBe(2)
    expect(readdirSync(folder)).toEqual(before)
  })
})
