import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '#platform/server/config.ts'
import { type Files, openDiskFiles } from '#platform/server/files.ts'
import type { ImageFormat } from '../../image-set.ts'

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
