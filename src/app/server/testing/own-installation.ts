import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { ensureBuilt } from '../build.ts'
import { DIST, ROOT, type Stamp } from '../build-stamp.ts'

let place: string
const children: ChildProcess[] = []

/** Every test of the file has an installation of its own, with the build of this one; its processes end with the test. */
export function ownInstallation(): void {
  beforeEach(async () => {
    await ensureBuilt(['pages', 'server'])
    place = mkdtempSync(join(tmpdir(), 'tombola-launch-'))
    for (const name of ['docs', 'src', 'package.json', 'package-lock.json', 'vite.config.ts']) {
      cpSync(join(ROOT, name), join(place, name), { recursive: true, filter: (from) => !from.includes('.test.') })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'))
    cpSync(DIST, join(place, 'dist'), { recursive: true, filter: (from) => !from.includes('.new-') })
  })

  afterEach(() => {
    vi.restoreAllMocks()
    for (const child of children.splice(0)) {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
    removeFolder(place)
  })
}

export interface Ran {
  child: ChildProcess
  /** Waits until this is in its output. @throws Error with all its output if it ended without. */
  says(text: string): Promise<string>
  ended: Promise<number | null>
  output(): string
}

/** Runs `npm run <program>` in the installation. Its data is its own, its group too. */
export function run(program: string, ...args: string[]): Ran {
  const data = mkdtempSync(join(place, 'data-'))
  const child = spawn(process.execPath, ['src/app/run.js', program, ...args], {
    cwd: place,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  children.push(child)
  let output = ''
  let heard = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      heard()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    ended,
    output: () => output,
    async says(text) {
      while (!output.includes(text)) {
        const more = new Promise<void>((resolve) => (heard = resolve))
        if (child.exitCode !== null && !output.includes(text)) throw new Error(output)
        await Promise.race([more, ended])
      }
      return output
    },
  }
}

/** As after `npm ci --omit=dev`: of the packages those that a release depends on. */
export function omitDevelopment(): void {
  rmSync(inPlace('node_modules'))
  mkdirSync(inPlace('node_modules'))
  copyPackages(place)
}

/** Copies the package's dependencies, with theirs. @param to folder that gets them in its `node_modules`. */
export function copyPackages(to: string): void {
  const installed = JSON.parse(readFileSync(join(ROOT, INSTALLED), 'utf8')) as { packages: Record<string, Installed> }
  const released = Object.entries(installed.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional)
  for (const [path, { bin }] of released) {
    // Node itself is large, and is there already.
    if (bin?.node === undefined) cpSync(join(ROOT, path), join(to, path), { recursive: true })
  }
  writeFileSync(join(to, INSTALLED), JSON.stringify({ packages: Object.fromEntries(released) }))
}

const INSTALLED = 'node_modules/.package-lock.json'
interface Installed {
  dev?: true
  devOptional?: true
  bin?: { node?: string }
}

/** @param path in the installation. */
export const inPlace = (path: string) => join(place, path)
export const stampOf = (part: string) => JSON.parse(readFileSync(inPlace(`dist/${part}.json`), 'utf8')) as Stamp
export const builtFile = (name: string) =>
  inPlace(`dist/${Object.keys(stampOf('server').made).find((path) => path.endsWith(name))}`)

/** Writes another word of as many letters, with the times that it had. */
export function change(file: string, from: string, to: string): void {
  const { atime, mtime } = statSync(file)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replaceAll(from, to))
  utimesSync(file, atime, mtime)
}

export const changePage = () =>
  change(inPlace('src/purchases/shop/report/processing-dialog.tsx'), 'Procesando pago...', 'Recibiendo pago...')
