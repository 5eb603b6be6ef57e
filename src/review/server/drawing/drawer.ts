import { childFile, packageFolders } from '#platform/server/limited/limited-command.ts'
import { createLimitedWork, type LimitedWork } from '#platform/server/limited/limited-work.ts'
import { ASK, type Asked } from './ask.ts'
import { DRAW_LIMITS, type DrawLimits, LOOK_LIMITS } from './limits.ts'

const CHILD = childFile(import.meta.url, 'drawing')
const PACKAGES = packageFolders(CHILD, 'sharp')

/** Draws strangers' files one after the other, in a child that is there only while it is needed. */
export interface Drawer extends Pick<LimitedWork, 'pid'> {
  /** @throws WorkFailure */
  draw(kind: Asked, bytes: Uint8Array): Promise<Buffer>
}

export function createDrawer(limits: DrawLimits = DRAW_LIMITS): Drawer {
  const node = ['--allow-addons', `--wasm-max-mem-pages=${limits.wasmPages}`]
  const work = createLimitedWork({ file: CHILD, reads: PACKAGES, node, given: { pixels: limits.pixels } }, limits)
  return {
    get pid() {
      return work.pid
    },
    // PDFium keeps its allocations, and any damage by a document.
    draw: (kind, bytes) => work.ask(ASK[kind], bytes, kind === 'page'),
  }
}

/** Reviewers do not wait behind the server's own looks: each has a child of its own. */
export const viewDrawer = createDrawer()
export const sketchDrawer = createDrawer(LOOK_LIMITS)
