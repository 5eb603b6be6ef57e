import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { unzip } from '#reports/server/testing/unzip.ts'
import { openShop, report } from '../server/testing/shop.ts'
import { UsageError } from './command.ts'
import { dossierCommand } from './raffles.ts'

onSqlite('the dossier on the command line', (setup) => {
  test('is a zip of its owner alone, which its recipient checks, and one that cannot be made leaves nothing behind', async () => {
    const shop = await openShop(setup)
    expect((await report(shop)).statusCode).toBe(201)
    const folder = join(shop.ctx.config.dataDir, 'expedientes')
    mkdirSync(folder)
    const run = (id: number, to?: string) => dossierCommand.run(shop.ctx, [String(id)], to === undefined ? {} : { to })
    const { data, text } = await run(shop.id, folder)
    const { archivo, bytes, sha256 } = data as { archivo: string; bytes: number; sha256: string }
    const zip = readFileSync(archivo)
    expect([bytes, sha256]).toEqual([zip.length, createHash('sha256').update(zip).digest('hex')])
    expect(text).toContain(`SHA-256 ${sha256}`)
    // It names everybody who bought.
    expect(statSync(archivo).mode & 0o077).toBe(0)
    const files = unzip(zip)
    expect(files.get('compras.csv')).toContain('carla@ejemplo.test')
    for (const says of ['sha256sum -c SHA256SUMS', 'certutil']) expect(files.get('LEEME.html')).toContain(says)
    const { formato, archivos } = JSON.parse(files.get('manifiesto.json') ?? '')
    expect(formato).toBe('tombola-expediente-1')
    expect([...files.keys()].sort()).toEqual(
      [
        ...archivos.map(({ nombre }: { nombre: string }) => nombre),
        'LEEME.html',
        'SHA256SUMS',
        'manifiesto.json',
      ].sort(),
    )

    await expect(run(99, folder)).rejects.toThrow()
    await expect(run(shop.id, join(folder, 'no-hay'))).rejects.toThrow()
    await expect(run(shop.id)).rejects.toThrow(UsageError)
    expect(readdirSync(folder)).toEqual([archivo.slice(folder.length + 1)])

    // As its recipient checks it.
    for (const [name, content] of files) writeFileSync(join(folder, name), content)
    const check = () =>
      spawnSync('sha256sum', ['-c', 'SHA256SUMS'], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C' },
      })
    expect(check().status, check().stderr).toBe(0)
    appendFileSync(join(folder, 'uniones.csv'), '9;TB-XXXXX;"100,00"\n')
    expect([check().status, check().stdout]).toEqual([1, expect.stringContaining('uniones.csv: FAILED')])
  })
})
