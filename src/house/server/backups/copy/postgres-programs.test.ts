import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { buy, copiesIn, copy, openCopiedShop, record, verify } from '#app/server/testing/copied-shop.ts'
import { onPostgres } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { readLastCopy } from '../last-copy.ts'
import { claimNight } from '../nightly/night.ts'

afterEach(() => vi.unstubAllEnvs())

onPostgres('a machine without the programs of PostgreSQL', (setup) => {
  test('makes no copy and names the package to install, in the panel too; nothing half is left, and the next one is made', async () => {
    const shop = await openCopiedShop(setup)
    const { ctx } = shop
    await buy(shop, 1)
    const place = newFolder()
    vi.stubEnv('PATH', newFolder())
    const night = await claimNight(ctx)
    const says = /^No está pg_dump\. Instala los programas de PostgreSQL .*postgresql-client/
    await expect(record(shop, place, {}, night)).rejects.toMatchObject({
      code: 'RESPALDO_IMPOSIBLE',
      details: expect.stringMatching(says),
    })
    expect(await readLastCopy(ctx)).toMatchObject({ hecho_en: null, fallo: expect.stringMatching(says) })
    expect(copiesIn(place)).toEqual([])
    expect(readdirSync(ctx.config.dataDir)).not.toContain('respaldo.tmp')
    vi.unstubAllEnvs()
    await copy(shop, place)
    // Nor is a copy called broken for it.
    vi.stubEnv('PATH', newFolder())
    await expect(verify(shop, place)).rejects.toMatchObject({ details: expect.stringMatching(/^No está pg_restore\./) })
    vi.unstubAllEnvs()
    expect(await verify(shop, place)).toMatchObject({ problemas: [], sin_abrir: null })
  })

  test('one with a program that is ended from outside makes no copy: that is reported, and nothing half is left', async () => {
    const shop = await openCopiedShop(setup)
    const programs = newFolder()
    writeFileSync(join(programs, 'pg_dump'), '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 })
    vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`)
    const place = newFolder()
    await expect(copy(shop, place)).rejects.toMatchObject({ details: 'pg_dump no pudo: algo lo detuvo (SIGKILL)' })
    expect(copiesIn(place)).toEqual([])
  })
})
