import { mkdirSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { DAY } from '#platform/clock.ts'
import { lockFor } from '#platform/server/db/instance-lock.ts'
import type { BuildTarget } from '../../../vite.config.ts'
import {
  CLIENT,
  COMPILED,
  DIST,
  findFresh,
  type Part,
  readSources,
  readStamp,
  removeStamp,
  writeStamp,
} from './build-stamp.ts'

const ASSETS = join(CLIENT, 'assets')
const RUN = join(DIST, 'run')

/** After another build has taken its place, a running server still sends pages that name its own assets, in milliseconds. */
const ASSETS_KEPT = 7 * DAY
/** And loads the rest on first use, until it is restarted. */
const RUN_KEPT = DAY

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Builds parts that are missing or older than their sources, next to the existing files, so that a running server misses nothing.
 * Processes that start together build once; one that is killed meanwhile leaves nothing that counts.
 * @param parts files for browsers by default.
 */
export async function ensureBuilt(parts: readonly Part[] = ['pages'], { force = false } = {}): Promise<void> {
  if (!force && parts.every((part) => findFresh(part))) return
  await alone(async () => {
    for (const part of parts) {
      if (!force && findFresh(part)) continue
      const sources = readSources(part)
      const made = await (part === 'pages' ? buildPages() : buildServer())
      const sizes = made.map((file) => [relative(DIST, file), statSync(file).size])
      writeStamp(part, { ...sources, made: Object.fromEntries(sizes) })
      await removeOld()
    }
  })
}

/** The builder holds a lock that ends with its process. */
async function alone(job: () => Promise<void>): Promise<void> {
  mkdirSync(DIST, { recursive: true })
  let release = lockFor('build', DIST)
  for (; !release; release = lockFor('build', DIST)) await sleep(100)
  await job().finally(release)
}

/** Builds into a folder of its own, and moves from there. @returns the files that were made. */
async function build(targets: readonly BuildTarget[], move: (fresh: string) => Promise<string[]>): Promise<string[]> {
  // Vite takes a while to load, and a fresh build makes it unnecessary.
  const [vite, { viteConfig }] = await Promise.all([import('vite'), import('../../../vite.config.ts')])
  const fresh = await mkdtemp(join(DIST, '.new-'))
  const { NODE_ENV = '' } = process.env
  // Vite's plugins read it, whatever mode the build has: under a test runner they would make React's slow half.
  process.env['NODE_ENV'] = 'production'
  try {
    for (const target of targets) await vite.build(viteConfig(target, fresh))
    return await move(fresh)
  } finally {
    process.env['NODE_ENV'] = NODE_ENV
    await rm(fresh, { recursive: true, force: true })
  }
}

async function buildPages(): Promise<string[]> {
  const { PAGE_TARGETS, PANEL_DOCUMENT } = await import('../../../vite.config.ts')
  return build(PAGE_TARGETS, async (fresh) => {
    await compressAssets(join(fresh, 'client/assets'))
    await retire('pages')
    // From here to the next stamp there are files of two builds.
    removeStamp('pages')
    await mkdir(ASSETS, { recursive: true })
    const made = [join(CLIENT, 'panel.html')]
    for (const name of await readdir(join(fresh, 'client/assets'))) {
      await rename(join(fresh, 'client/assets', name), join(ASSETS, name))
      made.push(join(ASSETS, name))
    }
    await rename(join(fresh, 'client', PANEL_DOCUMENT), join(CLIENT, 'panel.html'))
    await replaceFolder(join(fresh, 'client/.vite'), join(CLIENT, '.vite'))
    await replaceFolder(join(fresh, 'server'), join(DIST, 'server'))
    return [...made, ...(await filesIn(join(CLIENT, '.vite'))), ...(await filesIn(join(DIST, 'server')))]
  })
}

/** The server in a folder that no other build has. */
async function buildServer(): Promise<string[]> {
  const { SERVER_TARGETS } = await import('../../../vite.config.ts')
  return build(SERVER_TARGETS, async (fresh) => {
    await retire('server')
    const folder = join(RUN, basename(fresh).slice('.new-'.length))
    await mkdir(RUN, { recursive: true })
    await rename(join(fresh, 'run'), folder)
    return filesIn(folder)
  })
}

/** The files of the last build are needed for a while from now on, however old they are. */
async function retire(part: Part): Promise<void> {
  const now = new Date()
  for (const path of Object.keys(readStamp(part)?.made ?? {})) {
    await utimes(join(DIST, path), now, now).catch(() => undefined)
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function replaceFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await rename(from, to)
}

async function compressAssets(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/\.(js|css|svg|json)$/.test(name)) continue
    const bytes = await readFile(join(folder, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    // Browsers accept brotli only over https; a shop over http still gets a small script.
    const [small, zipped] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })])
    await Promise.all([writeFile(join(folder, `${name}.br`), small), writeFile(join(folder, `${name}.gz`), zipped)])
  }
}

/** For a release: leftovers of earlier builds, for servers and pages that were still open, do not belong to it. */
export const removeOthers = () => alone(() => removeOld({ assets: 0, run: 0 }))

/**
 * The builder is alone: the leftovers of an unfinished build belong to nobody.
 * @param kept milliseconds that files stay after their last use.
 */
async function removeOld(kept = { assets: ASSETS_KEPT, run: RUN_KEPT }): Promise<void> {
  for (const name of await readdir(DIST)) {
    if (name.startsWith('.new-')) await rm(join(DIST, name), { recursive: true, force: true })
  }
  // The pages may be older than the server: then those that are in use were made long ago.
  const shown = new Set(Object.keys(readStamp('pages')?.made ?? {}))
  for (const name of await readdir(ASSETS).catch(() => [])) {
    const file = join(ASSETS, name)
    if (!shown.has(relative(DIST, file)) && (await age(file)) >= kept.assets) await rm(file)
  }
  for (const name of await readdir(COMPILED, { recursive: true }).catch(() => [])) {
    const file = join(COMPILED, name)
    if ((await stat(file)).isFile() && (await age(file)) > RUN_KEPT) await rm(file)
  }
  const inUse = Object.keys(readStamp('server')?.made ?? {})
  for (const name of await readdir(RUN).catch(() => [])) {
    const used = inUse.some((path) => join(DIST, path).startsWith(join(RUN, name)))
    if (!used && (await age(join(RUN, name, 'start.js'))) >= kept.run) await rm(join(RUN, name), { recursive: true })
  }
}

/** Milliseconds since it was last written. */
const age = async (file: string) =>
  Date.now() - ((await stat(file).catch(() => null))?.mtimeMs ?? Number.NEGATIVE_INFINITY)
