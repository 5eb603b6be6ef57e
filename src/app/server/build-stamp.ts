import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../../..')
export const DIST = join(ROOT, 'dist')
export const CLIENT = join(DIST, 'client')
/** Node's cache of compiled code, for the next start. */
export const COMPILED = join(DIST, 'compiled')

/** Programs of the server, which `src/app/run.js` starts, by their sources. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  start: 'src/app/server/start.ts',
  demo: 'src/app/demo/demo.ts',
  tombola: 'src/app/cli/main.ts',
}

/** Parts of the build, each from its own sources: files for browsers with the renderer of pages, and the server. */
export type Part = 'pages' | 'server'

const INSTALLED = 'node_modules/.package-lock.json'
/** Of every part: how it is built, and the packages as they are wanted and as they are installed. */
const BUILT_BY = ['build', 'bundle/manual', 'bundle/shop-react'].map((name) => `src/app/server/${name}.ts`)
const COMMON = ['vite.config.ts', ...BUILT_BY, 'package-lock.json', INSTALLED]
const SOURCES: Record<Part, { files: RegExp; without: ReadonlySet<string> }> = {
  pages: {
    files: /\.(ts|tsx|css|html|svg|webp)$|^(operating|banks|server)\.md$/,
    without: new Set(['server', 'cli', 'demo', 'testing']),
  },
  server: { files: /\.ts$/, without: new Set(['shop', 'panel', 'web', 'testing']) },
}
const TESTS = /\.test\.tsx?$/

/** Sources and results of a part. It is written last: without it there is no such part. */
export interface Stamp {
  /** Of the sources' content. */
  hash: string
  /** Of names, sizes and times of all sources: while it is the same, nobody reads them. */
  seen: string
  /** Bytes of each file that was made, by its path in `dist`. */
  made: Record<string, number>
}

const stampFile = (part: Part) => join(DIST, `${part}.json`)

/** The part's sources now. A build calls it before it reads any of them: later changes count as other sources. */
export function readSources(part: Part): Pick<Stamp, 'hash' | 'seen'> {
  return { seen: lookAround(), hash: hashOf(listSources(part)) }
}

/**
 * The stamp of a part that was made of the sources as they are and is there as it was made; null when it has to be built.
 * A change of sizes or times alone, such as a copy of everything, makes the sources be read and the stamp be written again.
 * @param seen of all sources, by `lookAround`
 */
export function findFresh(part: Part, seen = lookAround()): Stamp | null {
  const stamp = readStamp(part)
  if (!stamp || !isWhole(stamp)) return null
  // A release has no sources that it could be older than.
  if (!existsSync(join(ROOT, PROGRAMS['start'] ?? ''))) return stamp
  if (seen !== '' && seen === stamp.seen) return stamp
  if (hashOf(listSources(part)) !== stamp.hash) return null
  const again = { ...stamp, seen }
  try {
    writeStamp(part, again)
  } catch {
    // A read-only installation reads the sources at every start.
  }
  return again
}

export function writeStamp(part: Part, stamp: Stamp): void {
  const file = stampFile(part)
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, JSON.stringify(stamp))
  renameSync(fresh, file)
}

/** Nothing of the part counts from now on, until it has a stamp again. */
export function removeStamp(part: Part): void {
  rmSync(stampFile(part), { force: true })
}

export function readStamp(part: Part): Stamp | null {
  try {
    return JSON.parse(readFileSync(stampFile(part), 'utf8')) as Stamp
  } catch {
    return null
  }
}

/** After a power cut a file can be there and empty. */
function isWhole({ made }: Stamp): boolean {
  return Object.entries(made).every(
    ([path, size]) => statSync(join(DIST, path), { throwIfNoEntry: false })?.size === size,
  )
}

function listSources(...parts: Part[]): string[] {
  const wanted = parts.map((part) => SOURCES[part])
  const found = COMMON.map((file) => join(ROOT, file))
  const folders = [join(ROOT, 'src'), join(ROOT, 'docs')]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const one of readdirSync(folder, { withFileTypes: true })) {
      const isWanted = one.isDirectory()
        ? wanted.some(({ without }) => !without.has(one.name))
        : one.isFile() && wanted.some(({ files }) => files.test(one.name)) && !TESTS.test(one.name)
      if (isWanted) (one.isDirectory() ? folders : found).push(`${folder}/${one.name}`)
    }
  }
  return found.sort()
}

/** A file that has just been written can be written again within the same tick of its clock, and look the same. */
const YOUNG = 2_000

/** A hash of names, sizes and times of the sources of every part; empty when something is too young to be known by them. */
export function lookAround(): string {
  let seen = ''
  const now = Date.now()
  for (const file of listSources('pages', 'server')) {
    const found = statSync(file, { throwIfNoEntry: false })
    // The time of the change of the entry itself: unlike that of its content, nothing sets it back.
    if (found && now - found.ctimeMs < YOUNG) return ''
    seen += `${file} ${found?.size} ${found?.mtimeMs} ${found?.ctimeMs}\n`
  }
  return createHash('sha256').update(seen).digest('hex')
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    const name = relative(ROOT, file).replaceAll(sep, '/')
    hash.update(`\n${name}\n`).update(name === INSTALLED ? readInstalled(file) : readFileSync(file))
  }
  return hash.digest('hex')
}

/** Packages that stay packages, with their versions. Those of development may be removed after the build, which contains the needed parts. */
function readInstalled(file: string): string {
  if (!existsSync(file)) return ''
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, { version?: string; dev?: true; devOptional?: true }>
  }
  return Object.entries(packages)
    .map(([path, { version, dev, devOptional }]) => (dev || devOptional ? '' : `${path} ${version}\n`))
    .join('')
}

/** Of the product that runs, as package.json has it. */
export const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version

/** An entry of the manifest of the build. */
export interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

/** Adds a chunk's files, and those of all that it imports. */
export function collect(manifest: Record<string, Chunk>, name: string, files: Set<string>): void {
  const chunk = manifest[name]
  if (!chunk || files.has(chunk.file)) return
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
  for (const inner of chunk.imports ?? []) collect(manifest, inner, files)
}
