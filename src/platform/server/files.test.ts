import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Files, openDiskFiles } from './files.ts'
import { randomId, systemRandom } from './random.ts'
import { newFolder } from './testing/new-folder.ts'

/** Disk operations, in order: `datasync <file>`, `rename <file>`, `sync <folder>`. */
const asked = vi.hoisted(() => [] as string[])
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>()
  return {
    ...original,
    open: async (path: string, ...rest: [string?]) => {
      const handle = await original.open(path, ...rest)
      for (const method of ['sync', 'datasync'] as const) {
        const real = handle[method].bind(handle)
        handle[method] = async () => {
          await real()
          asked.push(`${method} ${path}`)
        }
      }
      return handle
    },
    rename: async (from: string, to: string) => {
      await original.rename(from, to)
      asked.push(`rename ${to}`)
    },
  }
})

let folder: string
let files: Files
const newId = () => randomId(systemRandom)

beforeEach(async () => {
  folder = newFolder()
  files = await openDiskFiles(folder)
  asked.length = 0
})

async function contentOf(id: string): Promise<string | undefined> {
  return (await files.read(id))?.toString()
}

async function idsOlderThan(instant: number): Promise<string[]> {
  return Array.fromAsync(files.olderThan(instant))
}

it('gives back the bytes that were put', async () => {
  const id = newId()
  await files.put(id, Buffer.from('comprobante'))
  expect(await contentOf(id)).toBe('comprobante')
  const opened = await files.open(id)
  expect(opened?.size).toBe(11)
  expect(Buffer.concat(await Array.fromAsync(opened?.stream ?? [])).toString()).toBe('comprobante')
  await files.remove(id)
  expect(await files.read(id)).toBeNull()
  expect(await files.open(id)).toBeNull()
})

it('flushes the bytes, then gives the name, then flushes the folder, before it resolves', async () => {
  const id = newId()
  await files.put(id, Buffer.from('x'))
  expect(asked).toEqual([`datasync ${join(folder, id)}.part`, `rename ${join(folder, id)}`, `sync ${folder}`])
})

it('has flushed the folder after the name of every file that it called stored', async () => {
  const ids = Array.from({ length: 40 }, newId)
  await Promise.all(
    ids.map(async (id) => {
      await files.put(id, Buffer.from(id))
      const renamed = asked.indexOf(`rename ${join(folder, id)}`)
      expect(asked.lastIndexOf(`sync ${folder}`)).toBeGreaterThan(renamed)
    }),
  )
  for (const id of ids) expect(await contentOf(id)).toBe(id)
  expect(asked.filter((line) => line.startsWith('sync ')).length).toBeLessThan(40)
})

it('shows nothing under the name while a file is being received, and nothing after it was discarded', async () => {
  const id = newId()
  const incoming = await files.receive(id)
  await incoming.write(Buffer.from('half'))
  expect(await files.read(id)).toBeNull()
  await incoming.discard()
  await incoming.discard()
  expect(readdirSync(folder)).toEqual([])
})

it('keeps out of other folders', async () => {
  for (const id of ['../../etc/passwd', '', 'a/b', `${newId()}/`, '..', `${newId()}\u0000`]) {
    await expect(files.put(id, Buffer.from('x'))).rejects.toThrow('not the id of a file')
    await expect(files.read(id)).rejects.toThrow('not the id of a file')
    await expect(files.remove(id)).rejects.toThrow('not the id of a file')
  }
})

it('leaves no half file under the final name when the process is killed, and lets the sweeper find it', async () => {
  const id = newId()
  const child = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { openDiskFiles } from ${JSON.stringify(join(import.meta.dirname, 'files.ts'))}
     const files = await openDiskFiles(${JSON.stringify(folder)})
     const file = await files.receive(${JSON.stringify(id)})
     await file.write(Buffer.alloc(100_000))
     process.stdout.write('half')
     setInterval(() => {}, 1000)`,
  ])
  await output(child, 'half')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  expect(readdirSync(folder)).toEqual([`${id}.part`])
  expect(await files.read(id)).toBeNull()
  expect(await idsOlderThan(Date.now() + 1_000)).toEqual([id])
  await files.remove(id)
  expect(readdirSync(folder)).toEqual([])
})

it('tells the old from the new, and leaves foreign files alone', async () => {
  const [old, fresh] = [newId(), newId()]
  await files.put(old, Buffer.from('old'))
  await files.put(fresh, Buffer.from('new'))
  utimesSync(join(folder, old), 1_000, 1_000)
  expect(await idsOlderThan(2_000_000)).toEqual([old])
})

function output(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => chunk.toString().includes(text) && resolve())
    child.once('exit', () => reject(new Error('the child ended too early')))
  })
}
