import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { type S3Server, startS3Server } from '#platform/server/testing/s3-server.ts'
import { keepImagesNear, openImages } from './image-files.ts'

const ID = 'imagen-cerca-y-lejos00'
const PICTURE = Buffer.from('a picture')

let s3: S3Server
const dataDir = newFolder()
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3.close())

test('pictures of its bucket that a server keeps stay while others work on its folder, and go with its next start', async () => {
  const config = { dataDir, s3: s3.settings }
  const near = () => readdirSync(join(dataDir, 'imagenes-de-s3'))
  const end = await keepImagesNear(config)
  await (await openImages(config)).put(ID, PICTURE)
  expect(near()).toEqual([ID])

  // The command line, and another server, each as a process of its own.
  vi.resetModules()
  const other = await import('./image-files.ts')
  for (const open of [async () => () => {}, other.keepImagesNear]) {
    const ended = await open(config)
    const files = await other.openImages(config)
    expect(near()).toEqual([ID])
    expect((await files.read(ID))?.equals(PICTURE)).toBe(true)
    ended()
  }

  end()
  await keepImagesNear(config)
  expect(near()).toEqual([])
  expect((await (await openImages(config)).read(ID))?.equals(PICTURE)).toBe(true)
  expect(near()).toEqual([ID])
})
