import { expect, test } from 'vitest'
import type { Instant } from '../../clock.ts'
import type { MailServer } from '../../settings.ts'
import { keysFrom } from '../installation/keys.ts'
import { platformSchema } from '../schema.ts'
import { onBothEngines, type TestCtx } from '../testing/engines.ts'
import { dropSetting, fixedBy, followSettings, putSetting, readKept, readSetting, settingNow } from './settings.ts'

const MAIL: MailServer = {
  servidor: 'smtp.ejemplo.test',
  puerto: 465,
  seguridad: 'tls',
  usuario: 'rifas@ejemplo.test',
  clave: ' ñ"\\\u{1f511}{} ',
  remitente: 'rifas@ejemplo.test',
  nombre: 'Rifas La Ceiba',
}

function save(ctx: TestCtx, valor: MailServer, version: number): Promise<boolean> {
  return ctx.db.write('sitio', (tx) =>
    putSetting(ctx, tx, 'correo', valor, { version, en: 1000 as Instant, por: 'Marisela' }),
  )
}

onBothEngines('settings of the server', (setup) => {
  const open = () => setup.context({ schema: platformSchema })

  test('come back as they were saved, and the database does not tell the secret', async () => {
    const ctx = await open()
    expect(await readSetting(ctx, 'correo')).toBeNull()
    expect(await save(ctx, MAIL, 0)).toBe(true)
    expect(await readKept(ctx, 'correo')).toMatchObject({ valor: MAIL, version: 1, guardado_por: 'Marisela' })
    const row = await ctx.db.read.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
    expect(JSON.parse(row.valor)).toEqual({ ...MAIL, clave: undefined })
    expect(row.secreto).toMatch(/^s1\.[\w-]+$/)
    expect(JSON.stringify(row)).not.toContain('🔑')
  })

  test('two that saw the same: the first is kept', async () => {
    const ctx = await open()
    const both = await Promise.all([save(ctx, MAIL, 0), save(ctx, { ...MAIL, puerto: 587 }, 0)])
    expect(both.filter(Boolean)).toHaveLength(1)
    const kept = await readSetting(ctx, 'correo')
    expect(await save(ctx, MAIL, 7)).toBe(false)
    expect(await ctx.db.write('sitio', (tx) => dropSetting(tx, 'correo', 7))).toBe(false)
    expect(await readSetting(ctx, 'correo')).toEqual(kept)
    expect(await ctx.db.write('sitio', (tx) => dropSetting(tx, 'correo', 1))).toBe(true)
    expect(await readSetting(ctx, 'correo')).toBeNull()
  })

  test('another process sees the saved values, also one that cannot wait', async () => {
    const ctx = await open()
    const other = await setup.twin(ctx)
    await followSettings(ctx)
    await followSettings(other)
    expect([await readSetting(other, 'correo'), settingNow(other, 'correo')]).toEqual([null, null])
    await save(ctx, MAIL, 0)
    await followSettings(ctx)
    expect(settingNow(ctx, 'correo')).toEqual(MAIL)
    await expect.poll(() => settingNow(other, 'correo')).toEqual(MAIL)
    await expect.poll(() => readSetting(other, 'correo')).toEqual(MAIL)
  })

  test('the environment wins, as a whole, and is named', async () => {
    const ctx = await open()
    await save(ctx, MAIL, 0)
    expect(fixedBy(ctx, 'correo')).toBeNull()
    ctx.config.mail = { smtpUrl: 'smtps://yo%40casa.test:se%3Acreta@correo.test', from: 'Casa <yo@casa.test>' }
    expect(fixedBy(ctx, 'correo')).toBe('SMTP_URL')
    expect(await readSetting(ctx, 'correo')).toEqual({
      servidor: 'correo.test',
      puerto: 465,
      seguridad: 'tls',
      usuario: 'yo@casa.test',
      clave: 'se:creta',
      remitente: 'yo@casa.test',
      nombre: 'Casa',
    })
    expect((await readKept(ctx, 'correo'))?.valor).toEqual(MAIL)
  })

  test('a secret of another key, or moved from another row, does not count', async () => {
    const ctx = await open()
    await save(ctx, MAIL, 0)
    const moved = { ...ctx, keys: keysFrom(Buffer.alloc(32, 8)), snapshots: (await setup.twin(ctx)).snapshots }
    expect(await readKept(moved, 'correo')).toMatchObject({ valor: null, version: 1 })
    expect(await readSetting(moved, 'correo')).toBeNull()
    expect(await readSetting(ctx, 'correo')).toEqual(MAIL)
    await ctx.db.write('sitio', (tx) => tx.updateTable('settings').set({ secreto: 's1.AAAA' }).execute())
    expect(await readSetting(ctx, 'correo')).toBeNull()
    expect(ctx.lines.join()).toContain('a setting of the panel cannot be opened')
    expect(ctx.lines.join()).not.toContain('🔑')
  })
})
