import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { CERTIFICATE, KEY } from '#platform/server/testing/own-certificate.ts'
import { ownPort } from '#platform/server/testing/own-port.ts'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'

/** Debian's IMAP server, where it is installed and may be started: it wants to be root. */
const PROGRAM = '/usr/sbin/dovecot'
export const HAS_DOVECOT = existsSync(PROGRAM) && process.getuid?.() === 0

export interface Dovecot {
  /** Without TLS, and with a certificate that nobody has signed. */
  port: number
  tlsPort: number
  /** Puts a mail into the box. */
  deliver(mail: Buffer | string): void
  /** Mails that somebody has marked as read, or otherwise. */
  marked(): string[]
  stop(): Promise<void>
}

/** Starts one with a single box; user and password are `tienda` and `clave-de-prueba`. */
export async function startDovecot(): Promise<Dovecot> {
  const home = mkdtempSync(join(tmpdir(), 'dovecot-'))
  // Its processes are not root, and walk into it.
  chmodSync(home, 0o755)
  const box = join(home, 'box')
  for (const folder of ['cur', 'new', 'tmp']) mkdirSync(join(box, folder), { recursive: true })
  spawnSync('chown', ['-R', 'nobody:nogroup', box])
  const [port, tlsPort] = [await ownPort(), await ownPort()]
  writeFileSync(join(home, 'cert.pem'), CERTIFICATE)
  writeFileSync(join(home, 'key.pem'), KEY)
  writeFileSync(join(home, 'conf'), configuration(home, box, port, tlsPort))
  const server = spawn(PROGRAM, ['-F', '-c', join(home, 'conf')], { stdio: 'ignore' })
  const log = () => (existsSync(join(home, 'log')) ? readFileSync(join(home, 'log'), 'utf8') : '')
  await vi.waitFor(async () => expect(await answers(port, server, log)).toBe(true), { timeout: 300_000 })
  let number = 0
  return {
    port,
    tlsPort,
    deliver(mail) {
      number += 1
      const name = join(box, 'new', `1700000000.M${String(number).padStart(6, '0')}.prueba`)
      writeFileSync(name, mail)
      spawnSync('chown', ['nobody:nogroup', name])
    },
    marked: () => readdirSync(join(box, 'cur')).filter((name) => !/:2,$/.test(name)),
    async stop() {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill()
      await gone
      removeFolder(home)
    },
  }
}

function configuration(home: string, box: string, port: number, tlsPort: number): string {
  return `base_dir = ${home}/run
state_dir = ${home}/state
log_path = ${home}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${home}/cert.pem
ssl_key = <${home}/key.pem
disable_plaintext_auth = no
default_login_user = nobody
default_internal_user = nobody
default_internal_group = nogroup
first_valid_uid = 1
mail_location = maildir:${box}
passdb {
  driver = static
  args = password=clave-de-prueba
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${home}
}
auth_failure_delay = 0
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
  }
}
`
}

function answers(port: number, { exitCode }: ChildProcess, log: () => string): Promise<boolean> {
  if (exitCode !== null) throw new Error(`dovecot ended: ${log()}`)
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
