import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DIST, findFresh, lookAround, PROGRAMS, ROOT } from './build-stamp.ts'
import { NOT_BY_ITSELF } from './service/exit-code.ts'

/**
 * Where a program is to be loaded from: from the build, after a build if there is none of these sources, or from the sources where none
 * can be made. The command line waits for no build.
 * @param program one of `PROGRAMS`
 * @returns its URL. Without pages to serve it ends the process.
 */
export async function findProgram(program: string): Promise<string> {
  const seen = lookAround()
  let server = findFresh('server', seen)
  const isBuilt = server && (program === 'tombola' || findFresh('pages', seen))
  // It is a development dependency: a release is built before, and removing these packages keeps the build.
  if (!isBuilt && !existsSync(join(ROOT, 'node_modules/vite/package.json'))) {
    fail(
      'No hay nada construido de este código, y faltan los paquetes que lo construyen. Ejecuta npm ci sin --omit=dev, o instala el paquete de una versión, que viene construido.',
    )
  }
  if (program !== 'tombola' && !isBuilt) {
    // In a process of its own: the builder would stay in the server's memory.
    const child = spawn(process.execPath, [join(import.meta.dirname, 'build-now.ts')], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await once(child, 'close')
    if (!findFresh('pages')) fail('No hay páginas que servir: no se pudieron construir. Prueba con npm run build.')
    server = findFresh('server')
    if (!server) process.stderr.write('El servidor no se pudo construir: arranca desde su código, más despacio.\n')
  }
  const built = Object.keys(server?.made ?? {}).find((path) => path.endsWith(`/${program}.js`))
  return pathToFileURL(built === undefined ? join(ROOT, PROGRAMS[program] ?? '') : join(DIST, built)).href
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(NOT_BY_ITSELF)
}
