import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { platformSchema } from '../schema.ts'
import { onBothEngines, type TestCtx } from '../testing/engines.ts'
import { newFolder } from '../testing/new-folder.ts'
import { KEY_FILE, KeyError, keysFrom, openKeys } from './keys.ts'

const open = (ctx: TestCtx, dataDir: string, key: string | null = null) => openKeys({ dataDir, key }, ctx.db)

onBothEngines('the installation’s key', (setup) => {
  const context = () => setup.context({ schema: platformSchema })

  test('the first start makes it, for this user alone; every later start finds the same', async () => {
    const ctx = await context()
    const dataDir = newFolder()
    const first = await open(ctx, dataDir)
    const file = join(dataDir, KEY_FILE)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = await open(ctx, dataDir)
    expect(again.derive('journal')).toEqual(first.derive('journal'))
    expect(first.derive('journal')).toHaveLength(32)
    expect(first.derive('sellos')).not.toEqual(first.derive('journal'))
    // Nothing in the database reveals the key.
    const row = JSON.stringify(await ctx.db.read.selectFrom('installation_key').selectAll().execute())
    expect(row).not.toContain(readFileSync(file, 'utf8').trim())
  })

  test('a database that knows a key starts with no other, and none is made for it', async () => {
    const ctx = await context()
    const home = newFolder()
    await open(ctx, home)
    const elsewhere = newFolder()
    await expect(open(ctx, elsewhere)).rejects.toThrow(KeyError)
    await expect(open(ctx, elsewhere)).rejects.toThrow(/Falta la llave.*TOMBOLA_KEY/)
    expect(existsSync(join(elsewhere, KEY_FILE))).toBe(false)

    await open(await context(), elsewhere)
    await expect(open(ctx, elsewhere)).rejects.toThrow(/no es la de esta base de datos/)
    // The file of another installation is not ours to remove.
    expect(existsSync(join(elsewhere, KEY_FILE))).toBe(true)
    await open(ctx, home)
  })

  test('the content of the file opens it from TOMBOLA_KEY in any folder', async () => {
    const ctx = await context()
    const home = newFolder()
    const made = await open(ctx, home)
    const text = readFileSync(join(home, KEY_FILE), 'utf8').trim()
    const bare = newFolder()
    expect((await open(ctx, bare, text)).derive('x')).toEqual(made.derive('x'))
    const hex = Buffer.from(text, 'base64').toString('hex')
    expect((await open(ctx, bare, hex)).derive('x')).toEqual(made.derive('x'))
    expect(existsSync(join(bare, KEY_FILE))).toBe(false)
  })

  test('processes that start together on one folder share one key; on two folders one of them is refused', async () => {
    const ctx = await context()
    const home = newFolder()
    const [one, other] = await Promise.all([open(ctx, home), open(await setup.twin(ctx), home)])
    expect(one.derive('x')).toEqual(other.derive('x'))

    const second = await context()
    const started = await Promise.allSettled([open(second, newFolder()), open(await setup.twin(second), newFolder())])
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(started.find((start) => start.status === 'rejected')?.reason).toBeInstanceOf(KeyError)
  })

  test('a damaged file stops the start with a sentence, and stays as it was found', async () => {
    const ctx = await context()
    const home = newFolder()
    writeFileSync(join(home, KEY_FILE), 'media llave')
    await expect(open(ctx, home)).rejects.toThrow(/32 bytes en base64/)
    expect(readFileSync(join(home, KEY_FILE), 'utf8')).toBe('media llave')
  })
})

test('a derived key is HKDF-SHA256 of the secret, so that other tools can make it too', () => {
  const derived = keysFrom(Buffer.alloc(32, 7)).derive('journal')
  // openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt hexkey:0707… -kdfopt info:"tombola journal" HKDF
  expect(derived.toString('hex')).toBe('3dfc3c661280f214c07e14454dd100bd6020cd4f912543eecfc0198341ed3aab')
})
