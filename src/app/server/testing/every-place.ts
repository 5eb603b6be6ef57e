import { afterAll, beforeAll, describe } from 'vitest'
import { listCopies, readSmall, SHARED } from '#house/server/backups/copy/manifest.ts'
import { folderPlace } from '#house/server/backups/place/folder-place.ts'
import { bucketPlace } from '#house/server/backups/place/open-place.ts'
import { type Place, putBytes } from '#house/server/backups/place/place.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { type S3Server, startS3Server } from '#platform/server/testing/s3-server.ts'

type Suite = (newPlace: () => Promise<Place>) => void

export const inFolder = (suite: Suite) => describe('in a folder', () => suite(async () => folderPlace(newFolder())))

/** The same tests with copies in a folder and in a bucket. @param suite gets a function that makes an empty place. */
export function onEveryPlace(suite: Suite): void {
  inFolder(suite)
  describe('in a bucket', () => {
    let server: S3Server
    let made = 0
    beforeAll(async () => {
      server = await startS3Server()
    })
    afterAll(() => server.close())
    suite(() => bucketPlace({ ...server.settings, prefix: `copias-${++made}/` }, fetch))
  })
}

/** Keys of its files, in order. */
export const keysIn = async (place: Place, prefix = '') =>
  (await Array.fromAsync(place.list(prefix))).map(({ key }) => key).sort()

/** Data that its copies share. */
export const sharedIn = (place: Place) => keysIn(place, SHARED)

export async function bytesAt(place: Place, key: string): Promise<Buffer> {
  const bytes = await readSmall(place, key, 2 ** 30)
  if (bytes === null) throw new Error(`no ${key}`)
  return bytes
}

/** Changes the file under a key. */
export async function spoil(place: Place, key: string | undefined, change: (bytes: Buffer) => Uint8Array) {
  await putBytes(place, key ?? '', change(await bytesAt(place, key ?? '')))
}

/** Copies the file under a key of one place to another key, or to another place. */
export async function lay(from: Place, key: string, to: Place, as = key): Promise<void> {
  await putBytes(to, as, await bytesAt(from, key))
}

/** Lays all of a place into another one. @returns that one. */
export async function duplicate(from: Place, to: Place): Promise<Place> {
  for (const key of await keysIn(from)) await lay(from, key, to)
  return to
}

/** The name of a copy by its place among them, the oldest first; negative from the newest. */
export async function copyAt(place: Place, at: number): Promise<string> {
  const name = (await listCopies(place)).at(at)
  if (name === undefined) throw new Error('no such copy')
  return name
}
