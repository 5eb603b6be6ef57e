import type { Asked } from './frames.ts'
import { DRAW_LIMITS, type DrawLimits } from './limits.ts'
import { type Child, DrawFailure, startChild } from './start-child.ts'

/** Draws strangers' files one after the other, in a child that is there only while it is needed. */
export interface Drawer {
  /** @throws DrawFailure */
  draw(kind: Asked, bytes: Uint8Array): Promise<Buffer>
  /** Process id of the child that is there, or undefined. */
  readonly pid: number | undefined
}

/**
 * A good child is used again, one that failed, drew a PDF or has drawn enough is replaced. Whoever waits longer than the
 * limits say, or comes when too many wait, is told `ocupado`.
 */
export function createDrawer(limits: DrawLimits = DRAW_LIMITS): Drawer {
  let child: Child | null = null
  let leaving: NodeJS.Timeout | undefined
  let running = false
  const line: (() => void)[] = []

  async function turn(): Promise<void> {
    if (!running) {
      running = true
      return
    }
    if (line.length >= limits.waiting) throw new DrawFailure('ocupado')
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        line.splice(line.indexOf(enter), 1)
        reject(new DrawFailure('ocupado'))
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
    async draw(kind, bytes) {
      await turn()
      clearTimeout(leaving)
      try {
        if (!child || child.spent) child = await startChild(limits)
        return await child.draw(kind, bytes)
      } finally {
        next()
      }
    },
  }
}

/** Who looks at a payment does not wait behind the looks that the server takes by itself: each has a child of its own. */
export const viewDrawer = createDrawer()
/** Nobody waits for those, so that they take no time from who buys: on a busy machine a drawing then takes longer. */
export const sketchDrawer = createDrawer({ ...DRAW_LIMITS, niceness: 15, time: 60_000 })
