import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { canMakeMachines } from '../support/bare-machine.ts'
import { thenCleanUp } from './clean-up.ts'
import { createSmallDisk, mounts } from './small-disk.ts'

test('every step is done, one after the other, and the first failure is the one told', async () => {
  const done: string[] = []
  const step = (name: string, fails = false) => {
    return async () => {
      await new Promise((resolve) => setImmediate(resolve))
      done.push(name)
      if (fails) throw new Error(name)
      return name
    }
  }
  expect(await thenCleanUp(step('work'), step('process'), step('disk'))).toBe('work')
  await expect(thenCleanUp(step('lost', true), step('busy', true), step('disk'))).rejects.toThrow('lost')
  await expect(thenCleanUp(step('work'), step('busy', true), step('folder', true))).rejects.toThrow('busy')
  expect(done).toEqual(['work', 'process', 'disk', 'lost', 'busy', 'disk', 'work', 'busy', 'folder'])
})

test.skipIf(!mounts.ext4 || !canMakeMachines)(
  'a disk that failed is whole again, also while a machine of mounts has seen it',
  async () => {
    const disk = createSmallDisk()
    // It takes what is mounted here for its own, as a BareMachine would without what it gives back first.
    const machine = spawn('unshare', ['-m', 'sh', '-c', 'echo begun; read end'], { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(machine, 'exit')
    onTestFinished(async () => {
      machine.kill()
      await ended
      disk.remove()
      expect(existsSync(disk.folder)).toBe(false)
      expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(disk.folder)
    })
    await once(machine.stdout, 'data')
    disk.fail()
    const again = disk.startAgain()
    machine.stdin.end()
    await again
    writeFileSync(join(disk.folder, 'file'), 'x')
  },
)
