import { openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { AppError } from '../../errors.ts'
import { newFolder } from '../testing/new-folder.ts'
import { refuse } from './trouble.ts'

const file = join(newFolder(), 'base')

function errorOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing went wrong')
}

function codeOf(error: unknown): string {
  const refusal = refuse(error)
  return refusal instanceof AppError ? `${refusal.status} ${refusal.code}` : `500 ${error}`
}

test('errors of SQLite for an unreadable or changed disk, and for a lock that does not come, are 503', () => {
  const database = new DatabaseSync(file)
  database.exec('create table notas (texto text)')
  const add = database.prepare('insert into notas values (?)')
  for (let row = 0; row < 100; row++) add.run('x'.repeat(1_000))

  const other = new DatabaseSync(file, { timeout: 0 })
  database.exec('begin exclusive')
  expect(codeOf(errorOf(() => other.exec('begin immediate')))).toBe('503 SERVIDOR_OCUPADO')
  database.exec('rollback')
  expect(codeOf(errorOf(() => other.exec('insert into nada values (1)')))).toMatch(/^500 /)
  other.close()
  database.close()

  // Beyond the first page, which has the page size.
  const length = readFileSync(file).length
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(length - 4_096, 0xff), 0, length - 4_096, 4_096)
  const broken = new DatabaseSync(file)
  expect(codeOf(errorOf(() => broken.prepare('select * from notas').all()))).toBe('503 SIN_ESPACIO')
  broken.close()

  writeFileSync(file, Buffer.alloc(8_192, 0xff))
  const none = new DatabaseSync(file)
  expect(codeOf(errorOf(() => none.prepare('select * from notas').all()))).toBe('503 SIN_ESPACIO')
  none.close()
})

test.each([
  ['42501', 'SIN_ESPACIO', 'a file of it is on a disk that only reads'],
  ['58030', 'SIN_ESPACIO', 'its disk fails'],
  ['53100', 'SIN_ESPACIO', 'its disk is full'],
  ['XX001', 'SIN_ESPACIO', 'what it reads is not what it wrote'],
  ['58P01', 'SIN_ESPACIO', 'a file of it is gone'],
  ['53200', 'SIN_BASE_DE_DATOS', 'it has no memory'],
  ['57P02', 'SIN_BASE_DE_DATOS', 'it crashes'],
])('the error of PostgreSQL by %s is %s: %s', (code, expected) => {
  expect(codeOf(Object.assign(new Error('said by the server'), { code }))).toBe(`503 ${expected}`)
})
