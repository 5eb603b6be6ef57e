import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { findCopy, layWhole } from '../back/find-copy.ts'
import { folderPlace } from '../place/folder-place.ts'
import { type Place, putBytes } from '../place/place.ts'
import { MANIFEST, readSums, SUMS } from './manifest.ts'

const COPY = 'respaldo-000001-2026-11-20'
const FILE = { sha256: 'a'.repeat(64), bytes: 1 }
const GOOD = {
  version: 2,
  producto: '0.1.0',
  motor: 'sqlite',
  en: 1,
  instalacion: 'x',
  archivos: { 'tombola.sqlite': FILE } as Record<string, unknown>,
  faltan: [],
  contiene: { esquema: [], numeros: '', diario: [] },
}

function copyThatSays(manifest: unknown): string {
  const folder = newFolder()
  mkdirSync(join(folder, COPY))
  writeFileSync(join(folder, COPY, MANIFEST), typeof manifest === 'string' ? manifest : JSON.stringify(manifest))
  return folder
}

const refused = { code: 'RESPALDO_INVALIDO' }
const naming = (name: string) => ({ ...GOOD, archivos: { ...GOOD.archivos, [name]: FILE } })

test.each([
  '../victim/file',
  '/etc/passwd',
  'comprobantes/../../victim',
  'comprobantes/..',
  'comprobantes/sub/0123456789abcdefghij_-',
  'imagenes/./x',
  'comprobantes/corto',
  'servidor.lock',
  'tombola.sqlite-wal',
  'respaldos/x',
  '.',
  'comprobantes',
  'manifest.json',
  '',
])('a copy that names %j is refused', async (name) => {
  await expect(findCopy(copyThatSays(naming(name)), null)).rejects.toMatchObject(refused)
})

test.each(['manifest.json', 'tombola.sqlite'])(
  "one of which %s is another user's is not called broken: the reader lacks permission",
  async (forbidden) => {
    const folder = copyThatSays(GOOD)
    writeFileSync(join(folder, COPY, 'tombola.sqlite'), 'x')
    const place = folderPlace(folder)
    const open: Place['open'] = async (key) => {
      const refusal = Object.assign(new Error('EACCES'), { code: 'EACCES', path: key })
      if (key.endsWith(forbidden))
        return {
          size: 1,
          stream: new Readable({
            read() {
              this.destroy(refusal)
            },
          }),
        }
      return place.open(key)
    }
    const read = async () => {
      const found = await findCopy(folder, null, async () => ({ ...place, open }))
      await layWhole(found, ['tombola.sqlite'], async (_, bytes) => {
        for await (const _ of bytes);
      })
    }
    await expect(read()).rejects.toMatchObject({ code: 'EACCES', path: `${COPY}/${forbidden}` })
  },
)

test.each<[string, unknown]>([
  ['is no JSON', '{'],
  ['is a list', []],
  ['has no database', { ...GOOD, archivos: {} }],
  ['has the database of the other engine', { ...GOOD, motor: 'postgres' }],
  ['has two databases', naming('tombola.dump')],
  ['is of a version that is none', { ...GOOD, version: 3 }],
  ['names a file by its length alone', { ...GOOD, archivos: { 'tombola.sqlite': 5 } }],
  [
    'has a hash that is a path',
    { ...GOOD, archivos: { 'tombola.sqlite': { ...FILE, sha256: '../../../etc/passwd' } } },
  ],
  ['has a hash of another length', { ...GOOD, archivos: { 'tombola.sqlite': { ...FILE, sha256: 'ab' } } }],
  ['says less than nothing', { ...GOOD, archivos: { 'tombola.sqlite': { ...FILE, bytes: -1 } } }],
  ['is of a day that there is not', { ...GOOD, en: 9e15 }],
  ['has no facts', { ...GOOD, contiene: undefined }],
])('a copy whose manifest %s is refused', async (_, manifest) => {
  await expect(findCopy(copyThatSays(manifest), null)).rejects.toMatchObject(refused)
})

test('control: a manifest of ours is accepted', async () => {
  const folder = copyThatSays(naming('comprobantes/0123456789abcdefghij_-'))
  expect((await findCopy(folder, null)).copy).toBe(COPY)
  expect((await findCopy(join(folder, COPY), null)).copy).toBe(COPY)
})

test('a manifest that is huge, a pipe or a link is not read', async () => {
  const huge = copyThatSays(GOOD)
  truncateSync(join(huge, COPY, MANIFEST), 2 ** 33)
  await expect(findCopy(huge, null)).rejects.toMatchObject(refused)
  for (const lay of [
    (path: string) => execFileSync('mkfifo', [path]),
    (path: string) => symlinkSync(join(huge, COPY, MANIFEST), path),
  ]) {
    const folder = newFolder()
    mkdirSync(join(folder, COPY))
    lay(join(folder, COPY, MANIFEST))
    await expect(findCopy(join(folder, COPY), null)).rejects.toMatchObject(refused)
  }
})

test.each(['../../etc/passwd', `archivos/aa/../../x`, `${COPY}/../x`, `otra/${'a'.repeat(64)}`])(
  'a list that names %j is not believed',
  async (name) => {
    const folder = copyThatSays(GOOD)
    writeFileSync(join(folder, COPY, SUMS), `${'a'.repeat(64)}  ${name}\n`)
    expect(await readSums(folderPlace(folder), COPY)).toBeNull()
  },
)

test('nothing is written through a link, and nobody else reads a copy', async () => {
  const [folder, elsewhere] = [newFolder(), newFolder()]
  writeFileSync(join(elsewhere, 'victim'), 'mine')
  mkdirSync(join(folder, 'respaldo-000001-2026-11-20'))
  symlinkSync(join(elsewhere, 'victim'), join(folder, COPY, 'a.nueva'))
  symlinkSync(elsewhere, join(folder, 'archivos'))
  const place = folderPlace(folder)
  await putBytes(place, `${COPY}/a`, Buffer.from('copied'))
  await expect(putBytes(place, 'archivos/aa/victim', Buffer.from('copied'))).rejects.toThrow(
    'no es una carpeta nuestra',
  )
  expect(readFileSync(join(elsewhere, 'victim'), 'utf8')).toBe('mine')
  expect(readFileSync(join(folder, COPY, 'a'), 'utf8')).toBe('copied')
  expect((statSync(join(folder, COPY, 'a')).mode & 0o777).toString(8)).toBe('600')
})
