import type { LimitedProgram, WorkLimits } from './limits.ts'
import { type Child, startChild, WorkFailure } from './start-child.ts'

/** Works on strangers' files one after the other, in a child that is there only while it is needed. */
export interface LimitedWork {
  /**
   * @param kind by the program's own table, below 10.
   * @param last the child is replaced after it: the file may have left something in it.
   * @throws WorkFailure
   */
  ask(kind: number, bytes: Uint8Array, last?: boolean): Promise<Buffer>
  /** Process id of the child that is there, or undefined. */
  readonly pid: number | undefined
}

/**
 * A good child is used again, one that failed or has worked enough is replaced. A job that waits longer than the limits allow, or arrives when too
 * many wait, fails with `ocupado`.
 */
export function createLimitedWork(program: LimitedProgram, limits: WorkLimits): LimitedWork {
  let child: Child | null = null
  let leaving: NodeJS.Timeout | undefined
  let running = false
  const line: (() => void)[] = []

  async function turn(): Promise<void> {
    if (!running) {
      running = true
      return
    }
    if (line.length >= limits.waiting) throw new WorkFailure('ocupado')
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        line.splice(line.indexOf(enter), 1)
        reject(new WorkFailure('ocupado'))
      }, limits.patience)
      function enter(): void {
        clearTimeout(timer)
        resolve()
      }
      line.push(enter)
    })
  }

  function next(): void {
    const enter = line.shift()
    if (enter) {
      enter()
      return
    }
    running = false
    leaving = setTimeout(() => {
      child?.end()
      child = null
    }, limits.idle).unref()
  }

  return {
    get pid() {
      return child?.spent === false ? child.pid : undefined
    },
    async ask(kind, bytes, last = false) {
      await turn()
      clearTimeout(leaving)
      try {
        if (!child || child.spent) child = await startChild(program, limits)
        const answer = await child.ask(kind, bytes)
        if (last) child.end()
        return answer
      } finally {
        next()
      }
    },
  }
}
