import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ledger, newLedger, SEED, signIn, work } from '../kill/load.ts'
import { findLost } from '../kill/selling-shop.ts'
import { until } from '../kill/until.ts'
import { OWNER } from '../support/set-up.ts'
import { BASE, IMAGES, must, podman, SECRET } from './tools.ts'

const ADDRESS = 'http://127.0.0.1:3461'
const NAME = 'rifas.example.com'
/** As docs/installing.md and deploy/compose.yaml have them; limits of abuse would stop so many buyers of one address. */
const SAFE = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']
/** Options for podman on a machine without systemd, or without the right to change limits. */
const HERE = [
  '--cgroups',
  'disabled',
  '--ulimit',
  'nofile=4096',
  '--ulimit',
  'nproc=4096',
  '--health-interval',
  'disable',
]

let failed = false
function check(held: boolean, what: string, more = ''): void {
  if (!held) failed = true
  process.stdout.write(`${held ? 'ok    ' : 'FAILED'} ${what}${held ? '' : `\n${more}`}\n`)
}

class Containers {
  readonly #place: string
  constructor(place: string) {
    this.#place = place
  }

  podman(args: string[], input?: string): string {
    const { status, output, errors } = podman(this.#place, args, input)
    if (status !== 0) throw new Error(`podman ${args.join(' ')} ended with ${status}: ${output}\n${errors}`)
    return output.trim()
  }

  /** Everything that the server of the moment has said. */
  said = () => podman(this.#place, ['logs', 'tienda']).output

  /** Starts a server over a volume and waits until it answers. */
  async serve(image: string, volume: string, more: string[] = []): Promise<void> {
    const port = ['--network', 'tombola', '-p', '127.0.0.1:3461:3000']
    const env = ['-e', `PUBLIC_URL=https://${NAME}`, '-e', 'ABUSE_LIMITS=off', ...more]
    const data = ['-v', `${volume}:/datos`, '-v', 'respaldos:/respaldos']
    this.podman(['run', '-d', '--replace', '--name', 'tienda', ...SAFE, ...HERE, ...port, ...env, ...data, image])
    await until(`an answer of ${image}`, () =>
      fetch(`${ADDRESS}/api/lista`).then(
        ({ status }) => status === 200,
        () => this.podman(['inspect', 'tienda', '--format', '{{.State.Status}}']) === 'exited' && this.#ended(),
      ),
    )
  }

  #ended(): never {
    throw new Error(`the server ended: ${this.said()}`)
  }

  /** @returns its exit code. */
  stop(): string {
    this.podman(['stop', '-t', '30', 'tienda'])
    return this.podman(['inspect', 'tienda', '--format', '{{.State.ExitCode}}'])
  }

  /** The command line inside the server's container. */
  tombola = (args: string[], input?: string) => this.podman(['exec', '-i', 'tienda', 'tombola', ...args], input)

  /** A container of its own that ends. */
  once(image: string, volume: string, args: string[]): string {
    const data = ['-v', `${volume}:/datos`, '-v', 'respaldos:/respaldos']
    return this.podman(['run', '--rm', ...SAFE, ...HERE, '--network', 'none', ...data, image, ...args])
  }
}

/** How many acknowledged purchases the shop does not know as they were answered. */
const lost = async (ledger: Ledger) => (await findLost(ADDRESS, ledger)).length

async function sell(ledger: Ledger): Promise<void> {
  const headers = await signIn(ADDRESS)
  const wanted = ledger.bought.size + 20
  const approvals = ledger.approved.size + 3
  await work(ADDRESS, headers, ledger, () => ledger.bought.size >= wanted && ledger.approved.size >= approvals)
}

/** crun wants the one tree of cgroups or the old ones, and not both as some machines have them. Seen by what runs here alone. */
function oneTreeOfCgroups(): void {
  if (!existsSync('/sys/fs/cgroup/unified')) return
  must('umount', ['-R', '/sys/fs/cgroup'])
  must('mount', ['-t', 'cgroup2', 'none', '/sys/fs/cgroup'])
}

/** Caddy of the machine as deploy/Caddyfile has it, before the published port. @returns what visitors ask by. */
async function behindCaddy(place: string): Promise<() => Promise<Response>> {
  const text = readFileSync(join(import.meta.dirname, '../../deploy/Caddyfile'), 'utf8')
  const own = text.replace(`${NAME} {`, 'http://127.0.0.1:3462 {')
  writeFileSync(join(place, 'Caddyfile'), `{\n admin off\n}\n${own}`)
  const env = { PATH: process.env['PATH'], HOME: place, TOMBOLA: ADDRESS.slice('http://'.length) }
  const caddy = spawn('caddy', ['run', '--config', join(place, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env,
    stdio: 'ignore',
  })
  process.once('exit', () => caddy.kill('SIGKILL'))
  const ask = () => fetch('http://127.0.0.1:3462/rifa', { headers: { host: NAME } })
  await until('Caddy', () =>
    ask().then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return ask
}

/** Runs what was built there. @param place folder with the store of images. Says each thing that holds; ends with 1 when one does not. */
export async function runImages(place: string): Promise<void> {
  oneTreeOfCgroups()
  must('ip', ['link', 'set', 'lo', 'up'])
  const all = new Containers(place)
  const [first, second] = [IMAGES['0.1.0'], IMAGES['0.2.0']]
  const size = (image: string) => Number(all.podman(['inspect', image, '--format', '{{.Size}}'])) / 1e6
  process.stdout.write(
    `size without its base: ${(size(first) - size(BASE)).toFixed(0)} MB, with it ${size(first).toFixed(0)} MB\n`,
  )
  const find = ['run', '--rm', ...HERE, '--network', 'none', '--user', '0', '--entrypoint', '/bin/sh', first, '-c']
  const found = all.podman([
    ...find,
    `find / -xdev -name llave.secreta; grep -rls ${SECRET} /opt /datos /root /tmp /source; true`,
  ])
  check(found === '', 'no layer holds what lies beside the sources', found)

  all.podman(['network', 'create', '--subnet', '172.30.77.0/24', 'tombola'])
  await all.serve(first, 'datos')
  check(
    all.said().includes(`https://${NAME}/panel#codigo=`),
    'the first start says where, by the public address',
    all.said(),
  )
  const inside = all.podman([
    'exec',
    'tienda',
    'sh',
    '-c',
    'id -u; stat -c "%a %u" /datos; touch /a 2>&1; tr "\\0" " " < /proc/1/cmdline',
  ])
  check(
    /^10001\n700 10001\ntouch: .*Read-only.*\n.*node .*run\.js start/.test(inside),
    'as its own user, /datos is 0700, nothing else is written, Node is process 1',
    inside,
  )
  all.podman(['healthcheck', 'run', 'tienda'])
  check(true, 'the health check passes')

  all.tombola(['operators', 'create', '-'], JSON.stringify({ ...OWNER, rol: 'dueno' }))
  all.tombola(['raffles', 'create', '-'], '{"titulo":"Un millón de números","precio":"1.00","total_numeros":1000000}')
  all.tombola(['raffles', 'publish', '1'])
  const ledger = newLedger(SEED)
  await sell(ledger)
  check(
    ledger.failures.length === 0,
    `sells over the published port: ${ledger.bought.size} purchases, ${ledger.approved.size} approved`,
    ledger.failures.join('\n'),
  )
  const ask = await behindCaddy(place)
  await ask()
  const warned = () => podman(place, ['exec', 'tienda', 'tombola', 'doctor']).output.includes('TRUSTED_PROXIES')
  await until('a warning of a proxy that nobody named', warned)
  check(all.stop() === '0', 'SIGTERM ends it with 0')
  await all.serve(first, 'datos', ['-e', 'TRUSTED_PROXIES=172.30.77.1'])
  await ask()
  // A process tells the others every twenty seconds what it noticed.
  await sleep(21_000)
  check(!warned(), 'a proxy of the machine comes as the gateway of the network: named so, doctor warns no more')

  all.tombola(['backup', '--to', '/respaldos'])
  check((await lost(ledger)) === 0 && all.stop() === '0', 'nothing sold is missing')
  await all.serve(second, 'datos')
  check(all.said().includes('2099-01-01-01-later'), 'the version to come changes the schema over the same volume')
  check((await lost(ledger)) === 0, 'and knows every purchase')
  await sell(ledger)
  const audit = all.tombola(['audit'])
  check(true, `and sells: ${audit.split('\n').at(-1)}`)
  all.stop()

  const refused = podman(place, ['run', '--rm', ...SAFE, ...HERE, '--network', 'none', '-v', 'datos:/datos', first])
  check(refused.status === 78, 'the version of before refuses it with 78', refused.output)
  all.once(first, 'datos', ['undo-upgrade'])
  await all.serve(first, 'datos')
  check(true, 'and serves after undo-upgrade')
  all.stop()

  all.once(first, 'otros', ['restore', '/respaldos'])
  const before = newLedger(SEED)
  for (const [key, purchase] of [...ledger.bought].slice(0, 20)) before.bought.set(key, purchase)
  await all.serve(first, 'otros')
  check((await lost(before)) === 0, 'a copy is restored into an empty volume')
  check(all.stop() === '0', 'and ends with 0')
  process.exitCode = failed ? 1 : 0
  process.exit()
}
