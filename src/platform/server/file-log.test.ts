import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { emptyFileLog } from './file-log.ts'
import { openDiskFiles } from './files.ts'
import { newFolder } from './testing/new-folder.ts'

const folder = newFolder()

const MARK = Buffer.alloc(16, 0xab)
const idOf = (letter: string) => letter.repeat(22)

/** The bytes that an earlier version wrote for one proof. */
function framed(letter: string, text: string, gone = 0): Buffer {
  const head = Buffer.alloc(48)
  MARK.copy(head)
  head.write(idOf(letter), 16, 'latin1')
  head.writeUInt32LE(text.length, 40)
  head.writeUInt32LE(crc32(head.subarray(40, 44), crc32(head.subarray(0, 38))), 44)
  head[38] = gone
  return Buffer.concat([head, Buffer.from(text)])
}

test('each proof of the log becomes a file, but one that is gone or has a file; a damaged one costs the others nothing', async () => {
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

test('a proof that a server of before receives while its log is emptied is not lost', async () => {
  const proofs = join(folder, 'older')
  const files = await openDiskFiles(proofs)
  const segment = join(proofs, 'registro', MARK.toString('hex'))
  mkdirSync(join(proofs, 'registro'))
  writeFileSync(segment, framed('a', 'first'))
  const writing = openSync(segment, 'a')
  let acknowledged = false
  const slow = {
    ...files,
    put: async (id: string, bytes: Uint8Array) => {
      appendFileSync(writing, framed('b', 'second'))
      // It acknowledges proofs in a segment that still has its name.
      acknowledged = existsSync(segment)
      await files.put(id, bytes)
    },
  }
  await emptyFileLog(proofs, slow)
  closeSync(writing)
  expect(acknowledged && (await files.read(idOf('b'))) === null).toBe(false)
  expect((await files.read(idOf('a')))?.toString()).toBe('first')
})

test('servers that start together on one folder all start', async () => {
  for (let round = 0; round < 10; round++) {
    const proofs = join(folder, `round-${round}`)
    const files = await openDiskFiles(proofs)
    mkdirSync(join(proofs, 'registro'))
    for (let at = 0; at < 40; at++) writeFileSync(join(proofs, 'registro', at.toString(16).padStart(32, '0')), '')
    // Each comes while another is at work, or has just removed the log.
    await Promise.all(Array.from({ length: 8 }, (_, at) => sleep(at).then(() => emptyFileLog(proofs, files))))
    expect(readdirSync(proofs)).toEqual(['registro.lock'])
  }
})
