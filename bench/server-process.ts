import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownPort } from '#platform/server/testing/own-port.ts'
import { processorTime } from './cpu-meter.ts'
import type { Home } from './engines.ts'

export const ROOT = resolve(import.meta.dirname, '..')
export const OURS = join(ROOT, 'src/app/run.js')
export const FLOOR = join(ROOT, 'bench/floor.ts')
export const BARE_HTTP = join(ROOT, 'bench/bare-http.ts')

const PATIENCE = 60_000
/** A server that runs beside the bench, on a loopback port of its own. */
export interface ServerProcess {
  url: string
  /** From the start of the process to its first answer, in milliseconds. */
  startedIn: number
  /** Resident memory in bytes; null where /proc is missing. */
  memory(): number | null
  /** Processor time that it has used, in milliseconds; null where /proc is missing. */
  cpu(): number | null
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The product over that home. @param ready path of an answer that says that it is. */
export const startOurs = (home: Home, ready = '/api/rifas') => startServer(OURS, home, ready)

/** Starts the script and waits for its first answer. @throws Error when it ends before, or takes a minute. */
export async function startServer(script: string, home: Partial<Home> = {}, ready = '/'): Promise<ServerProcess> {
  const port = await ownPort()
  const begun = performance.now()
  const place = { DATA_DIR: home.dataDir ?? '', DATABASE_URL: home.databaseUrl ?? '' }
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...ENVIRONMENT, ...place, PORT: String(port) },
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url + ready))) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode} before it answered`)
    if (performance.now() - begun > PATIENCE) throw new Error(`${script} did not answer`)
    await sleep(2)
  }
  async function stop() {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(15_000, undefined, { ref: false })])
    kill()
    process.removeListener('exit', kill)
  }
  return {
    url,
    startedIn: performance.now() - begun,
    memory: () => readMemory(child),
    cpu: () => processorTime(child.pid),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Nothing of the caller's own settings gets in. An empty value counts as unset. */
const ENVIRONMENT = {
  HOST: '127.0.0.1',
  ABUSE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
  PUBLIC_URL: '',
  SMTP_URL: '',
  RATE_SOURCE_URL: '',
  OWNER_EMAIL: '',
  OWNER_PASSWORD: '',
  TRUSTED_PROXIES: '',
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 1_000 }, (response) => {
      response.resume().once('end', () => resolve((response.statusCode ?? 500) < 500))
    })
    request.once('error', () => resolve(false))
  })
}

function readMemory({ pid }: ChildProcess): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}
