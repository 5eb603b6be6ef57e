import { after } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { IMAGE_FORMATS, imageFileId, openImages, wholeFileId } from './image-files.ts'
import { deleteLeftover, isUsed, type Leftover, listLeftovers } from './image-store.ts'

/** Pages that are open, and link previews that others keep, ask for a replaced picture for hours. */
export const KEEP = 7 * 86_400_000
const BATCH = 100

/**
 * Removes the files of pictures that were replaced or removed a week ago, and of those whose upload or preparation was cut
 * short. Every id was written down before its first file, so nothing is left that nobody knows of.
 */
export async function sweepImages(ctx: Ctx): Promise<void> {
  const files = await openImages(ctx.config)
  for (const left of await listLeftovers(ctx.db.read, after(ctx.clock.now(), -KEEP), BATCH)) {
    // A copy of the raffle has the same pictures: whoever is the last to drop them writes them down again.
    if (!(await isUsed(ctx.db.read, left.id))) {
      for (const file of filesOf(left)) await files.remove(file)
    }
    await ctx.db.write('imagenes', (tx) => deleteLeftover(tx, left.id))
  }
}

function filesOf({ id, clase, anchos }: Leftover): string[] {
  if (clase === 'original') return [id, wholeFileId(id)]
  return (JSON.parse(anchos) as number[]).flatMap((width) =>
    IMAGE_FORMATS.map((format) => imageFileId(id, width, format)),
  )
}
