import type { ServerProcess } from './server-process.ts'
import { figure } from './table.ts'

/** Adds up the processor time of a server for its answers: what other work on the machine hardly changes. */
export interface CpuMeter {
  /** Runs a look at the server. @param answers of what it returns. */
  during<T>(look: () => Promise<T>, answers: (seen: T) => number): Promise<T>
  /** For one answer, such as `0.61 ms`. */
  read(): string
}

export function cpuMeter(server: ServerProcess): CpuMeter {
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
