import type { Ctx } from '#platform/server/context.ts'
import { WorkFailure } from '#platform/server/limited/start-child.ts'
import { type Drawer, sketchDrawer } from '../drawing/drawer.ts'
import { MARK_SIDE } from '../drawing/sketch-shape.ts'
import {
  type CaptureRow,
  findUndrawable,
  type Likeness,
  listCaptures,
  listOlderProofs,
  listUnmarkedProofs,
  type UnmarkedProof,
  writeLikeness,
} from '../store.ts'
import { CaptureIndex, type Features } from './capture-index.ts'
import { drawProof } from './draw-proof.ts'
import { isSamePicture, readSketch, type Sketch } from './same-picture.ts'

/** Neighbours that differ by less are equal, so that flat grounds do not flicker from one encoding to the next. */
const MARK_STEP = 6
/** Proofs that one round looks at, and those that it checks for unmarked ones. */
const BATCH = 20
const ASKED = 500
/** Sketches that are kept, half a megabyte each. */
const KEPT = 20
/** Clocks of processes differ by less, and a commit takes less. */
const OVERLAP = 10 * 60_000

/**
 * Looks at the proofs that nobody has looked at yet and stores which show the same picture as another of the shop. The same file is
 * found by its hash (check-purchase.ts); this finds the one that was recompressed, cut, framed, turned, mirrored or inverted.
 * @param drawer one that gives way to nothing, for callers who wait for the look.
 * @returns a round of it, which says how many it looked at; `ended` leaves the rest to the next.
 */
export function createProofMarker(ctx: Ctx, drawer: Drawer = sketchDrawer): (ended?: AbortSignal) => Promise<number> {
  const kept = new Map<string, Sketch>()
  const index = new CaptureIndex()
  let newest = 0
  let older = Number.MAX_SAFE_INTEGER

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

  /** Reads the looks of this process and of others. @returns how many of them it did not know. */
  async function readNew(): Promise<number> {
    const before = index.size
    let place: { visto_en: number; comprobante: string } | null = {
      visto_en: Math.min(newest, ctx.clock.now()) - OVERLAP,
      comprobante: '',
    }
    while (place) {
      const rows: CaptureRow[] = await listCaptures(ctx.db.read, place, ASKED)
      const fresh = rows.filter(({ comprobante }) => index.purchaseOf(comprobante) === 0)
      const read = fresh.map((row) => ({ ...row, features: JSON.parse(row.rasgos) as Features }))
      // The first of a layout before the others of it.
      read.sort((a, b) => Number(b.features.lineas !== undefined) - Number(a.features.lineas !== undefined))
      for (const { comprobante, compra_id, features } of read) index.add(comprobante, features, compra_id)
      const last = rows.at(-1)
      newest = Math.max(newest, last?.visto_en ?? 0)
      place = rows.length === ASKED && last ? last : null
    }
    return index.size - before
  }

  async function look({ id, compra_id, tipo }: UnmarkedProof): Promise<Likeness> {
    const made = tipo === 'application/pdf' ? null : await sketchOf(id)
    const { features, near } = made ? index.search(id, made) : { features: null, near: [] }
    const same = new Set<number>()
    for (const other of near) {
      const its = other === id ? null : await sketchOf(other)
      if (made && its && isSamePicture(made, its)) same.add(index.purchaseOf(other))
    }
    const rasgos = features ? JSON.stringify(features) : ''
    const mark = { comprobante: id, compra_id, ...readMark(made?.grid), rasgos, visto_en: ctx.clock.now() }
    same.delete(compra_id)
    return { mark, same: [...same] }
  }

  /** Those in review first; then all the others, from the newest on: those decided immediately, and those older than the looks. */
  async function listUnmarked(): Promise<UnmarkedProof[]> {
    const waiting = await listUnmarkedProofs(ctx.db.read, BATCH)
    if (waiting.length > 0) return waiting
    const asked = await listOlderProofs(ctx.db.read, older, ASKED)
    const unmarked = asked.filter(({ rasgos }) => rasgos === null).slice(0, BATCH)
    const last = unmarked.length === BATCH ? unmarked.at(-1) : asked.length === ASKED ? asked.at(-1) : undefined
    older = last?.compra_id ?? Number.MAX_SAFE_INTEGER
    return unmarked
  }

  return async (ended) => {
    await readNew()
    let looked = 0
    for (const proof of await listUnmarked()) {
      // At the lowest priority a drawing may take minutes; its result after the end is dropped.
      const likeness = ended?.aborted ? null : await unlessEnded(look(proof), ended)
      if (!likeness) break
      await ctx.db.write('revision', (tx) => writeLikeness(tx, likeness))
      looked++
      // Another process may have looked at its like at the same time: of two that write and then read, one sees the other.
      if ((await readNew()) > 1) {
        const again = await look(proof)
        await ctx.db.write('revision', (tx) => writeLikeness(tx, again))
      }
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

/** A file that cannot be drawn has no likeness; where the child is at fault, the next round tries again. */
function unlessItsFault(error: unknown): null {
  if (error instanceof WorkFailure && error.blame) return null
  throw error
}

/** Four parts of 16 bits of a difference hash: pictures alike differ in few. */
function readMark(grid: Buffer | undefined): Record<'marca1' | 'marca2' | 'marca3' | 'marca4', number | null> {
  const parts: [number, number, number, number] = [0, 0, 0, 0]
  for (let row = 0; row < MARK_SIDE; row++) {
    for (let column = 0; column < MARK_SIDE; column++) {
      const at = row * (MARK_SIDE + 1) + column
      if ((grid?.[at] ?? 0) <= (grid?.[at + 1] ?? 0) + MARK_STEP) continue
      const bit = row * MARK_SIDE + column
      const part = (bit >> 4) as 0 | 1 | 2 | 3
      parts[part] |= 1 << (bit & 15)
    }
  }
  const [marca1, marca2, marca3, marca4] = grid ? parts : [null, null, null, null]
  return { marca1, marca2, marca3, marca4 }
}
