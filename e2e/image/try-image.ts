/**
 * `npm run image`: makes a Debian, builds the image of deploy/Containerfile over it and that of a version to come, and runs them as
 * docs/installing.md says. As root, on a Debian with buildah, mmdebstrap and podman; no registry of images is asked. The containers have a
 * network of their own, and everything is removed at the end. `-- --suite bookworm` takes another Debian than 13.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copiedFromHere } from '../../checks/containerfile.ts'
import { runImages } from './run-images.ts'
import { BASE, buildah, IMAGES, must, podman, SECRET } from './tools.ts'

const ROOT = join(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { suite: { type: 'string', default: 'trixie' }, inside: { type: 'string' } } })

/** The sources that the file names, and beside them what must not get into a layer. */
function sourcesOf(place: string, version: string): string {
  const folder = join(place, version)
  const names = copiedFromHere(readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8'))
  for (const name of names) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, 'data'))
  for (const secret of ['data/llave.secreta', '.env']) writeFileSync(join(folder, secret), SECRET)
  const description = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...description, version }))
  return folder
}

/** A step of the schema that the first version does not know. */
function addStep(folder: string): void {
  const file = join(folder, 'src/app/server/schema.ts')
  const more = `\nschema.push({ name: '2099-01-01-01-later', up: async () => {} })\n`
  writeFileSync(file, readFileSync(file, 'utf8') + more)
}

function build(place: string): void {
  const root = join(place, 'debian.tar')
  // Where a network answers with certificates of its own, the Debian of the image has to know them too.
  const authorities = '/usr/local/share/ca-certificates'
  const hooks = readdirSync(authorities).length
    ? [
        `--customize-hook=copy-in ${authorities} /usr/local/share`,
        '--customize-hook=chroot "$1" update-ca-certificates',
      ]
    : []
  must('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', ...hooks, values.suite, root])
  buildah(place, ['from', '--name', 'base', 'scratch'])
  buildah(place, ['add', 'base', root, '/'])
  buildah(place, ['commit', '--quiet', '--rm', 'base', BASE])
  rmSync(root)
  for (const [version, image] of Object.entries(IMAGES)) {
    const folder = sourcesOf(place, version)
    if (image !== IMAGES['0.1.0']) addStep(folder)
    const file = ['-f', join(folder, 'deploy/Containerfile'), '--build-arg', `BASE=${BASE}`]
    buildah(place, ['bud', '--isolation', 'chroot', '--format', 'docker', ...file, '-t', image, folder])
  }
}

if (values.inside !== undefined) await runImages(values.inside)
else {
  const place = mkdtempSync(join(tmpdir(), 'tombola-image-'))
  try {
    build(place)
    // A network and mounts that end with what runs in them.
    const again = ['--mount', '--net', '--', process.execPath, import.meta.filename, '--inside', place]
    process.exitCode = spawnSync('unshare', again, { stdio: 'inherit' }).status ?? 1
  } finally {
    podman(place, ['system', 'reset', '--force'])
    rmSync(place, { recursive: true, force: true })
  }
}
