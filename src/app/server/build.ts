import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const ROOT = resolve(import.meta.dirname, '../../..')
export const DIST = join(ROOT, 'dist')
export const CLIENT = join(DIST, 'client')
const STAMP = join(DIST, 'sources.sha256')

const compress = promisify(brotliCompress)

/** Folders of rooms whose files end in the browser's code or in the page renderer, and files beside them. */
const SOURCES = ['src', 'vite.config.ts', 'package-lock.json']
const BUILT = /\.(ts|tsx|css|html|svg)$/
const NOT_BUILT = /(^|\/)(server|cli|demo|testing)\/|\.test\.tsx?$/

/**
 * Builds what the browser gets when it is missing or older than its sources; a hash of the sources in `dist` tells.
 * @returns whether it built.
 */
export async function ensureBuilt(): Promise<boolean> {
  const hash = await hashSources()
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === hash) return false
  await build()
  await writeFile(STAMP, hash)
  return true
}

/** Builds everything anew. */
export async function build(): Promise<void> {
  await rm(STAMP, { force: true })
  // Vite costs 150 ms to load, and a server whose build is fresh never needs it.
  const [vite, { buildTargets, PANEL_DOCUMENT, viteConfig }] = await Promise.all([
    import('vite'),
    import('../../../vite.config.ts'),
  ])
  for (const target of buildTargets()) await vite.build(viteConfig(target))
  await rename(join(CLIENT, PANEL_DOCUMENT), join(CLIENT, 'panel.html')).catch(() => undefined)
  await rm(join(CLIENT, 'src'), { recursive: true, force: true })
  await compressAssets()
}

async function compressAssets(): Promise<void> {
  const folder = join(CLIENT, 'assets')
  for (const name of await readdir(folder)) {
    if (!/\.(js|css|svg|json)$/.test(name)) continue
    const bytes = await readFile(join(folder, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(join(folder, `${name}.br`), await compress(bytes, { params }))
  }
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await listSources()) hash.update(relative(ROOT, file)).update(await readFile(file))
  return hash.digest('hex')
}

async function listSources(): Promise<string[]> {
  const files: string[] = []
  for (const source of SOURCES) {
    const path = join(ROOT, source)
    if (source !== 'src') {
      files.push(path)
      continue
    }
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name)
      if (entry.isFile() && BUILT.test(entry.name) && !NOT_BUILT.test(relative(path, file))) files.push(file)
    }
  }
  return files.sort()
}
