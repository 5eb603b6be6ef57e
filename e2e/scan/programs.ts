import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Door, INDEX } from './door.ts'

export const SQLMAP = '/usr/bin/sqlmap'
export const WAPITI = '/usr/bin/wapiti'
/** Of wapiti's modules: those that send something. `ssrf` and `xxe` would need a server on the internet that reports its callers. */
const MODULES = 'sql,blindsql,xss,permanentxss,exec,file,crlf,redirect,shellshock,cookieflags,csp,http_headers'

/** Runs sqlmap over every link of the door, in that many processes at once. @returns what it found, one a line. */
export async function runSqlmap(door: Door, dbms: 'SQLite' | 'PostgreSQL', processes: number): Promise<string[]> {
  const parts = Array.from({ length: processes }, (_, part) => door.links.filter((_, at) => at % processes === part))
  const found = await Promise.all(
    parts
      .filter((links) => links.length > 0)
      .map((links) =>
        inFolder(async (folder) => {
          const urls = links.map(({ url }) => door.address + url)
          writeFileSync(join(folder, 'urls.txt'), urls.join('\n'))
          await run(folder, SQLMAP, [
            ...['-m', 'urls.txt', '--batch', '--level=2', '--risk=1', `--dbms=${dbms}`, '--ignore-code=*'],
            ...['--output-dir=out', '--results-file=results.csv', '--disable-coloring', '--keep-alive', '--timeout=15'],
            // A hole somewhere is no reason to leave the rest alone.
            '--answers=skip further tests involving=N',
          ])
          const results = readFileSync(join(folder, 'results.csv'), 'utf8').trim().split('\n').slice(1)
          return results.flatMap((line) => {
            const [, address = '', parameter, technique] = /^(.*),\w+,([^,]*),(\w*),[^,]*$/.exec(line.trim()) ?? []
            return parameter ? `${callAt(door, address, parameter)} (${technique})` : []
          })
        }),
      ),
  )
  return found.flat()
}

/** Wants the filter of old browsers on, which opened holes of its own: we send 0, as OWASP says (https://owasp.org/www-project-secure-headers/). */
const OUTDATED = 'X-XSS-Protection is not set'

interface WapitiReport {
  vulnerabilities: Record<string, { path: string; info: string; parameter: string; method: string }[]>
  anomalies: Record<string, { path: string; info: string; parameter: string }[]>
}

/** Lets wapiti follow every link of the door. @param seconds after which each of its modules gives up. */
export function runWapiti(door: Door, seconds: number): Promise<string[]> {
  return inFolder(async (folder) => {
    await run(folder, WAPITI, [
      ...[
        '-u',
        `${door.address}/`,
        '-s',
        door.address + INDEX,
        '--scope',
        'domain',
        '-d',
        '2',
        '-m',
        MODULES,
        '-f',
        'json',
        '-o',
        'report.json',
      ],
      ...[
        '--store-session',
        'session',
        '--flush-session',
        '--max-attack-time',
        String(seconds),
        '--max-parameters',
        '60',
      ],
      ...['-t', '15', '--max-links-per-page', '1000', '--no-bugreport', '-v', '0'],
    ])
    const { vulnerabilities, anomalies } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as WapitiReport
    return [vulnerabilities, anomalies].flatMap((kinds) =>
      Object.entries(kinds).flatMap(([kind, all]) =>
        all
          .filter(({ info }) => info !== OUTDATED)
          .map(({ path, info, parameter }) => `${kind}: ${callAt(door, path, parameter)}: ${info}`),
      ),
    )
  })
}

/** The call that the door has under that address, and what it calls that value. */
function callAt(door: Door, address: string, parameter: string | undefined): string {
  const [prefix] = /\/llamada\/\d+\?/.exec(address) ?? []
  const form = prefix && door.links.find(({ url }) => url.startsWith(prefix))?.form
  if (!form) return `${address} ${parameter ?? ''}`
  return `${form.method} ${form.path} ${Object.keys(form.fields)[Number(parameter?.slice(1))] ?? parameter}`
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tombola-scan-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Their memory between runs is removed with the folder. @throws Error when it cannot run; both end with 0 when they found something. */
function run(folder: string, program: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', '10', program, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-20_000)))
    const kill = () => child.kill()
    process.once('exit', kill)
    child.once('error', reject)
    child.once('close', (code) => {
      process.removeListener('exit', kill)
      if (process.env['SCAN_OUTPUT']) writeFileSync(process.env['SCAN_OUTPUT'], output, { flag: 'a' })
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}:\n${output}`))
    })
  })
}

export function missingPackages(): string[] {
  return [SQLMAP, WAPITI].filter((program) => !existsSync(program)).map((program) => program.slice('/usr/bin/'.length))
}
