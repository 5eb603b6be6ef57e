import type { Ctx } from '#platform/server/context.ts'
import { sketchDrawer } from '../drawing/drawer.ts'
import { DrawFailure } from '../drawing/start-child.ts'
import type { ProofMarksTable } from '../schema.ts'
import { findUndrawable, type Likeness, listLike, listUnmarkedProofs, writeLikeness } from '../store.ts'
import { drawProof } from './draw-proof.ts'
import { isSamePicture, readSketch, type Sketch } from './picture-likeness.ts'

/** Proofs that one round looks at. */
const BATCH = 20
/** Pictures with a like mark that a new one is compared with, newest first. */
const COMPARED = 30
/** Sketches that are kept, 115 kB each: captures of one bank's app are compared with one another all day. */
const KEPT = 100

/**
 * Looks at the proofs that nobody has looked at yet and writes down which show the same picture. The same file is found by its
 * hash (check-purchase.ts); this finds the one that was compressed, resized or renamed.
 * @returns how many it looked at.
 */
export function createProofMarker(ctx: Ctx): () => Promise<number> {
  const kept = new Map<string, Sketch>()

  async function sketchOf(proof: string): Promise<Sketch | null> {
    const known = kept.get(proof)
    if (known) return known
    if (await findUndrawable(ctx.db.read, proof)) return null
    const drawn = await drawProof(ctx, sketchDrawer, { id: proof }, 'sketch').catch(unlessItsFault)
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

  return async () => {
    const proofs = await listUnmarkedProofs(ctx.db.read, BATCH)
    for (const proof of proofs) {
      const likeness = await look(proof)
      await ctx.db.write('revision', (tx) => writeLikeness(tx, likeness))
    }
    return proofs.length
  }
}

function columns(made: Sketch | null): Omit<ProofMarksTable, 'comprobante' | 'compra_id'> {
  const [marca1 = null, marca2 = null, marca3 = null, marca4 = null] = made?.mark ?? []
  return { marca1, marca2, marca3, marca4 }
}

/** A file that cannot be drawn has no likeness; where the child is at fault, the next round tries again. */
function unlessItsFault(error: unknown): null {
  if (error instanceof DrawFailure && error.blame) return null
  throw error
}
