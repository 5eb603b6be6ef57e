import { resolve } from 'node:path'
import { folderPlace } from './folder-place.ts'
import type { Place } from './place.ts'

/** @param where a folder, or `s3://bucket/prefix`. */
export async function openPlace(where: string): Promise<Place> {
  return folderPlace(resolve(where))
}
