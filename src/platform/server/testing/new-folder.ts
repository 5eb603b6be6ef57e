import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder. It goes with the folder of the run (run-folder.ts), however its test ends. */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'tombola-'))

/** Another process has the folder, as far as its lock says, until it is killed or this one ends. @returns kills it. */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const lock = join(import.meta.dirname, '../db/instance-lock.ts')
  const code = `import { lockDataFolder } from ${JSON.stringify(lock)}
    globalThis.release = lockDataFolder(${JSON.stringify(folder)})
    process.stdout.write('held')
    process.stdin.resume().on('end', () => process.exit())`
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'exit')
  await Promise.race([once(holder.stdout, 'data'), ended])
  return async () => {
    holder.kill('SIGKILL')
    await ended
  }
}
