import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'

/** Only root makes a machine of mounts, and only with what every Debian has. */
export const canMakeMachines =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'true']).status === 0 &&
  ['setpriv', 'adduser'].every((name) => spawnSync(name, ['--help'], { stdio: 'ignore' }).error === undefined)

/** Instead of systemd: `start` does what the unit says of folder, user and variables, `stop` waits until the server has ended. */
const SYSTEMCTL = `#!/bin/sh
case " $* " in
*' start '* | *' enable '*)
  install -d -m 700 -o tombola -g tombola /var/lib/tombola
  cd /var/lib/tombola
  : > /opt/said
  (set -a; . /etc/tombola.env; NODE_ENV=production; umask 077
   exec setpriv --reuid=tombola --regid=tombola --init-groups /opt/tombola/node_modules/.bin/tombola start >> /opt/said 2>&1) &
  echo $! > /opt/pid
  for i in $(seq 300); do
    PORT=$(. /etc/tombola.env; echo $PORT) /opt/tombola/node_modules/node-here/bin/node -e '
      fetch("http://127.0.0.1:" + process.env.PORT + "/api/lista").then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' && exit 0
    kill -0 "$(cat /opt/pid)" || break
    sleep 0.1
  done
  cat /opt/said >&2; exit 1 ;;
*' stop '*)
  [ -f /opt/pid ] || exit 0
  kill "$(cat /opt/pid)" 2>/dev/null
  while kill -0 "$(cat /opt/pid)" 2>/dev/null; do sleep 0.1; done
  rm /opt/pid ;;
esac
`

/**
 * A machine on which the manual's commands run as they stand: this one, with `/etc`, `/opt`, `/usr/local/bin`, `/var/lib` and
 * `/var/backups` of its own, and in the place of systemd a program that starts the server as the unit would.
 */
export class BareMachine {
  readonly place = mkdtempSync(join(tmpdir(), 'tombola-machine-'))
  readonly #release: string

  /** @param release a folder as `npm install` leaves it: its packages stand in `node_modules`. */
  constructor(release: string) {
    this.#release = release
    for (const name of ['opt/tombola/node_modules', 'bin', 'lib', 'backups'])
      mkdirSync(join(this.place, name), { recursive: true })
    cpSync('/etc', join(this.place, 'etc'), { recursive: true, verbatimSymlinks: true, filter: (from) => !isOdd(from) })
    writeFileSync(join(this.place, 'bin/systemctl'), SYSTEMCTL)
    execFileSync('chmod', ['-R', '755', ...['opt', 'bin', 'lib', 'backups'].map((name) => join(this.place, name))])
    chmodSync(join(this.place, 'etc'), 0o755)
  }

  /** Types the commands one after the other, as root in its home. @throws Error with what they said when one fails. */
  type(commands: readonly string[]): string {
    const node = dirname(process.execPath)
    const script = [
      'mount --make-rprivate /',
      // Mounts of other tests are theirs: a disk is not let go while a machine has it too.
      `awk '$2 ~ "/tombola-disk-" { print $2 }' /proc/mounts | xargs -r -n 1 umount -l`,
      // The Node that came with the packages; here it is the one that runs this.
      `mount --bind ${this.place}/opt /opt`,
      `mount --bind ${this.#release}/node_modules /opt/tombola/node_modules`,
      `mount --bind ${node} /opt/tombola/node_modules/node-here/bin`,
      `mount --bind ${this.place}/etc /etc`,
      `mount --bind ${this.place}/bin /usr/local/bin`,
      `mount --bind ${this.place}/lib /var/lib`,
      `mount --bind ${this.place}/backups /var/backups`,
      'cd /root',
      ...commands,
    ]
    const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }
    const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-euc', script.join('\n')], {
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${commands.join('\n')}\nended with ${status}: ${stdout}${stderr}`)
    return stdout
  }

  /** Takes what another machine has there, as somebody who copies it over the network as root. */
  copyFrom(other: BareMachine, name: 'backups/tombola' | 'etc/tombola.env'): void {
    cpSync(join(other.place, name), join(this.place, name), { recursive: true })
    execFileSync('chown', ['-R', 'root:root', join(this.place, name)])
  }

  remove(): void {
    this.type(['systemctl stop tombola'])
    removeFolder(this.place)
  }
}

const isOdd = (file: string) => /\.lock$/.test(file)

/** The commands of each block that a heading of a manual has, but for what fetches packages or asks the internet. */
export function blocksOf(file: string, heading: string): string[][] {
  const [, after = ''] = readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8').split(`\n${heading}\n`)
  const [section = ''] = after.split(/\n#{1,3} /)
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) =>
    block
      .split('\n')
      .filter((line) => line !== '' && !/^(apt-get|npm|PATH=|curl|journalctl|systemctl status)/.test(line)),
  )
}
