import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { copiedFromHere } from './containerfile.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const CONTAINERFILE = read('deploy/Containerfile')
const COMPOSE = read('deploy/compose.yaml')
const RELEASE = JSON.parse(read('package.json')) as { files: string[]; bin: Record<string, string>; version: string }
const CONFIGURATION = read('docs/configuration.md')
/** Every variable that the server reads. */
const VARIABLES = [...read('src/platform/server/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
  ([, name = '']) => name,
)
const UNIT = read('deploy/tombola.service')

/** Errors of a container file: missing sources, files of a release that it leaves out, unknown variables. */
function untrue(text: string): string[] {
  const copied = copiedFromHere(text)
  const holds = (file: string) => copied.some((one) => file === one || file.startsWith(`${one}/`))
  const needed = RELEASE.files.filter((file) => !file.startsWith('dist/'))
  const variables = [...text.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name)
  const ours = variables.filter(
    (name) => !/^(NODE_ENV|NODE_COMPILE_CACHE|DEBIAN_FRONTEND|NODE_EXTRA_CA_CERTS|PATH|BASE|EXTRA)$/.test(name),
  )
  return [
    ...copied.filter((name) => !existsSync(name)),
    ...['package.json', 'package-lock.json', 'vite.config.ts', 'bin', ...needed].filter((name) => !holds(name)),
    // A configuration that another one extends is needed with it.
    ...copied
      .flatMap((name) => /"extends": "\.\/(.+)"/.exec(/^tsconfig/.test(name) ? read(name) : '')?.[1] ?? [])
      .filter((name) => !holds(name)),
    ...ours.filter((name) => !VARIABLES.includes(name)),
  ]
}

test('the container file copies what is there and what a release holds, and names variables that we read', () => {
  expect(untrue(CONTAINERFILE)).toEqual([])
})

test('control: a source that is gone, one that is missing and a variable that nobody reads are named', () => {
  const wrong = CONTAINERFILE.replace('COPY bin bin', 'COPY binaries bin').replace('PORT=3000', 'PORTS=3000')
  expect(untrue(wrong)).toEqual(['binaries', 'bin', 'PORTS'])
})

test('it runs the command of the release, as a user who owns nothing of it, over a folder of its own, and asks whether it lives', () => {
  expect(Object.keys(RELEASE.bin)).toEqual(['tombola'])
  expect(CONTAINERFILE).toContain('/opt/tombola/node_modules/.bin/tombola /usr/local/bin/tombola')
  const said = (word: string) => new RegExp(`^${word} (.+)$`, 'm').exec(CONTAINERFILE)?.[1]
  expect([said('ENTRYPOINT'), said('CMD'), said('USER'), said('VOLUME')]).toEqual([
    '["tombola"]',
    '["start"]',
    '10001:10001',
    '/datos',
  ])
  expect(CONTAINERFILE).toContain('install -d -m 700 -o 10001 -g 10001 /datos')
  expect(said('ENV')).toContain('DATA_DIR=/datos ')
  expect(said('HEALTHCHECK')).toContain('/api/salud')
  expect(read('src/app/server/server-routes.ts')).toContain("'GET /api/salud'")
  expect(read('bin/tombola')).toContain('start |')
  // Nothing secret has a place in it.
  expect(CONTAINERFILE).not.toMatch(/^(ARG|ENV).*(KEY|PASS|SECRET|TOKEN|SMTP|DATABASE_URL)/m)
})

test('in the example for compose the server believes Caddy and nobody else, and both find each other', () => {
  const [, proxy = ''] = /ipv4_address: (\S+)/.exec(COMPOSE) ?? []
  expect(COMPOSE).toContain(`TRUSTED_PROXIES: ${proxy}\n`)
  expect(COMPOSE).toContain(`subnet: ${proxy.replace(/\d+$/, '0/24')}`)
  expect(COMPOSE).toContain(`image: localhost/tombola:${RELEASE.version}\n`)
  expect(COMPOSE).toContain('datos:/datos')
  const [, name = ''] = /^ {6}(\w+): tombola:3000$/m.exec(COMPOSE) ?? []
  expect(read('deploy/Caddyfile')).toContain(`{$${name}:127.0.0.1:3000}`)
  expect(CONTAINERFILE).toContain('EXPOSE 3000')
  for (const [, file = ''] of COMPOSE.matchAll(/- \.\/(\S+?):/g)) expect(existsSync(`deploy/${file}`), file).toBe(true)
})

test('in the example for compose no service keeps its log for ever', () => {
  const services =
    COMPOSE.split(/^services:$/m)[1]
      ?.split(/^networks:$/m)[0]
      ?.split(/^ {2}(?=\w)/m)
      .slice(1) ?? []
  expect(services.map((one) => [/^\w+/.exec(one)?.[0], one.includes('\n    logging: *logging\n')])).toEqual([
    ['tombola', true],
    ['caddy', true],
  ])
  expect(COMPOSE).toMatch(
    /^x-logging: &logging\n {2}driver: json-file\n {2}options: \{ max-size: \d+m, max-file: "\d+" \}$/m,
  )
})

test('every file of deploy/ that a document names is there', () => {
  const named = ['README.md', 'ARCHITECTURE.md', ...globSync('docs/*.md')].flatMap((file) =>
    [...read(file).matchAll(/\bdeploy\/([\w./-]*\w)/g)].map(([name]) => name),
  )
  expect(named).toContain('deploy/Containerfile')
  expect(named.filter((name) => !existsSync(name))).toEqual([])
})

/** What a unit leaves read-only of the places that the manuals and the form name for copies. */
function closedPlaces(unit: string): string[] {
  const said = (word: string) => new RegExp(`^${word}=(.*)$`, 'm').exec(unit)?.[1]?.split(' ') ?? []
  const open = [...said('StateDirectory').map((name) => `/var/lib/${name}`), ...said('ReadWritePaths')]
  // A place that is not there when the server starts keeps it from starting, but for the dash.
  expect(said('ReadWritePaths').filter((path) => !path.startsWith('-/'))).toEqual([])
  const texts = ['docs/installing.md', 'docs/server.md', ...globSync('src/house/**/*.{ts,tsx}')]
    .filter((file) => !file.includes('.test.'))
    .map(read)
  const named = [...texts.join('\n').matchAll(/(?<![\w.:/>])\/(?:var\/(?:lib|backups)|mnt|media|srv)\/[\w/]+/g)]
  const places = new Set(named.map(([place]) => place))
  expect([...places]).toEqual(expect.arrayContaining(['/mnt/disco/respaldos', '/var/backups/tombola']))
  return [...places].filter((place) => !open.some((path) => place.startsWith(path.replace(/^-/, ''))))
}

test('the service may write where the manuals and the form say that copies go; control: without its line it may not', () => {
  expect(closedPlaces(UNIT)).toEqual([])
  expect(closedPlaces(UNIT.replace(/^ReadWritePaths=.*/m, ''))).toContain('/mnt/disco/respaldos')
})

describe.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)('as systemd reads the unit', () => {
  /** @returns what it says of the unit; a program stands where the release will be. */
  function analyze(unit: string, ...words: string[]) {
    const place = newFolder()
    const file = join(place, 'tombola.service')
    writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...words, file], { encoding: 'utf8' })
    const said = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('tombola'))
    return { status, said: said.map((line) => line.replaceAll(`${place}/`, '')) }
  }

  test('nothing in it is unknown or without effect; control: an invented word is named', () => {
    expect(analyze(UNIT, 'verify')).toEqual({ status: 0, said: [] })
    expect(analyze(UNIT.replace('ReadWritePaths', 'ReadWritePath'), 'verify').said.join()).toContain('ReadWritePath')
  })

  test('it is closed, 2 of 10 at most (systemd 250 or newer); control: without half of its lines it is not', () => {
    const closed = ['security', '--offline=true', '--threshold=20', '--no-pager']
    expect(analyze(UNIT, ...closed)).toMatchObject({ status: 0 })
    expect(analyze(UNIT.replace(/^(Protect|Private).*/gm, ''), ...closed).status).not.toBe(0)
  })
})

test('the unit and the command of deploy/ speak of the same user, folder, variables and program', () => {
  const wrapper = read('deploy/tombola')
  const variables = read('deploy/tombola.env')
  const said = (word: string) => new RegExp(`^${word}=(\\S+)$`, 'm').exec(UNIT)?.[1]
  expect([said('User'), said('Group')]).toEqual(['tombola', 'tombola'])
  expect(wrapper).toContain(`--reuid=${said('User')} --regid=${said('Group')}`)
  for (const path of [said('EnvironmentFile'), said('WorkingDirectory')]) expect(wrapper).toContain(path)
  expect(UNIT).toContain('ExecStart=/opt/tombola/node_modules/.bin/tombola start\n')
  expect(wrapper).toContain('/opt/tombola/node_modules/.bin/tombola "$@"')
  expect(variables).toContain(`DATA_DIR=${said('WorkingDirectory')}\n`)
  const names = [...variables.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(names.filter((name) => !VARIABLES.includes(name))).toEqual([])
})

test('docs/configuration.md lists every variable that the server reads, and no other', () => {
  const listed = [...CONFIGURATION.matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/\w{4,}/g) ?? [],
  )
  expect([...new Set(listed)].sort()).toEqual([...VARIABLES].sort())
})
