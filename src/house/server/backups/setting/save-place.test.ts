import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copy, openCopiedShop, PASSPHRASE } from '#app/server/testing/copied-shop.ts'
import { settingOf } from '#app/server/testing/desk.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { openObjectStore } from '#platform/server/object-store/object-store.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { startS3Server } from '#platform/server/testing/s3-server.ts'
import { readLastCopy } from '../last-copy.ts'
import { readBackupSettings } from '../place/where.ts'

/** A bucket's server as it is reached from outside. */
const PUBLIC = 'https://copias.ejemplo.com'
const server = await startS3Server('mis-copias', 'tienda/')
afterAll(() => server.close())

async function open(setup: Setup) {
  const shop = await settingOf(await openCopiedShop(setup), 'respaldos', '/respaldos/ajuste')
  shop.ctx.fetch = server.fetchAs(PUBLIC)
  // The shop of the test before had it.
  await (await openObjectStore(server.settings)).remove('instalacion')
  server.seen.length = 0
  const save = (valor: object, more: object = {}) => shop.save({ codigo: shop.freshCode(), ...more, valor })
  const refuse = async (valor: object, more: object = {}) => {
    const answer = await save(valor, more)
    expect(answer.statusCode, answer.body).toBe(422)
    return answer.json<{ code: string; campos: Record<string, string>; permiso?: string }>()
  }
  return { ...shop, save, refuse }
}

const inFolder = (destino: string, more: object = {}) => ({
  destino,
  hora: 4,
  quedan: 7,
  frase: '',
  s3_servidor: '',
  s3_region: '',
  s3_clave: '',
  ...more,
})
const inBucket = (more: object = {}) => ({
  ...inFolder('s3://mis-copias/tienda'),
  s3_servidor: PUBLIC,
  s3_clave: 'S3RVER',
  s3_secreto: 'S3RVER',
  ...more,
})

onSqlite('the place of copies, set in the panel', (setup) => {
  test('is tried, kept with a fresh code, told to owners, and its secrets are told nowhere', async () => {
    const { ctx, save, refuse, shown } = await open(setup)
    const folder = join(newFolder(), 'copias')
    expect(await refuse(inFolder(folder), { codigo: undefined })).toMatchObject({
      campos: { codigo: expect.any(String) },
    })
    expect(existsSync(folder)).toBe(false)
    const saved = await save(inFolder(folder, { frase: PASSPHRASE }))
    expect(saved.statusCode, saved.body).toBe(200)
    expect(readdirSync(folder)).toEqual(['instalacion'])
    expect(await readBackupSettings(ctx)).toMatchObject({ destino: folder, hora: 4, quedan: 7, frase: PASSPHRASE })
    expect(await shown()).toMatchObject({ secretos: ['frase'], valor: { destino: folder, hora: 4 }, version: 1 })
    const line = await ctx.db.read.selectFrom('journal').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(line).toMatchObject({ accion: 'ajuste del servidor cambiado', actor: 'Marisela' })
    const mails = await readMails(ctx, 'servidor:%')
    expect(mails).toMatchObject([{ asunto: 'Cambió el lugar de los respaldos · Tómbola' }])
    expect(JSON.stringify(mails)).toContain(folder)
    expect(`${saved.body}${JSON.stringify(mails)}${line.datos}`).not.toContain(PASSPHRASE)
    // Untyped secrets stay; an empty passphrase ends the sealing.
    const { frase: _, ...kept } = inFolder(folder, { hora: 5 })
    ctx.clock.advance(60_000)
    expect((await save(kept, { version: 1 })).statusCode).toBe(200)
    expect(await readBackupSettings(ctx)).toMatchObject({ hora: 5, frase: PASSPHRASE })
    ctx.clock.advance(60_000)
    expect((await save(inFolder(folder), { version: 2 })).statusCode).toBe(200)
    expect(await shown()).toMatchObject({ secretos: [], version: 3 })
  })

  test('owners read whose server it is, that the passphrase is another, and how few stay', async () => {
    const { ctx, save } = await open(setup)
    const told = async () => JSON.stringify((await readMails(ctx, 'servidor:%')).at(-1))
    expect((await save(inBucket({ frase: PASSPHRASE }))).statusCode).toBe(200)
    for (const says of ['s3://mis-copias/tienda en https://copias.ejemplo.com.', 'con una frase nueva', 'guardan: 7'])
      expect(await told()).toContain(says)
    ctx.clock.advance(60_000)
    // A bucket of the same name, at another's.
    ctx.fetch = server.fetchAs('https://ladron.ejemplo.com')
    const { frase: _, ...kept } = inBucket({ s3_servidor: 'https://ladron.ejemplo.com', quedan: 1 })
    expect((await save(kept, { version: 1 })).statusCode).toBe(200)
    for (const says of ['en https://ladron.ejemplo.com.', 'con la frase de antes', 'guardan: 1'])
      expect(await told()).toContain(says)
    ctx.clock.advance(60_000)
    expect((await save({ ...kept, frase: `${PASSPHRASE} de otro` }, { version: 2 })).statusCode).toBe(200)
    expect(await told()).toContain('con una frase nueva')
  })

  test('a kept secret is used only at its server and with its key', async () => {
    const { ctx, save, refuse } = await open(setup)
    const saved = await save(inBucket())
    expect(saved.statusCode, saved.body).toBe(200)
    const { s3_secreto: _, ...kept } = inBucket({ quedan: 3 })
    server.seen.length = 0
    for (const changes of [{ s3_servidor: 'https://ladron.ejemplo.com' }, { s3_clave: 'OTRA' }]) {
      const { campos } = await refuse({ ...kept, ...changes }, { version: 1 })
      expect(campos).toEqual({ s3_secreto: 'Escribe el secreto de esa clave.' })
    }
    expect(server.seen).toEqual([])
    expect((await save(kept, { version: 1 })).statusCode).toBe(200)
    expect(await readBackupSettings(ctx)).toMatchObject({ quedan: 3, s3_secreto: 'S3RVER' })
    // A folder needs none of it.
    ctx.clock.advance(60_000)
    await save(inFolder(newFolder()), { version: 2 })
    expect(await readBackupSettings(ctx)).toMatchObject({ s3_servidor: '', s3_clave: '', s3_secreto: '' })
  })
})

onSqlite('a place that will not do', (setup) => {
  test('a folder says in a sentence why, is not kept, and nothing is left there', async () => {
    const shop = await open(setup)
    const { ctx, refuse, shown } = shop
    const other = await openCopiedShop(setup)
    const [file, foreign, theirs, link] = [newFolder(), newFolder(), newFolder(), newFolder()]
    writeFileSync(join(file, 'plano'), '')
    mkdirSync(join(foreign, 'archivos'))
    writeFileSync(join(foreign, 'archivos', 'factura.pdf'), '')
    symlinkSync(ctx.config.dataDir, join(link, 'dentro'))
    await copy(other, theirs)
    const before = readdirSync(theirs).sort()
    for (const [destino, says] of [
      ['copias', 'la ruta entera'],
      ['/mnt/../etc', 'la ruta entera'],
      [join(ctx.config.dataDir, 'comprobantes'), 'están una dentro de la otra'],
      [join(link, 'dentro', 'copias'), 'están una dentro de la otra'],
      [join(newFolder(), 'sin', 'disco'), 'No está la carpeta que la contiene'],
      [join(file, 'plano'), 'no es una carpeta'],
      [foreign, 'archivos/factura.pdf, que no es de esta instalación'],
      [theirs, 'otra instalación'],
      // Nobody makes a folder there, root neither.
      ['/sys/respaldos', 'Tómbola'],
    ] as const) {
      ctx.clock.advance(60_000)
      const { campos } = await refuse(inFolder(destino))
      expect(campos, destino).toEqual({ destino: expect.stringContaining(says) })
    }
    expect(readdirSync(theirs).sort()).toEqual(before)
    expect(readdirSync(foreign)).toEqual(['archivos'])
    expect(await shown()).toMatchObject({ valor: null, version: 0 })
  })

  test('a bucket that is not there, a wrong key, one that is open to all, a silent server; the permit allows another try', async () => {
    const { ctx, save, refuse, shown } = await open(setup)
    for (const [changes, field] of [
      [{ destino: 's3://Mis Copias' }, 'destino'],
      [{ destino: 's3://mis-copias/../otro' }, 'destino'],
      [{ s3_servidor: 'http://copias.ejemplo.com' }, 's3_servidor'],
      [{ s3_servidor: 'https://169.254.169.254' }, 's3_servidor'],
      [{ s3_servidor: 'https://caja.local' }, 's3_servidor'],
      [{ s3_clave: '' }, 's3_clave'],
      [{ s3_secreto: '' }, 's3_secreto'],
    ] as const) {
      const { code, campos } = await refuse(inBucket(changes))
      expect([code, ...Object.keys(campos)], field).toEqual(['DATOS_INVALIDOS', field])
    }
    const trouble = async (changes: object, field: string, says: string) => {
      ctx.clock.advance(60_000)
      const answer = await refuse(inBucket(changes))
      expect(answer).toMatchObject({ code: 'LUGAR_NO_SIRVE', campos: { [field]: expect.stringContaining(says) } })
      expect(JSON.stringify(answer)).not.toContain('S3RVER')
      return answer
    }
    await trouble({ destino: 's3://otro-nombre' }, 'destino', 'no tiene ese contenedor')
    await trouble({ s3_secreto: 'otro' }, 's3_clave', 'no acepta esa clave')
    server.open = true
    await trouble({}, 'destino', 'abierto a cualquiera')
    server.open = false
    server.befalls = (method) => (method === 'PUT' ? { status: 507, code: 'InsufficientStorage' } : null)
    await trouble({}, 'destino', 'no tiene espacio')
    server.befalls = () => ({ status: 500, code: '<b>raro</b>' })
    const last = await trouble({}, 's3_servidor', 'respondió con un error')
    server.befalls = () => null
    expect(JSON.stringify(last)).not.toContain('raro')
    expect(await shown()).toMatchObject({ valor: null })
    const { permiso } = last
    expect(
      (await save(inBucket({ s3_servidor: 'https://otro.ejemplo.com' }), { codigo: undefined, permiso })).statusCode,
    ).toBe(422)
    expect((await save(inBucket(), { codigo: undefined, permiso })).statusCode).toBe(200)
    expect(server.seen.filter((line) => line.startsWith('PUT') && !line.includes('prueba/'))).toEqual([
      expect.stringMatching(/instalacion$/),
    ])
  })

  test('the environment wins, and the panel says so', async () => {
    const { ctx, save, shown } = await open(setup)
    ctx.config.backup.passphrase = PASSPHRASE
    const refused = await save(inFolder(newFolder()))
    expect(refused.json()).toMatchObject({
      code: 'AJUSTE_FIJADO',
      details: expect.stringContaining('BACKUP_PASSPHRASE'),
    })
    expect(await shown()).toMatchObject({ fija: expect.stringContaining('BACKUP_TO'), secretos: ['frase'] })
  })

  test('the warning is about where copies go now, and the disk that is', async () => {
    const shop = await open(setup)
    const { ctx, save } = shop
    const here = async () => (await readLastCopy(ctx)).aqui
    expect(await here()).toBe(true)
    // One copy by hand elsewhere moves nothing.
    await copy(shop, newFolder())
    expect(await here()).toBe(true)
    await save(inFolder(newFolder()))
    expect(await here()).toBe(true)
    ctx.clock.advance(60_000)
    const saved = await save(inBucket(), { version: 1 })
    expect(saved.statusCode, saved.body).toBe(200)
    expect(await here()).toBe(false)
    ctx.config.backup.to = 's3://mis-copias'
    const { endpoint, region, keyId, secret } = server.settings
    ctx.config.backup.s3 = { endpoint, region, keyId, secret }
    // A server of S3 on this very machine is lost with it.
    expect(await here()).toBe(true)
    // Nothing of it is on the disk of the data folder.
    ctx.config.backup.to = '/proc/copias'
    expect(await here()).toBe(false)
    // The memory of this machine is a disk of its own, until the next start.
    ctx.config.backup.to = '/dev/shm/copias'
    expect(await here()).toBe(true)
    // The very bucket of the shop's files, whatever folder in it; control: one of the same name at somebody else's.
    ctx.config.backup.to = 's3://rifas/copias'
    ctx.config.backup.s3 = { endpoint: PUBLIC, region, keyId, secret }
    for (const [endpoint, name, lost] of [
      [`${PUBLIC}/`, 'rifas', true],
      [PUBLIC, 'otro', false],
      ['https://otro.ejemplo.com', 'rifas', false],
    ] as const) {
      ctx.config.s3 = { ...server.settings, endpoint, bucket: name }
      expect(await here(), `${endpoint} ${name}`).toBe(lost)
    }
  })
})
