import type { Ctx } from '#platform/server/context.ts'
import { WorkFailure } from '#platform/server/limited/start-child.ts'
import type { Asked } from '../drawing/ask.ts'
import type { Drawer } from '../drawing/drawer.ts'
import { writeUndrawable } from '../store.ts'

/**
 * Draws a proof in a child, and writes down when it cannot be drawn.
 * @returns null when its file is not there
 * @throws WorkFailure
 */
export async function drawProof(ctx: Ctx, drawer: Drawer, proof: { id: string }, kind: Asked): Promise<Buffer | null> {
  const bytes = await ctx.files.read(proof.id)
  if (!bytes) return null
  try {
    return await drawer.draw(kind, bytes)
  } catch (error) {
    const motivo = error instanceof WorkFailure ? error.blame : null
    if (motivo) {
      await ctx.db.write('revision', (tx) =>
        writeUndrawable(tx, { comprobante: proof.id, motivo, en: ctx.clock.now() }),
      )
      ctx.log.warn({ failure: `proof ${motivo}` }, 'a proof cannot be drawn')
    }
    if (error instanceof WorkFailure && error.problem === 'interrumpido') {
      ctx.log.error(
        { failure: error.message },
        'the process that draws proofs does not start, or was ended from outside',
      )
    }
    throw error
  }
}
