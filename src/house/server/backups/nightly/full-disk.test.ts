import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buy, copiesIn, filesIn, openCopiedShop, record, verify } from '#app/server/testing/copied-shop.ts'
import { OWNER } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { NO_BACKUP_SETTINGS } from '#platform/settings.ts'
import { alertOldCopy } from '../last-copy.ts'
import { provePlace } from '../setting/save-place.ts'
import { claimNight } from './night.ts'

const HOUR = 3_600_000
const disk = newFolder()
const ballast = join(disk, 'lastre')
let mounted = false

beforeAll(() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tombola', disk], { stdio: 'ignore' })
    mounted = true
  } catch {
    // Only root mounts.
  }
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(ballast, { force: true })
})
afterAll(() => {
  if (mounted) execFileSync('umount', ['-l', disk])
})

/** Until not a byte more goes in. */
function fill(): void {
  for (let size = 2 ** 20; size >= 1; size /= 4) {
    try {
      for (;;) appendFileSync(ballast, Buffer.alloc(size))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}

onBothEngines('a disk of copies that fills while one is made', (setup) => {
  test('nothing half is left, owners read why, and the next one is made', async ({ skip }) => {
    if (!mounted) skip('only root mounts a disk')
    const shop = await openCopiedShop(setup)
    const { ctx } = shop
    await quickOperator(ctx, { ...OWNER, nombre: 'Dueña', rol: 'dueno' }, TESTER)
    const place = join(disk, ctx.config.databaseUrl === null ? 'sqlite' : 'postgres')
    const night = async () => record(shop, place, {}, await claimNight(ctx))
    await buy(shop, 1)
    await night()
    const before = filesIn(place).sort()

    await buy(shop, 2)
    ctx.clock.advance(24 * HOUR)
    const { read } = ctx.files
    ctx.files.read = async (id) => {
      // There was room when it began.
      fill()
      return read(id)
    }
    await expect(night()).rejects.toMatchObject({ code: 'ENOSPC' })
    ctx.files.read = read
    expect(filesIn(place).sort()).toEqual(before)
    expect(existsSync(join(ctx.config.dataDir, 'respaldo.tmp'))).toBe(false)
    expect(copiesIn(place)).toHaveLength(1)
    expect(await verify(shop, place)).toMatchObject({ problemas: [] })
    expect(await alertOldCopy(ctx)).toMatchObject({ fallo: 'No queda espacio en el disco.', viejo: false })
    // Neither would anybody choose it in the panel now.
    const settings = { ...NO_BACKUP_SETTINGS, destino: place }
    // And no verification there calls the copy changed.
    vi.stubEnv('TMPDIR', disk)
    fill()
    await expect(verify(shop, place)).rejects.toMatchObject({ code: 'SIN_ESPACIO' })
    vi.unstubAllEnvs()
    await expect(provePlace(ctx, settings)).rejects.toMatchObject({ details: expect.stringContaining('espacio') })

    // While it stays so the hour's next try is refused before it begins, and on the second day owners get a mail.
    ctx.clock.advance(25 * HOUR)
    await expect(night()).rejects.toMatchObject({ code: 'SIN_ESPACIO' })
    expect(await alertOldCopy(ctx)).toMatchObject({ viejo: true, fallo: expect.stringContaining('haz lugar') })
    expect(await readMails(ctx, 'respaldo-viejo:%')).toHaveLength(1)

    rmSync(ballast)
    ctx.clock.advance(HOUR)
    expect(await night()).toMatchObject({ faltan: [] })
    expect(copiesIn(place)).toHaveLength(2)
    expect(await verify(shop, place)).toMatchObject({ problemas: [], sin_abrir: null })
    expect(await alertOldCopy(ctx)).toMatchObject({ viejo: false, fallo: null })
  })
})
