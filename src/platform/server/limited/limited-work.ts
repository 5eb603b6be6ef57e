import type { LimitedProgram, WorkLimits } from './limits.ts'
import { type Child, startChild, WorkFailure } from './start-child.ts'

/** Works on strangers' files one after the other, in a child that is there only while it is needed. */
export type LimitedWork = ReturnType<typeof createLimitedWork>

/**
 * A good child is used again, one that failed or has worked enough is replaced. A job that waits longer than the limits allow, or arrives when too
 * many wait, fails with `ocupado`.
 */
export function createLimitedWork(program: LimitedProgram, limits: WorkLimits) {
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
    /** Process id of the child that is there, or undefined. */
    get pid() {
      return child?.spent === false ? child.pid : undefined
    },
    /**
     * @param kind by the program's own table, below 10.
     * @param last the child is replaced after it: the file may have left something in it.
     * @throws WorkFailure
     */
    async ask(kind: number, bytes: Uint8Array, last = false): Promise<Buffer> {
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
