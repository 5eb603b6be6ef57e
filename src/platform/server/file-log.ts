import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { lockFor } from './db/instance-lock.ts'
import { absent, type Files } from './files.ts'

/** Where versions before docs/decisions/036 wrote the proofs that arrived together, inside the folder of the proofs. */
const LOG_FOLDER = 'registro'
/** Names of the log's files; the name is the mark that each proof in it begins with. */
const NAME = /^([0-9a-f]{32})(\.tomado)?$/
/** Offsets in the head of a proof: mark, id, whether it is gone, length in bytes, sum of all but the third. */
const [ID, GONE, LENGTH, SUM, BODY] = [16, 38, 40, 44, 48]

/** Makes a file of each proof that such a version left in its log, and removes the log. After an interruption, the next start continues. */
export async function emptyFileLog(folder: string, files: Files): Promise<void> {
  const log = join(folder, LOG_FOLDER)
  const taken = `${log}.tomado`
  // Servers of one folder may start simultaneously: none reads before all files are there. The lock stays in place while the log is removed.
  for (; existsSync(log) || existsSync(taken); await sleep(100)) {
    const release = lockFor('unpack', folder)
    if (release === null) continue
    try {
      // An old process that still runs looks for its segment by its name before it acknowledges: new proofs it keeps as files.
      if (!existsSync(taken)) await rename(log, taken).catch(absent)
      for (const name of (await readdir(taken).catch(absent)) ?? [])
        await makeFiles(join(taken, name), NAME.exec(name)?.[1], files)
      await rm(taken, { recursive: true, force: true })
    } finally {
      release()
    }
  }
}

async function makeFiles(path: string, name: string | undefined, files: Files): Promise<void> {
  if (name === undefined) return
  const mark = Buffer.from(name, 'hex')
  const bytes = await readFile(path)
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) {
    const head = bytes.subarray(at, at + BODY)
    if (head.length < BODY || head.readUInt32LE(SUM) !== sumOf(head)) continue
    const id = head.toString('latin1', ID, GONE)
    const proof = bytes.subarray(at + BODY, at + BODY + head.readUInt32LE(LENGTH))
    if (head[GONE] !== 0 || (await files.has(id))) continue
    // Left by an earlier start.
    await files.remove(id)
    await files.put(id, proof)
  }
}

const sumOf = (head: Buffer) => crc32(head.subarray(LENGTH, SUM), crc32(head.subarray(0, GONE)))
