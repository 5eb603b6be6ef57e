import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newFolder } from '../testing/new-folder.ts'
import { FolderInUseError, lockDataFolder } from './instance-lock.ts'

let folder: string
let child: ChildProcess | undefined
beforeEach(() => {
  folder = newFolder()
})
afterEach(kill)

/** Another process that holds the folder. */
async function holdElsewhere(): Promise<void> {
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { lockDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'instance-lock.ts'))}
     globalThis.release = lockDataFolder(${JSON.stringify(folder)})
     process.stdout.write('held')
     setInterval(() => {}, 1000)`,
  ])
  child = holder
  await new Promise<void>((resolve, reject) => {
    holder.stdout.once('data', () => resolve())
    holder.once('exit', () => reject(new Error('the holder ended too early')))
  })
}

async function kill(): Promise<void> {
  const holder = child
  if (!holder || holder.signalCode !== null) return
  const ended = new Promise((resolve) => holder.once('exit', resolve))
  holder.kill('SIGKILL')
  await ended
}

it('refuses a second server with a sentence that names the folder', async () => {
  await holdElsewhere()
  expect(() => lockDataFolder(folder)).toThrow(FolderInUseError)
  expect(() => lockDataFolder(folder)).toThrow(`Otro servidor ya usa la carpeta ${folder}`)
})

it('is free again the moment its holder is killed', async () => {
  await holdElsewhere()
  await kill()
  const release = lockDataFolder(folder)
  release()
})

it('is free again after it was released', () => {
  lockDataFolder(folder)()
  lockDataFolder(folder)()
})

it('is nobody else where it cannot be had at all', () => {
  writeFileSync(join(folder, 'servidor.lock'), 'what a stranger wrote')
  expect(() => lockDataFolder(folder)).toThrow('file is not a database')
})
