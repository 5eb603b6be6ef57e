import type { Ctx } from '#platform/server/context.ts'
import { WorkFailure } from '#platform/server/limited/start-child.ts'
import { type Drawer, sketchDrawer } from '../drawing/drawer.ts'
import { MARK_SIDE, SKETCH_HEIGHT, SKETCH_WIDTH } from '../drawing/sketch-shape.ts'
import type { ProofMarksTable } from '../schema.ts'
import { findUndrawable, type Likeness, listLike, listUnmarkedProofs, writeLikeness } from '../store.ts'
import { drawProof } from './draw-proof.ts'

/** Neighbours that differ by less are equal, so that flat grounds do not flicker from one encoding to the next. */
const MARK_STEP = 6

/** A dot has changed when its brightness moved by more, of 255: above what recompressing and resizing do. */
const CHANGED_BY = 72
/** Share of changed dots from which two pictures are two captures: one other digit is 0.012 % or more, another encoding under 0.001 %. */
const CHANGED_SHARE = 0.000_05

/** Proofs that one round looks at. */
const BATCH = 20
/** Pictures with a like mark that a new one is compared with, newest first. */
const COMPARED = 30
/** Sketches that are kept, 115 kB each: captures of one bank's app are compared with one another all day. */
const KEPT = 100

/**
 * Looks at the proofs that nobody has looked at yet and writes down which show the same picture. The same file is found by its
 * hash (check-purchase.ts); this finds the one that was compressed, resized or renamed.
 * @param drawer one that gives way to nothing, for who waits for the look.
 * @returns a round of it, which says how many it looked at; `ended` leaves the rest to the next.
 */
export function createProofMarker(ctx: Ctx, drawer: Drawer = sketchDrawer): (ended?: AbortSignal) => Promise<number> {
  const kept = new Map<string, Sketch>()

  async function sketchOf(proof: string): Promise<Sketch | null> {
    const known = kept.get(proof)
    if (known) return known
    if (await findUndrawable(ctx.db.read, proof)) return null
    const drawn = await drawProof(ctx, drawer, { id: proof }, 'sketch').catch(unlessItsFault)
    if (!drawn) return null
    const made = readSketch(drawn)
    kept.set(proof, made)
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break
      kept.delete(oldest)
    }
    return made
  }

  async function look(proof: { id: string; compra_id: number; tipo: string }): Promise<Likeness> {
    const made = proof.tipo === 'application/pdf' ? null : await sketchOf(proof.id)
    const marks = columns(made)
    const same = new Set<number>()
    if (made) {
      for (const other of await listLike(ctx.db.read, made.mark, proof.compra_id, COMPARED)) {
        const its = await sketchOf(other.comprobante)
        if (its && isSamePicture(made, its)) same.add(other.compra_id)
      }
    }
    return { mark: { comprobante: proof.id, compra_id: proof.compra_id, ...marks }, same: [...same] }
  }

  return async (ended) => {
    let looked = 0
    for (const proof of await listUnmarkedProofs(ctx.db.read, BATCH)) {
      // At the lowest priority a drawing may take a minute; what comes of it after the end is left.
      const likeness = ended?.aborted ? null : await unlessEnded(look(proof), ended)
      if (!likeness) break
      await ctx.db.write('revision', (tx) => writeLikeness(tx, likeness))
      looked++
    }
    return looked
  }
}

/** @returns null as soon as it has ended. */
function unlessEnded<T>(work: Promise<T>, ended?: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(null)
    ended?.addEventListener('abort', leave)
    work.then(resolve, reject).finally(() => ended?.removeEventListener('abort', leave))
  })
}

function columns(made: Sketch | null): Omit<ProofMarksTable, 'comprobante' | 'compra_id'> {
  const [marca1 = null, marca2 = null, marca3 = null, marca4 = null] = made?.mark ?? []
  return { marca1, marca2, marca3, marca4 }
}

/** A file that cannot be drawn has no likeness; where the child is at fault, the next round tries again. */
function unlessItsFault(error: unknown): null {
  if (error instanceof WorkFailure && error.blame) return null
  throw error
}

/** A picture made small and grey, for comparing. */
interface Sketch {
  /** Four parts of 16 bits of a difference hash. Pictures alike differ in few bits. */
  mark: readonly [number, number, number, number]
  /** Brightness, row by row. */
  dots: Buffer
  /** Width divided by height. */
  shape: number
}

/** Reads what the child of drawing/ made of a picture. @throws when it is not that */
function readSketch(drawn: Buffer): Sketch {
  const grid = 8
  const dots = grid + (MARK_SIDE + 1) * MARK_SIDE
  if (drawn.length !== dots + SKETCH_WIDTH * SKETCH_HEIGHT) throw new Error('not a sketch')
  return { shape: drawn.readDoubleBE(0), mark: readMark(drawn.subarray(grid, dots)), dots: drawn.subarray(dots) }
}

function readMark(grid: Buffer): Sketch['mark'] {
  const parts: [number, number, number, number] = [0, 0, 0, 0]
  for (let row = 0; row < MARK_SIDE; row++) {
    for (let column = 0; column < MARK_SIDE; column++) {
      const at = row * (MARK_SIDE + 1) + column
      if ((grid[at] ?? 0) <= (grid[at + 1] ?? 0) + MARK_STEP) continue
      const bit = row * MARK_SIDE + column
      const part = (bit >> 4) as 0 | 1 | 2 | 3
      parts[part] |= 1 << (bit & 15)
    }
  }
  return parts
}

/** Whether two sketches are of one picture, compressed, resized or renamed, and not of two payments in the same bank's app. */
function isSamePicture(a: Sketch, b: Sketch): boolean {
  if (Math.abs(a.shape - b.shape) > 0.02 * a.shape) return false
  let changed = 0
  for (let at = 0; at < a.dots.length; at++) {
    if (Math.abs((a.dots[at] ?? 0) - (b.dots[at] ?? 0)) > CHANGED_BY) changed++
  }
  return changed < CHANGED_SHARE * a.dots.length
}
