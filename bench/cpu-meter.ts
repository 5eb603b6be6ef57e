import { readFileSync } from 'node:fs'
import type { ServerProcess } from './server-process.ts'
import { figure } from './table.ts'

/** Of Linux: the unit of the times in /proc. */
const TICKS_A_SECOND = 100

/** Adds up the processor time of a server for its answers: what other work on the machine hardly changes. */
export interface CpuMeter {
  /** Runs a look at the server. @param answers of what it returns. */
  during<T>(look: () => Promise<T>, answers: (seen: T) => number): Promise<T>
  /** For one answer, such as `0.61 ms`. */
  read(): string
}

export function cpuMeter(server: Pick<ServerProcess, 'cpu'>): CpuMeter {
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
  }
}

/** Milliseconds of processor time of a process; null without /proc. */
export function processorTime(pid: number | undefined): number | null {
  try {
    // After the name of the program, which stands in parentheses and may hold spaces, user and system time are the 12th and 13th field.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND
  } catch {
    return null
  }
}
