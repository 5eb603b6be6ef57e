import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { openPostgres } from '#platform/server/db/postgres.ts'
import { DATABASE_FILE } from '#platform/server/db/sqlite.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { serve } from '../serve.ts'
import { describeStart } from './start-failure.ts'

const place = newFolder()

/** The result of a start with these variables. */
async function start(env: Record<string, string>): Promise<{ text: string; exit: number }> {
  const DATA_DIR = newFolder()
  try {
    const running = await serve(readConfig({ HOST: '127.0.0.1', PORT: '0', DATA_DIR, LOG_LEVEL: 'silent', ...env }))
    await running.stop()
    return { text: 'started', exit: 0 }
  } catch (error) {
    return describeStart(error)
  }
}

test('a taken port, an address of another machine, a folder that is a file, an invalid database', async () => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as { port: number }
  expect(await start({ PORT: String(port) })).toEqual({ text: expect.stringMatching(/^El puerto ya está/), exit: 78 })
  other.close()
  for (const HOST of ['203.0.113.9', 'nadie.invalid']) {
    const text = `Esta máquina no tiene la dirección ${HOST}. Corrige HOST, por ejemplo HOST=127.0.0.1.`
    expect(await start({ HOST })).toEqual({ text, exit: 78 })
  }
  const file = join(place, 'archivo')
  writeFileSync(file, '')
  expect(await start({ DATA_DIR: file })).toEqual({
    text: `${file} no es una carpeta. Indica una con DATA_DIR.`,
    exit: 78,
  })
  const nowhere = 'En /proc/tombola el sistema no deja hacer ninguna carpeta. Indica otra.'
  if (existsSync('/proc/self')) expect(await start({ DATA_DIR: '/proc/tombola' })).toEqual({ text: nowhere, exit: 78 })
  const folder = join(place, 'dañada')
  mkdirSync(folder)
  writeFileSync(join(folder, DATABASE_FILE), 'x'.repeat(5_000))
  expect(await start({ DATA_DIR: folder })).toEqual({ text: expect.stringMatching(/está dañado/), exit: 78 })
})

test('PostgreSQL that is not there yet is waited for by trying again', async () => {
  const opened = openPostgres('postgres://nadie@127.0.0.1:1/rifas', { patience: 100 })
  const gone = await opened.then(() => null, describeStart)
  expect(gone).toEqual({ text: expect.stringMatching(/^PostgreSQL no responde/), exit: 1 })
})

/** Root may do everything, so its errors are simulated as the system would report them. */
const told = (fields: object) => describeStart(Object.assign(new Error('x'), fields))

test.each<[fields: object, says: RegExp]>([
  [{ code: 'EACCES', syscall: 'open', path: '/srv/rifas/servidor.lock' }, /\/srv\/rifas\/servidor.lock.*chown/],
  [{ code: 'EROFS', syscall: 'open', path: '/srv/rifas/a' }, /^\/srv\/rifas.*disco de solo lectura(?!.*chown)/],
  [{ code: 'EACCES', syscall: 'listen', port: 80 }, /puerto 80/],
  [{ code: '28P01' }, /clave/],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 8 }, /^No se puede escribir/],
])('a place that may not be written, listened to or entered is named: %o', (fields, says) => {
  expect(told(fields)).toEqual({ text: expect.stringMatching(says), exit: 78 })
})

test('a disk without room is named, and tried again: making room needs no start by hand', () => {
  const said = { text: expect.stringMatching(/^(El disco está lleno|No queda espacio)/), exit: 1 }
  for (const errcode of [13, 4874]) expect(told({ code: 'ERR_SQLITE_ERROR', errcode })).toEqual(said)
  for (const code of ['ENOSPC', 'EDQUOT']) expect(told({ code, syscall: 'write' })).toEqual(said)
})

test('an unforeseen error keeps its stack, and is tried again', () => {
  expect(describeStart(new TypeError('algo'))).toEqual({
    text: expect.stringMatching(/^TypeError: algo\n +at /),
    exit: 1,
  })
})
