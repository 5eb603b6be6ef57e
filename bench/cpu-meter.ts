import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { figure } from './table.ts'

/** Of Linux: the unit of the times in /proc. */
const TICKS_A_SECOND = 100

/** A meter of processor time, in milliseconds; null without /proc. */
export interface Worker {
  cpu(): number | null
}

/** Adds up the processor time of a server for its answers: what other work on the machine hardly changes. */
export interface CpuMeter {
  /** Runs a look at the server. @param answers of what it returns. */
  during<T>(look: () => Promise<T>, answers: (seen: T) => number): Promise<T>
  /** For one answer, such as `0.61 ms`. */
  read(): string
  /** The same as a number. */
  each(): number
}

export function cpuMeter(server: Worker): CpuMeter {
  let used = 0
  let answered = 0
  return {
    async during(look, answers) {
      const before = server.cpu()
      const seen = await look()
      used += (server.cpu() ?? Number.NaN) - (before ?? Number.NaN)
      answered += answers(seen)
      return seen
    },
    read: () => (Number.isNaN(used) ? '?' : `${figure(used / answered)} ms`),
    each: () => used / answered,
  }
}

/** Time of a process, and with `ended` that of its children that have ended. */
export function processorTime(pid: number | undefined, ended = false): number | null {
  const fields = statOf(pid)
  if (!fields) return null
  // User and system time are the 12th and 13th field after the name of the program, then the same of its children.
  const ticks = fields.slice(11, ended ? 15 : 13)
  return (ticks.reduce((sum, field) => sum + Number(field), 0) * 1000) / TICKS_A_SECOND
}

/** All processes of the PostgreSQL server there, if it is on this machine. */
export async function postgresWorker(databaseUrl: string | null): Promise<Worker> {
  const client = new pg.Client({ connectionString: databaseUrl ?? '' })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = Number(statOf(rows[0]?.pid)?.[1])
  await client.end()
  return {
    cpu() {
      const sessions = readdirSync('/proc').filter((name) => Number(statOf(Number(name))?.[1]) === server)
      const own = processorTime(server, true)
      return own && sessions.reduce((sum, pid) => sum + (processorTime(Number(pid)) ?? 0), own)
    },
  }
}

/** The fields after the name of the program, which stands in parentheses and may hold spaces. */
function statOf(pid: number | undefined): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
  } catch {
    return undefined
  }
}
