// `npm start`, `npm run demo`, `npm run tombola`, and bin/tombola. Not TypeScript: as long as nothing is compiled ahead, Node would load
// what strips types for this file. And in words that an old Node reads, to tell whoever has one.
import { existsSync, readFileSync, statSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/** What the code was tried with: `node:sqlite` and the limits of the child that draws are of that age. */
const OLDEST_NODE = 24
const HERE = dirname(fileURLToPath(import.meta.url))
const DIST = join(HERE, '../../dist')
/** Of what a person has to mend: who starts programs again and again leaves this one alone. */
const NOT_BY_ITSELF = 78

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(NOT_BY_ITSELF)
}

/** The parts of packages that are of one kind of machine. npm leaves out, and says nothing, what it could not fetch or its own Node is too old for. */
function findMissingPart() {
  const folders = module.createRequire(import.meta.url).resolve.paths('sharp') ?? []
  const find = (name) => folders.map((folder) => join(folder, name)).find((folder) => existsSync(folder))
  const ofThisMachine = new RegExp(`-${process.platform}-${process.arch}(-gnu|-msvc)?$`)
  for (const name of ['sharp', '@node-rs/argon2']) {
    const folder = find(name)
    if (folder === undefined) return name
    const { optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const missing = Object.keys(optionalDependencies).find((part) => ofThisMachine.test(part) && !find(part))
    if (missing !== undefined) return missing
  }
}

/** A release has no sources: there is what was built, or the installation is not whole. */
function findReleased(program) {
  let file = ''
  for (const part of ['pages', 'server']) {
    const stamp = `${part}.json`
    const made = existsSync(join(DIST, stamp))
      ? JSON.parse(readFileSync(join(DIST, stamp), 'utf8')).made
      : { [stamp]: 1 }
    for (const [path, size] of Object.entries(made)) {
      const found = statSync(join(DIST, path), { throwIfNoEntry: false })
      if (found?.size !== size) fail(`La instalación no está completa (dist/${path}). Instala otra vez esta versión.`)
      if (path.endsWith(`/${program}.js`)) file = join(DIST, path)
    }
  }
  const missing = program === 'tombola' ? undefined : findMissingPart()
  if (missing !== undefined) {
    fail(
      `La instalación no está completa: falta ${missing}. npm lo salta, sin decirlo, si su Node es viejo o se corta la red. Repite la orden de npm install (docs/installing.md).`,
    )
  }
  return pathToFileURL(file).href
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(
    `Tómbola necesita Node ${OLDEST_NODE} o más nuevo y este es ${process.versions.node}. Su paquete trae uno: instala otra vez sin omitir los paquetes opcionales, o instala Node 26.`,
  )
}
// Half of them may wait for a slow disk (platform/server/files.ts). Nothing has asked for one yet: then it would be too late.
process.env.UV_THREADPOOL_SIZE ??= '8'
// Under another setting Node would compile its own parts anew, which it has compiled otherwise: what the program loads of them comes before.
const USED = 'assert child_process cluster crypto dns/promises http https perf_hooks sqlite worker_threads zlib'
for (const name of USED.split(' ')) process.getBuiltinModule(`node:${name}`)
// Reading the program must not make the young generation grow: it would stay large in an idle server.
setFlagsFromString('--semi-space-growth-factor=1')
module.enableCompileCache(join(DIST, 'compiled'))
// What follows is for the program, as if it had been started by itself.
const [program = 'start'] = process.argv.splice(2, 1)
const launch = join(HERE, 'server/launch.ts')
await import(
  existsSync(launch) ? await (await import(pathToFileURL(launch).href)).findProgram(program) : findReleased(program)
)
// What was compiled is kept even if this process is killed one day.
module.flushCompileCache()
setFlagsFromString('--semi-space-growth-factor=2')
