import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buy, openCopiedShop, PASSPHRASE, record } from '#app/server/testing/copied-shop.ts'
import { OWNER, openShop, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import { onSqlite, type TestCtx } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { NO_BACKUP_SETTINGS } from '#platform/settings.ts'
import { alertOldCopy, readLastCopy } from '../last-copy.ts'
import { ownPlace } from '../place/where.ts'
import { provePlace } from '../setting/save-place.ts'
import { claimNight, copyNow, makeNightly } from './night.ts'

const HOUR = 3_600_000

/** Puts a copy of that row into a folder. */
const makes = (ctx: TestCtx, folder: string) => async (id: number) => void (await record({ ctx }, folder, {}, id))

const rows = (ctx: TestCtx) => ctx.db.read.selectFrom('backups').selectAll().orderBy('id').execute()

onSqlite('the nightly copy', (setup) => {
  test('is made once a night by one of several processes, whatever they do at the same time', async () => {
    const { ctx } = await openCopiedShop(setup)
    const twin = await setup.twin(ctx)
    const folder = newFolder()
    for (let hour = 0; hour < 48; hour++) {
      const ids = await Promise.all([0, 1, 2, 3].map(() => claimNight(hour % 2 === 0 ? ctx : twin)))
      const mine = ids.filter((id) => id !== null)
      expect(mine.length, `hour ${hour}`).toBe(hour === 0 || hour === 15 || hour === 39 ? 1 : 0)
      for (const id of mine) await makes(ctx, folder)(id)
      // It is the twin's too.
      ctx.clock.advance(HOUR)
    }
    // Noon of the first day, then three at night: 15 and 39 hours later.
    expect((await rows(ctx)).map(({ noche, estado }) => [noche, estado])).toEqual([
      ['2026-11-20', 'hecho'],
      ['2026-11-21', 'hecho'],
      ['2026-11-22', 'hecho'],
    ])
  })

  test('a copy that an owner asks for is made next to it, one at a time, also when it fails', async () => {
    const { ctx, app } = await openCopiedShop(setup)
    const folder = newFolder()
    const never = new AbortController().signal
    let release = () => {}
    const waits = new Promise<void>((resolve) => {
      release = resolve
    })
    const late = async (id: number) => {
      await waits
      await makes(ctx, folder)(id)
    }
    const first = await copyNow(ctx, late, never)
    expect((await readLastCopy(ctx)).haciendo).toBe(true)
    await expect(copyNow(ctx, makes(ctx, folder), never)).rejects.toMatchObject({ code: 'RESPALDO_EN_MARCHA' })
    const headers = await signInOwner({ ctx, app })
    const refused = await app.inject({ method: 'POST', url: '/api/panel/respaldos/ahora', headers })
    expect(refused.json().code).toBe('RESPALDO_EN_MARCHA')
    release()
    await first.made
    expect(await readLastCopy(ctx)).toMatchObject({ haciendo: false, fallo: null, hecho_en: expect.any(String) })
    await (await copyNow(ctx, async () => Promise.reject(new Error('killed')), never)).made
    expect(await readLastCopy(ctx)).toMatchObject({
      haciendo: false,
      fallo: expect.stringContaining('antes de tiempo'),
    })
    // That of the night is not taken for it.
    expect(await claimNight(ctx)).not.toBeNull()
  })

  test('does not start over in the empty folder under a disk that is not mounted, unless somebody chooses it', async () => {
    const { ctx } = await openCopiedShop(setup)
    const mount = newFolder()
    const night = async (folder: string) => {
      ctx.clock.advance(24 * HOUR)
      await makes(ctx, folder)((await claimNight(ctx)) ?? 0)
    }
    const unmount = () => {
      renameSync(mount, `${mount}.disk`)
      mkdirSync(mount)
    }
    await night(mount)
    unmount()
    await expect(night(mount)).rejects.toMatchObject({ code: 'DESTINO_VACIO' })
    expect((await readLastCopy(ctx)).fallo).toContain(
      `${mount}, está vacío, y ya tenía copias: ¿se desconectó el disco?`,
    )
    // Mounted again, it continues.
    rmSync(mount, { recursive: true })
    renameSync(`${mount}.disk`, mount)
    await night(mount)
    for (const choose of [
      () => provePlace(ctx, { ...NO_BACKUP_SETTINGS, destino: mount }),
      () => record({ ctx }, mount, { chosen: true }),
    ]) {
      rmSync(mount, { recursive: true })
      mkdirSync(mount)
      await expect(night(mount)).rejects.toMatchObject({ code: 'DESTINO_VACIO' })
      await choose()
      await night(mount)
    }
    // The one inside the data folder has no disk of its own.
    const own = ownPlace(ctx.config)
    await night(own)
    rmSync(own, { recursive: true })
    await night(own)
    expect((await readLastCopy(ctx)).fallo).toBeNull()
  })
})

onSqlite('nightly copies', (setup) => {
  test('follow a clock that jumps: none twice, none left out, also after a year that was none', async () => {
    const { ctx } = await openCopiedShop(setup)
    const nights: (string | null)[] = []
    const folder = newFolder()
    for (const days of [0, 365, -365, 1, -3, 3, 1]) {
      ctx.clock.advance(days * 24 * HOUR)
      const id = await claimNight(ctx)
      if (id === null) continue
      await makes(ctx, folder)(id)
      nights.push((await rows(ctx)).find((row) => row.id === id)?.noche ?? null)
    }
    expect(nights).toEqual(['2026-11-20', '2027-11-20', '2026-11-21', '2026-11-18', '2026-11-22'])
  })

  test('one that failed is tried again in an hour, one whose process was killed in minutes, one of a stopped server immediately', async () => {
    const { ctx } = await openShop(setup)
    const stopping = new AbortController()
    const failing = async () => {
      throw new Error('no disk')
    }
    await makeNightly(ctx, failing, stopping.signal)
    expect(await rows(ctx)).toMatchObject([{ estado: 'fallido' }])
    ctx.clock.advance(HOUR)
    const untilEnded = (_: number, ended: AbortSignal) =>
      new Promise<void>((resolve) => {
        ended.addEventListener('abort', () => resolve())
        stopping.abort()
      })
    await makeNightly(ctx, untilEnded, stopping.signal)
    expect(await rows(ctx)).toMatchObject([{ estado: 'fallido', detalle: 'Se apagó el servidor antes de terminar.' }])
    const id = await claimNight(ctx)
    expect(id).not.toBeNull()
    // Nothing shows that its process lives.
    expect(await claimNight(ctx)).toBeNull()
    ctx.clock.advance(6 * 60_000)
    expect(await claimNight(ctx)).toBe(id)
    await expect(makes(ctx, '/etc/hostname/no')(id ?? 0)).rejects.toThrow()
    expect((await rows(ctx))[0]).toMatchObject({ estado: 'fallido', detalle: expect.stringMatching(/./) })
    ctx.clock.advance(HOUR / 2)
    expect(await claimNight(ctx)).toBeNull()
    ctx.clock.advance(HOUR)
    expect(await claimNight(ctx)).toBe(id)
  })

  test('the panel shows nothing of a new shop, then the last copy, or why none came; owners get a mail a day after two days', async () => {
    const shop = await openCopiedShop(setup)
    const { ctx } = shop
    await quickOperator(ctx, { ...OWNER, nombre: 'Dueña', rol: 'dueno' }, TESTER)
    const mails = () => readMails(ctx, 'respaldo-viejo:%')
    expect(await alertOldCopy(ctx)).toMatchObject({ hecho_en: null, viejo: false, fallo: null })
    await buy(shop, 1)
    const id = await claimNight(ctx)
    await makes(ctx, newFolder())(id ?? 0)
    const last = await readLastCopy(ctx)
    expect(last).toMatchObject({ hecho_en: '2026-11-20T16:00:00.000Z', viejo: false, fallo: null })
    expect(last.bytes).toBeGreaterThan(100_000)
    ctx.clock.advance(24 * HOUR)
    const next = await claimNight(ctx)
    ctx.space = async () => ({ free: 1, total: 2 ** 40, level: 'grave' })
    await expect(record(shop, newFolder(), { passphrase: PASSPHRASE }, next)).rejects.toThrow()
    expect(await alertOldCopy(ctx)).toMatchObject({
      viejo: false,
      fallo: expect.stringContaining('No se hizo: haz lugar'),
    })
    expect(await mails()).toEqual([])
    ctx.clock.advance(25 * HOUR)
    for (let looks = 0; looks < 3; looks++) expect(await alertOldCopy(ctx)).toMatchObject({ viejo: true })
    expect(await mails()).toMatchObject([{ asunto: expect.stringContaining('tiene más de dos días') }])
    ctx.clock.advance(24 * HOUR)
    await alertOldCopy(ctx)
    expect(await mails()).toHaveLength(2)
  })

  test('one that hangs, behind a lock or on a disk of the network, is shown as begun', async () => {
    const { ctx } = await openCopiedShop(setup)
    await quickOperator(ctx, { ...OWNER, nombre: 'Dueña', rol: 'dueno' }, TESTER)
    await makes(ctx, newFolder())((await claimNight(ctx)) ?? 0)
    ctx.clock.advance(24 * HOUR)
    await claimNight(ctx)
    ctx.clock.advance(25 * HOUR)
    await alertOldCopy(ctx)
    expect((await readMails(ctx, 'respaldo-viejo:%'))[0]?.texto).toContain(
      'Uno que empezó el 21/11/2026, 12:00\u00a0p.\u00a0m. no ha terminado.',
    )
  })
})
