import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, DAY } from '#platform/clock.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { lockFor } from '#platform/server/db/instance-lock.ts'
import { type Files, openDiskFiles } from '#platform/server/files.ts'
import { openStore } from '#platform/server/object-store/open-store.ts'
import type { StoreSettings } from '#platform/server/object-store/requests.ts'
import type { RaffleImage } from '../../contract.ts'
import type { ImageFormat } from '../../image-set.ts'
import { deleteLeftover, isUsed, listLeftovers } from './image-store.ts'

/** Open pages, and link previews elsewhere, request a replaced picture for hours. */
export const KEEP = 7 * DAY
const BATCH = 100

export const IMAGE_TYPES: Record<ImageFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }
export const IMAGE_FORMATS = ['avif', 'webp', 'jpg'] as const satisfies readonly ImageFormat[]

const opened = new Map<string, Promise<Files>>()

const IMAGES = 'imagenes'

/** Pictures are public and belong to raffles: they are kept apart from the proofs, whose orphans are swept. */
export function openImages(config: Where): Promise<Files> {
  const { dataDir, s3 } = config
  const files = opened.get(nameOf(config)) ?? (s3 ? openFar(s3, dataDir) : openDiskFiles(join(dataDir, IMAGES)))
  opened.set(nameOf(config), files)
  return files
}

type Where = Pick<Config, 'dataDir' | 's3'>

const nameOf = ({ dataDir, s3 }: Where) => JSON.stringify([dataDir, s3])

async function openFar(s3: StoreSettings, dataDir: string): Promise<Files> {
  const { openStoreFiles } = await import('#platform/server/object-store/store-files.ts')
  return openStoreFiles(await openStore(s3), IMAGES, join(dataDir, 'llegando'))
}

/**
 * Keeps a bucket's pictures next to this server after their first use; an earlier server's copies are removed. A second process on the
 * data folder, the command line or another server, reads from the bucket.
 * @returns a function that ends it.
 */
export async function keepImagesNear(config: Where): Promise<() => void> {
  const { dataDir, s3 } = config
  const release = s3 && lockFor('near', dataDir)
  if (!release) return () => {}
  const near = join(dataDir, 'imagenes-de-s3')
  await rm(near, { recursive: true, force: true })
  const { keptNear } = await import('#platform/server/object-store/kept-near.ts')
  opened.set(nameOf(config), Promise.resolve(keptNear(await openFar(s3, dataDir), await openDiskFiles(near))))
  return () => {
    opened.delete(nameOf(config))
    release()
  }
}

/** The id of the file that a visitor opens: the widest JPEG. */
export function largestOf({ id, anchos }: Pick<RaffleImage, 'id' | 'anchos'>): string {
  return imageFileId(id, Math.max(...anchos), 'jpg')
}

/** The id of the stored file of one width and format of an image. */
export function imageFileId(id: string, width: number, format: ImageFormat): string {
  return createHash('sha256').update(`${id}:${width}.${format}`).digest('base64url').slice(0, 22)
}

/**
 * Removes the files of pictures that were replaced or removed a week ago, and of unfinished ones. Every id was stored before its first file, so no
 * unknown file is left.
 */
export async function sweepImages(ctx: Ctx): Promise<void> {
  for (const left of await listLeftovers(ctx.db.read, after(ctx.clock.now(), -KEEP), BATCH)) {
    await dropLeftover(ctx, { id: left.id, anchos: JSON.parse(left.anchos) })
  }
}

/** Removes its files, unless something names them. */
export async function dropLeftover(ctx: Ctx, left: Pick<RaffleImage, 'id' | 'anchos'>): Promise<void> {
  const files = await openImages(ctx.config)
  // A copy of the raffle has the same pictures: the last one to drop them stores them again as leftovers.
  if (!(await isUsed(ctx.db.read, left.id))) {
    for (const file of filesOfImage(left)) await files.remove(file)
  }
  await ctx.db.write('imagenes', (tx) => deleteLeftover(tx, left.id))
}

/** Ids of the stored files of an image, in each of its widths and formats. */
export function filesOfImage({ id, anchos }: Pick<RaffleImage, 'id' | 'anchos'>): string[] {
  return anchos.flatMap((width) => IMAGE_FORMATS.map((format) => imageFileId(id, width, format)))
}
