import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { PASSPHRASE } from '#app/server/testing/copied-shop.ts'
import { hasAge, openWithAge } from '#app/server/testing/debian-age.ts'
import { once } from '#platform/server/object-store/pieces.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { coverWith, sealWithPassphrase } from './cover.ts'

const BYTES = Buffer.from('lo que había '.repeat(20_000))

describe.skipIf(!hasAge)('age as Debian has it', () => {
  test('opens a file of a sealed copy, and one that was sealed with a passphrase alone', async () => {
    const folder = newFolder()
    mkdirSync(folder, { recursive: true })
    const [identity, file, alone] = ['clave.age', 'file.age', 'alone.age'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const cover = await coverWith(PASSPHRASE, null)
    if (!cover?.identity) throw new Error('sealed')
    writeFileSync(identity, cover.identity)
    writeFileSync(file, await buffer(await cover.seal(once(BYTES))))
    writeFileSync(alone, await buffer(await sealWithPassphrase(PASSPHRASE, once(BYTES))))
    expect(openWithAge(`-i ${identity}`, file, join(folder, 'one')).equals(BYTES)).toBe(true)
    expect(openWithAge('', alone, join(folder, 'two')).equals(BYTES)).toBe(true)
    // Work for each guess at the passphrase, as a power of two.
    for (const sealed of [identity, alone])
      expect(readFileSync(sealed, 'latin1').split('\n')[1]).toMatch(/^-> scrypt \S+ 16$/)
  })
})
