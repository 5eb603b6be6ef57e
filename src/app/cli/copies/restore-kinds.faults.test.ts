import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, test } from 'vitest'
import { readFacts } from '#house/server/backups/copy/facts.ts'
import { runBeside } from '#house/server/backups/nightly/copy-beside.ts'
import { openPlace } from '#house/server/backups/place/open-place.ts'
import { putBytes } from '#house/server/backups/place/place.ts'
import { readBackupSettings } from '#house/server/backups/place/where.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import { emptyFileLog } from '#platform/server/file-log.ts'
import { openDiskFiles } from '#platform/server/files.ts'
import { KEY_FILE, openKeys } from '#platform/server/installation/keys.ts'
import { writeOnce } from '#platform/server/installation/once-file.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { startS3Server } from '#platform/server/testing/s3-server.ts'
import { ROOT } from '../../server/build-stamp.ts'
import { PROOFS_FOLDER } from '../../server/create-context.ts'
import { schema } from '../../server/schema.ts'
import {
  buy,
  copiesIn,
  copy,
  hashOf,
  inside,
  KEY,
  left,
  openCopiedShop,
  PASSPHRASE,
  record,
  requireWhole,
  sealCheaply,
} from '../../server/testing/copied-shop.ts'
import { hasAge, openWithAge } from '../../server/testing/debian-age.ts'
import { openFirst, unpackFirst } from '../../server/testing/first-shop.ts'
import { otherMachine } from '../../server/testing/other-machine.ts'
import { type Shop, signInOwner } from '../../server/testing/shop.ts'
import { lookAt } from '../../server/testing/well-shop.ts'
import { audit } from '../audit.ts'
import { restoreCommand, verifyCommand } from './backup.ts'

sealCheaply()

const server = await startS3Server()
afterAll(() => server.close())

const withPhrase = (config: Config, passphrase: string): Config => ({
  ...config,
  backup: { ...config.backup, passphrase },
})

/** A shop with its key in its folder, and two purchases. */
async function open(setup: Setup): Promise<Shop> {
  const shop = await openCopiedShop(setup)
  writeOnce(join(shop.ctx.config.dataDir, KEY_FILE), KEY)
  await openKeys(shop.ctx.config, shop.ctx.db)
  await buy(shop, 1)
  await buy(shop, 2)
  return shop
}

/** Verifies and restores it as the manual says, and checks all of it. */
async function requirePutBack(config: Config, from: string): Promise<void> {
  expect(await verifyCommand.look(config, [from], {})).toMatchObject({ failed: false, data: { sin_abrir: null } })
  expect(left(config.dataDir)).toEqual([])
  expect(await restoreCommand.look(config, [from], {})).toMatchObject({ failed: false, data: { problemas: [] } })
  await requireWhole(config)
  expect(readFileSync(join(config.dataDir, KEY_FILE), 'utf8').trim()).toBe(KEY)
}

onBothEngines('a copy is put back', (setup) => {
  test.skipIf(!hasAge)(
    'downloaded as one file, opened and unpacked as the manual says, by the programs of Debian',
    async () => {
      const shop = await open(setup)
      const { dataDir, databaseUrl } = shop.ctx.config
      const child = runBeside(
        { script: join(ROOT, 'src/app/run.js') },
        { dataDir, databaseUrl, key: null },
        ['backup', '--to', '-'],
        {
          BACKUP_PASSPHRASE: PASSPHRASE,
        },
      )
      const folder = newFolder()
      const [sealed, tar, place] = ['tombola.tar.age', 'todo.tar', 'respaldos'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ]
      if (!child.stdout || !child.stderr) throw new Error('no pipes')
      let said = ''
      child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
      const ended = once(child, 'close')
      await pipeline(child.stdout, createWriteStream(sealed))
      expect((await ended)[0], said).toBe(0)
      openWithAge('', sealed, tar)
      mkdirSync(place)
      execFileSync('tar', ['xf', tar, '-C', place])
      await requirePutBack(await otherMachine(shop), place)
    },
  )

  test('with a broken database, key or identity is refused, and others are named only where there are some', async () => {
    const shop = await open(setup)
    const place = newFolder()
    await copy(shop, place)
    const base = setup.engine === 'sqlite' ? 'tombola.sqlite' : 'tombola.dump'
    for (const name of [base, KEY_FILE, 'instalacion']) {
      const spoiled = newFolder()
      cpSync(place, spoiled, { recursive: true })
      const [first = ''] = copiesIn(spoiled)
      writeFileSync(join(spoiled, first, name), 'roto')
      const config = await otherMachine(shop)
      const seen = await verifyCommand.look(config, [join(spoiled, first)], {})
      expect(seen).toMatchObject({ failed: true, text: expect.stringContaining(`${name} falta en el respaldo`) })
      const refused = async () => restoreCommand.look(config, [join(spoiled, first)], {})
      await expect(refused()).rejects.toMatchObject({
        code: 'RESPALDO_INVALIDO',
        details: expect.not.stringContaining('otro'),
      })
      expect(left(config.dataDir)).toEqual([])
      await copy(shop, spoiled)
      const [, second = ''] = copiesIn(spoiled)
      await expect(refused()).rejects.toMatchObject({ details: expect.stringContaining(`${name} `) })
      await expect(refused()).rejects.toMatchObject({ details: expect.stringContaining(`Nombra otro: ${second}`) })
    }
  })

  test('of an older schema: it is brought up to date, and has all that it held', async () => {
    const shop = await openCopiedShop(setup)
    const fixture = unpackFirst(setup.engine)
    const place = newFolder()
    await copyOld(shop, await otherMachine(shop), fixture, place)
    const config = await otherMachine(shop)
    expect(await verifyCommand.look(config, [place], {})).toMatchObject({ failed: false, data: { sin_abrir: null } })
    expect(await restoreCommand.look(config, [place], {})).toMatchObject({ failed: false, data: { problemas: [] } })
    await requireWhole(config)
    const sold: { codigo: string }[] = JSON.parse(readFileSync(join(fixture, 'sold.json'), 'utf8'))
    await inside(config, async ({ db }) => {
      const bought = await db.read.selectFrom('purchases').select('codigo').orderBy('codigo').execute()
      expect(bought.map(({ codigo }) => codigo)).toEqual(sold.map(({ codigo }) => codigo).sort())
      expect((await db.consistent(readFacts)).esquema).toEqual(schema.map(({ name }) => name).sort())
    })
  })
})

// These are decided by files, whatever engine wrote one of them.
onSqlite('a copy is put back', (setup) => {
  test('from a bucket, as it is and sealed, and the same again after the line was cut', async () => {
    const shop = await open(setup)
    const { ctx } = shop
    const { copiesEnv: env } = server
    for (const passphrase of [null, PASSPHRASE]) {
      const from = `s3://${server.settings.bucket}/vuelve-${ctx.db.dialect.name}${passphrase === null ? '' : '-sellado'}`
      const entrance = await readBackupSettings(
        { ...ctx, config: readConfig({ DATA_DIR: ctx.config.dataDir, ...env }) },
        from,
      )
      const place = await openPlace(from, ctx, entrance)
      const { copia } = await record(shop, place, { passphrase })
      const given = await otherMachine(shop, env)
      const config = passphrase === null ? given : withPhrase(given, passphrase)
      server.befalls = (method, key) =>
        method === 'GET' && key.includes('archivos/') ? { status: 403, code: 'AccessDenied' } : null
      await expect(restoreCommand.look(config, [from], {})).rejects.toMatchObject({ trouble: 'forbidden' })
      expect(left(config.dataDir)).toEqual([])
      server.befalls = () => null
      await requirePutBack(config, `${from}/${copia}`)
    }
  })

  test('sealed: with its passphrase, and nothing of it without; also one from before another passphrase', async () => {
    const shop = await open(setup)
    const place = newFolder()
    await copy(shop, place, null, PASSPHRASE)
    await copy(shop, place, null, `${PASSPHRASE} y otra`)
    const [first = ''] = copiesIn(place)
    const config = await otherMachine(shop)
    for (const refused of [config, withPhrase(config, PASSPHRASE)]) {
      await expect(restoreCommand.look(refused, [place], {})).rejects.toMatchObject({ code: 'RESPALDO_INVALIDO' })
      expect(left(config.dataDir)).toEqual([])
    }
    await requirePutBack(withPhrase(config, `${PASSPHRASE} y otra`), place)
    await requirePutBack(withPhrase(await otherMachine(shop), PASSPHRASE), join(place, first))
  })

  test('with a missing proof and a rotten one: the rest is put back, and both are named wherever somebody looks', async () => {
    const shop = await open(setup)
    await buy(shop, 3)
    await signInOwner(shop)
    const { ctx } = shop
    const bucket = `s3://${server.settings.bucket}/roto-${ctx.db.dialect.name}`
    const { copiesEnv: env } = server
    const entrance = await readBackupSettings(
      { ...ctx, config: readConfig({ DATA_DIR: ctx.config.dataDir, ...env }) },
      bucket,
    )
    const rows = await ctx.db.read
      .selectFrom('proofs')
      .innerJoin('purchases', 'purchases.id', 'proofs.compra_id')
      .select(['proofs.id', 'proofs.sha256', 'purchases.codigo'])
      .execute()
    const [gone, rotten] = rows
    if (!gone || !rotten) throw new Error('no proofs')
    const faltan = [gone, rotten].map(
      ({ id, codigo }) => `compra ${codigo}: comprobantes/${id} falta en el respaldo, o no es el que se guardó`,
    )
    for (const [from, more] of [
      [newFolder(), {}],
      [bucket, env],
    ] as const) {
      const place = await openPlace(from, ctx, entrance)
      await record(shop, place)
      const shared = ({ sha256 }: { sha256: string }) => `archivos/${sha256.slice(0, 2)}/${sha256}`
      await place.remove(shared(gone))
      await putBytes(place, shared(rotten), Buffer.from('roto'))
      const config = await otherMachine(shop, more)
      const said = await restoreCommand.look(config, [from], {})
      expect(said).toMatchObject({ failed: true, data: { problemas: [], faltan: expect.arrayContaining(faltan) } })
      expect(said.text).toContain('Faltan 2 archivos')
      await inside(config, async (restored) => {
        for (const { id, sha256 } of rows)
          expect(await hashOf(restored, id)).toBe(id === gone.id || id === rotten.id ? null : sha256)
        const lacking = [gone, rotten].map(({ codigo }) => `compra ${codigo}: falta el archivo del comprobante`)
        expect((await audit(restored)).sort()).toEqual(lacking.sort())
        expect(await lookAt(restored, 'carpeta')).toMatchObject({
          nivel: 'grave',
          detalle: expect.stringContaining(gone.codigo),
        })
        expect(JSON.stringify(await readMails(restored, 'restaurado:%'))).toContain(rotten.codigo)
      })
    }
  })
})

/** A copy of the shop that a program of the first version left. @param machine an empty one. */
async function copyOld({ ctx }: Shop, { databaseUrl }: Config, fixture: string, place: string): Promise<void> {
  const dataDir = join(fixture, 'data')
  const files = await openDiskFiles(join(dataDir, PROOFS_FOLDER))
  await emptyFileLog(join(dataDir, PROOFS_FOLDER), files)
  const db = await openFirst(fixture, databaseUrl)
  await copy({ ctx: { ...ctx, db, files, config: { ...ctx.config, dataDir, databaseUrl, key: null } } }, place)
  await db.close()
}
