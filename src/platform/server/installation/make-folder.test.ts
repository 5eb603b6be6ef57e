import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../testing/new-folder.ts'
import { makeFolder } from './private-folder.ts'

const around = newFolder()

test('it is there for this user alone, with those that hold it, however often it is asked for', () => {
  const folder = join(around, 'uno', 'dos')
  for (const _ of [1, 2]) makeFolder(folder)
  for (const path of [folder, join(around, 'uno')]) expect(statSync(path).mode & 0o777).toBe(0o700)
  writeFileSync(join(around, 'archivo'), '')
  expect(() => makeFolder(join(around, 'archivo'))).toThrow(/EEXIST/)
  expect(() => makeFolder(join(around, 'archivo', 'tres'))).toThrow(/EEXIST|ENOTDIR/)
})

test.skipIf(!existsSync('/proc/self'))(
  'where the system makes none it is refused, and not asked for without end',
  () => {
    const said = { code: 'ENOTSUP', path: '/proc/tombola' }
    expect(() => makeFolder('/proc/tombola/datos')).toThrow(expect.objectContaining(said))
  },
)
