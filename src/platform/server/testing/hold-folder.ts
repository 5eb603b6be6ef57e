import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Another process has the folder, as far as its lock says. @returns kills it. */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const lock = join(import.meta.dirname, '../db/instance-lock.ts')
  const code = `import { lockDataFolder } from ${JSON.stringify(lock)}
    globalThis.release = lockDataFolder(${JSON.stringify(folder)})
    process.stdout.write('held')
    setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'exit')
  onTestFinished(() => void holder.kill('SIGKILL'))
  await Promise.race([once(holder.stdout, 'data'), ended])
  return async () => {
    holder.kill('SIGKILL')
    await ended
  }
}
