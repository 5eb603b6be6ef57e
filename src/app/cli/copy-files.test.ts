import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyDurably, hashOf, MANIFEST, readManifest, writeDurably } from './copy-files.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tombola-copies-'))
  folders.push(folder)
  return folder
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

const BASE = 'base-1/tombola.sqlite'

function write(folder: string, names: string[], base = BASE, motor = 'sqlite'): void {
  const archivos = names.includes(base) ? names : [...names, base]
  writeSaying(folder, archivos, base, motor)
}

function writeSaying(folder: string, archivos: string[], base: string, motor: string): void {
  const contiene = { esquema: [], numeros: '', rifas: [], diario: [] }
  const said = { version: 1, motor, en: 1, base, contiene }
  writeFileSync(
    join(folder, MANIFEST),
    JSON.stringify({ ...said, archivos: Object.fromEntries(archivos.map((name) => [name, 'x'])) }),
  )
}

test.each([
  '../victim/file',
  '/etc/passwd',
  'comprobantes/../../victim',
  'comprobantes/..',
  'comprobantes/sub/file',
  'imagenes/./x',
  'base-1/../../victim',
  'base-1/tombola.sqlite/../../../x',
  'servidor.lock',
  'tombola.sqlite',
  'tombola.sqlite-wal',
  '.',
  'comprobantes',
  'respaldo.json',
  '',
])('a copy that names %j is none', async (name) => {
  const folder = newFolder()
  write(folder, [name])
  await expect(readManifest(folder)).rejects.toMatchObject({ code: 'RESPALDO_INVALIDO' })
  write(folder, [], name)
  await expect(readManifest(folder)).rejects.toMatchObject({ code: 'RESPALDO_INVALIDO' })
})

test.each<[string, string[], string, string]>([
  ['its database is not among what it keeps the hash of', [], BASE, 'sqlite'],
  ['it has another database beside its own', [BASE, 'base-2/tombola.sqlite'], BASE, 'sqlite'],
  ['its database is of the other engine', ['base-1/tombola.dump'], 'base-1/tombola.dump', 'sqlite'],
  ['its database is of the other engine still', [BASE], BASE, 'postgres'],
])('a copy is none where %s', async (_, archivos, base, motor) => {
  const folder = newFolder()
  writeSaying(folder, archivos, base, motor)
  await expect(readManifest(folder)).rejects.toMatchObject({ code: 'RESPALDO_INVALIDO' })
})

test('what is no file has no hash: a folder, or a pipe that would be read for ever', async () => {
  const folder = newFolder()
  execFileSync('mkfifo', [join(folder, 'pipe')])
  expect(await hashOf(folder)).toBeNull()
  expect(await hashOf(join(folder, 'pipe'))).toBeNull()
  expect(await hashOf(join(folder, 'absent'))).toBeNull()
})

test('control: what we write is one', async () => {
  const folder = newFolder()
  const names = [
    'base-1790000000000/tombola.dump',
    'comprobantes/0123456789abcdefghij_-',
    'comprobantes/cuarentena/0123456789abcdefghij_-',
    'imagenes/a-b_c.avif',
    'imagenes/Copia de a (1).jpg',
    'imagenes/.DS_Store',
    'llave.secreta',
  ]
  write(folder, names, names[0], 'postgres')
  expect(Object.keys((await readManifest(folder)).archivos)).toEqual(names)
})

test('nothing is written through a link that lies where a copy begins, and nobody else reads a copy', async () => {
  const [target, elsewhere] = [newFolder(), newFolder()]
  const victim = join(elsewhere, 'victim')
  writeFileSync(victim, 'mine')
  const from = join(elsewhere, 'from')
  writeFileSync(from, 'copied', { mode: 0o644 })
  mkdirSync(join(target, 'imagenes'))
  for (const name of ['imagenes/a.nueva', `${MANIFEST}.nueva`]) symlinkSync(victim, join(target, name))
  expect(await copyDurably(from, join(target, 'imagenes/a'))).toBe(true)
  await writeDurably(join(target, MANIFEST), 'said')
  expect(await copyDurably(from, join(target, 'comprobantes/b'))).toBe(true)
  expect(readFileSync(victim, 'utf8')).toBe('mine')
  expect(readFileSync(join(target, 'imagenes/a'), 'utf8')).toBe('copied')
  expect(readFileSync(join(target, MANIFEST), 'utf8')).toBe('said')
  expect(['imagenes/a', MANIFEST, 'comprobantes/b'].map((name) => modeOf(join(target, name)))).toEqual([
    '600',
    '600',
    '600',
  ])
  expect(modeOf(join(target, 'comprobantes'))).toBe('700')
})
