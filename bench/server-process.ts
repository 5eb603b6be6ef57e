import { readFileSync } from 'node:fs'
import { startProduct } from '../e2e/support/product.ts'
import { processorTime } from './cpu-meter.ts'
import type { Home } from './engines.ts'

export const FLOOR = 'bench/floor.ts'
export const BARE_HTTP = 'bench/bare-http.ts'

/** A server that runs beside the bench, on a loopback port of its own. */
export interface ServerProcess extends AsyncDisposable {
  url: string
  /** From the start of the process to its first answer, in milliseconds. */
  startedIn: number
  /** Resident memory in bytes; null where /proc is missing. */
  memory(): number | null
  /** Processor time that it has used, in milliseconds; null where /proc is missing. */
  cpu(): number | null
}

/** The product over that home. @param ready path of an answer that says that it is. */
export const startOurs = (home: Home, ready = '/api/rifas') => startServer(undefined, home, ready)

/** Starts the script and waits for its first answer. */
export async function startServer(script?: string, home: Home = {}, ready = '/'): Promise<ServerProcess> {
  const begun = performance.now()
  const { address, child, stop } = await startProduct({ ABUSE_LIMITS: 'off', LOG_LEVEL: 'silent', ...home }, script)
  const url = address.replace('localhost', '127.0.0.1')
  await (await fetch(url + ready)).arrayBuffer()
  return {
    url,
    startedIn: performance.now() - begun,
    memory: () => readMemory(child.pid),
    cpu: () => processorTime(child.pid),
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

function readMemory(pid: number | undefined): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}
