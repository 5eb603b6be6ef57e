import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { emptyFileLog } from './file-log.ts'
import { openDiskFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tombola-file-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MARK = Buffer.alloc(16, 0xab)
const idOf = (letter: string) => letter.repeat(22)

/** What a version of before wrote of one proof. */
function framed(letter: string, text: string, gone = 0): Buffer {
  const head = Buffer.alloc(48)
  MARK.copy(head)
  head.write(idOf(letter), 16, 'latin1')
  head.writeUInt32LE(text.length, 40)
  head.writeUInt32LE(crc32(head.subarray(40, 44), crc32(head.subarray(0, 38))), 44)
  head[38] = gone
  return Buffer.concat([head, Buffer.from(text)])
}

test('each proof of the log becomes a file, but one that is gone or has a file; what is damaged costs the others nothing', async () => {
  const files = await openDiskFiles(folder)
  await files.put(idOf('c'), Buffer.from('its own'))
  writeFileSync(join(folder, `${idOf('a')}.part`), 'fi')
  const damaged = framed('d', 'damaged')
  damaged[20] = 0
  const segment = [framed('a', 'first'), framed('b', 'gone', 1), framed('c', 'older'), damaged, framed('e', 'last')]
  const log = join(folder, 'registro')
  mkdirSync(log)
  writeFileSync(join(log, `${MARK.toString('hex')}.tomado`), Buffer.concat([...segment, Buffer.alloc(100)]))
  writeFileSync(join(log, 'registro.lock'), '')
  await emptyFileLog(folder, files)
  const found = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map(async (letter) => (await files.read(idOf(letter)))?.toString()),
  )
  expect(found).toEqual(['first', undefined, 'its own', undefined, 'last'])
  expect(existsSync(log)).toBe(false)
})
