import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { after } from '#platform/clock.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { type Files, openDiskFiles } from '#platform/server/files.ts'
import type { ImageFormat } from '../../image-set.ts'
import { deleteLeftover, isUsed, type Leftover, listLeftovers } from './image-store.ts'

/** Pages that are open, and link previews that others keep, ask for a replaced picture for hours. */
export const KEEP = 7 * 86_400_000
const BATCH = 100

export const IMAGE_TYPES: Record<ImageFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }
export const IMAGE_FORMATS = ['avif', 'webp', 'jpg'] as const satisfies readonly ImageFormat[]

const opened = new Map<string, Promise<Files>>()

/** Pictures are public and belong to raffles: they stand apart from the proofs, whose orphans are swept. */
export function openImages(config: Pick<Config, 'dataDir'>): Promise<Files> {
  const folder = join(config.dataDir, 'imagenes')
  let files = opened.get(folder)
  if (!files) {
    files = openDiskFiles(folder)
    opened.set(folder, files)
  }
  return files
}

/** The id of the stored file of one width and format of an image. */
export function imageFileId(id: string, width: number, format: ImageFormat): string {
  return fileId(`${id}:${width}.${format}`)
}

/** The id of the file that shows an original whole, for who cuts it anew. No public address leads to it. */
export function wholeFileId(original: string): string {
  return fileId(`entera:${original}`)
}

function fileId(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

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
