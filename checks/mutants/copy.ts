import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mutant } from './list.ts'
import { hashOf } from './results.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface Copy {
  folder: string
  /** Of all that runs in the tests of the rooms. */
  hash: string
  commit: string
}

/**
 * The files of the project as they are, with the packages of this folder, in a folder that goes when the process ends.
 * @param name how that folder's begins.
 */
export function copyProject(name = 'tombola-mutants-'): Copy {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  const folder = mkdtempSync(join(tmpdir(), name))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const files = git('ls-files', '-co', '--exclude-standard')
    .split('\n')
    .filter((file) => file !== '' && !file.startsWith('docs/screenshots/'))
  for (const file of files) cpSync(join(ROOT, file), join(folder, file))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const read = files.filter((file) => /^(src|package)/.test(file))
  return {
    folder,
    hash: hashOf(read.flatMap((file) => [file, readFileSync(join(folder, file), 'latin1')])),
    commit: git('rev-parse', '--short', 'HEAD').trim() + (git('status', '--porcelain') === '' ? '' : '+'),
  }
}

/** Does the job while the mutant stands in the copy. */
export async function withMutant<T>(folder: string, { file, from, to }: Mutant, job: () => Promise<T>): Promise<T> {
  const path = join(folder, file)
  const whole = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    whole.replace(from, () => to),
  )
  try {
    return await job()
  } finally {
    writeFileSync(path, whole)
  }
}
