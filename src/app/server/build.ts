import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const ROOT = resolve(import.meta.dirname, '../../..')
export const DIST = join(ROOT, 'dist')
export const CLIENT = join(DIST, 'client')
const ASSETS = join(CLIENT, 'assets')
const STAMP = join(DIST, 'sources.sha256')
const LOCK = join(DIST, '.building')

/** A build takes two seconds; one that is this old was killed. */
const ABANDONED = 60_000
/** A server that started before keeps sending pages that name the assets of its own build. */
const ASSETS_KEPT = 7 * 86_400_000

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Files that end in the browser's code or in the page renderer. */
const SOURCES = ['vite.config.ts', 'package-lock.json', 'src/app/server/build.ts']
const BUILT = /\.(ts|tsx|css|html|svg)$/
const NOT_BUILT = /(^|\/)(server|cli|demo|testing)\/|\.test\.tsx?$/

/**
 * Builds what the browser gets when it is missing or older than its sources; a hash of the sources in `dist` tells.
 * Processes that start together build once.
 * @returns whether it built.
 */
export async function ensureBuilt(): Promise<boolean> {
  const hash = await hashSources()
  const fresh = async () => (await readFile(STAMP, 'utf8').catch(() => '')) === hash
  if (await fresh()) return false
  return alone(async () => {
    if (await fresh()) return false
    await buildAll()
    await writeFile(STAMP, hash)
    return true
  })
}

/** Forgets that there was a build: the next `ensureBuilt` builds. */
export async function forgetBuild(): Promise<void> {
  await rm(STAMP, { force: true })
}

async function alone<T>(job: () => Promise<T>): Promise<T> {
  await mkdir(DIST, { recursive: true })
  while (!(await takeLock())) await sleep(200)
  try {
    return await job()
  } finally {
    await rm(LOCK, { recursive: true, force: true })
  }
}

async function takeLock(): Promise<boolean> {
  try {
    await mkdir(LOCK)
    return true
  } catch {
    const lock = await stat(LOCK).catch(() => null)
    if (lock && Date.now() - lock.mtimeMs > ABANDONED) await rm(LOCK, { recursive: true, force: true })
    return false
  }
}

/** Builds beside and moves into place, so that a server which runs never misses a file. */
async function buildAll(): Promise<void> {
  // Vite takes a while to load, and a server whose build is fresh never needs it.
  const [vite, { buildTargets, PANEL_DOCUMENT, viteConfig }] = await Promise.all([
    import('vite'),
    import('../../../vite.config.ts'),
  ])
  const fresh = await mkdtemp(join(DIST, '.new-'))
  try {
    await inProduction(async () => {
      for (const target of buildTargets()) await vite.build(viteConfig(target, fresh))
    })
    await compressAssets(join(fresh, 'client/assets'))
    await mkdir(ASSETS, { recursive: true })
    for (const name of await readdir(join(fresh, 'client/assets'))) {
      await rename(join(fresh, 'client/assets', name), join(ASSETS, name))
    }
    await rename(join(fresh, 'client', PANEL_DOCUMENT), join(CLIENT, 'panel.html')).catch(() => undefined)
    await replaceFolder(join(fresh, 'client/.vite'), join(CLIENT, '.vite'))
    await replaceFolder(join(fresh, 'server'), join(DIST, 'server'))
    await removeOldAssets()
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Its plugins ask the environment, whatever mode the build has: under a test runner they would make React's slow half. */
async function inProduction(job: () => Promise<void>): Promise<void> {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await job()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
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
    // Browsers ask for brotli only where the line is secret; a shop that is opened by http still gets a small script.
    const [small, zipped] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })])
    await Promise.all([writeFile(join(folder, `${name}.br`), small), writeFile(join(folder, `${name}.gz`), zipped)])
  }
}

async function removeOldAssets(): Promise<void> {
  for (const name of await readdir(ASSETS)) {
    const { mtimeMs } = await stat(join(ASSETS, name))
    if (Date.now() - mtimeMs > ASSETS_KEPT) await rm(join(ASSETS, name))
  }
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await listSources()) hash.update(relative(ROOT, file)).update(await readFile(file))
  return hash.digest('hex')
}

async function listSources(): Promise<string[]> {
  const files = SOURCES.map((source) => join(ROOT, source))
  const root = join(ROOT, 'src')
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && BUILT.test(entry.name) && !NOT_BUILT.test(relative(root, file))) files.push(file)
  }
  return files.sort()
}
