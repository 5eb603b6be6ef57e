/**
 * npm leaves out of package-lock.json what the registry of the moment does not carry of other systems' optional packages, and
 * `npm ci` then refuses the file ("Missing: … from lock file"). `node checks/lock-file.ts` names them, `--write` adds them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Entry {
  version?: string
  dev?: boolean
  optional?: boolean
  cpu?: string[]
  libc?: string[]
  os?: string[]
  optionalDependencies?: Record<string, string>
}

const FILE = join(import.meta.dirname, '..', 'package-lock.json')
const SYSTEMS = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openharmony', 'openbsd', 'netbsd', 'sunos', 'aix']
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32']

/** The place in node_modules where a package at `path` finds that version, or null. */
function findInstalled(packages: Record<string, Entry>, path: string, name: string, version: string): string | null {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    const found = packages[place]
    if (found) return !/^\d/.test(version) || found.version === version ? place : null
    if (from === '') return null
  }
}

/** Its entry, with the system that the name gives. */
function entryOf(name: string, version: string, dev: boolean | undefined): Entry {
  const parts = name.split(/[-/.]/)
  const os = SYSTEMS.find((system) => parts.some((part) => part === system || part === `${system}musl`))
  const cpu = PROCESSORS.find((processor) => parts.includes(processor))
  const musl = parts.some((part) => part.startsWith('musl') || part.endsWith('musl'))
  return {
    version: version.replace(/^[^\d]+/, ''),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(dev ? { dev } : {}),
    ...(os === 'linux' ? { libc: [musl ? 'musl' : 'glibc'] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  }
}

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, Entry> }
const missing: Record<string, Entry> = {}
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (findInstalled(lock.packages, path, name, version) !== null) continue
    const folder = path.slice(0, path.lastIndexOf('node_modules/'))
    missing[`${folder}node_modules/${name}`] = entryOf(name, version, entry.dev)
  }
}

const places = Object.keys(missing)
if (places.length > 0 && process.argv.includes('--write')) {
  const { '': project = {}, ...others } = { ...lock.packages, ...missing }
  const sorted = Object.entries(others).sort(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(
    FILE,
    `${JSON.stringify({ ...lock, packages: { '': project, ...Object.fromEntries(sorted) } }, null, 2)}\n`,
  )
  console.log(`added ${places.length} entries to package-lock.json`)
} else if (places.length > 0) {
  for (const place of places) console.log(`package-lock.json lacks ${place}`)
  console.log('npm ci refuses such a file: run `node checks/lock-file.ts --write`.')
  process.exitCode = 1
}
