import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openDiskFiles } from '../files.ts'
import { newFolder } from '../testing/new-folder.ts'
import { keptNear } from './kept-near.ts'

const KB = 1_024

const idOf = (number: number) => `foto${String(number).padStart(18, '0')}`
const pictureOf = (number: number) => Buffer.alloc(10 * KB, number)

/** Pictures in a bucket, with a record of its requests; the near copies are 100 kB at most. */
async function open() {
  const asked: string[] = []
  const far = await openDiskFiles(newFolder())
  const folder = newFolder()
  const files = keptNear(
    {
      ...far,
      read: (id) => {
        asked.push(id)
        return far.read(id)
      },
    },
    await openDiskFiles(folder),
    100 * KB,
  )
  const near = () => readdirSync(folder)
  const size = () => near().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  return { far, files, asked, near, size }
}

test('the near files have a bound: the one asked for longest ago goes, and one that is asked for again stays', async () => {
  const { files, asked, near, size } = await open()
  for (let number = 0; number < 10; number++) await files.put(idOf(number), pictureOf(number))
  expect(size()).toBe(100 * KB)
  // The first is the one that a page shows to everybody.
  for (let number = 10; number < 60; number++) {
    expect((await files.read(idOf(0)))?.equals(pictureOf(0))).toBe(true)
    await files.put(idOf(number), pictureOf(number))
    expect(size()).toBeLessThanOrEqual(100 * KB)
  }
  expect(asked).toEqual([])
  expect(near().sort()).toEqual([0, ...Array.from({ length: 9 }, (_, at) => 51 + at)].map(idOf))
  // A dropped picture is fetched again, and every simultaneous request gets it whole.
  const opened = await Promise.all(Array.from({ length: 20 }, () => files.open(idOf(7))))
  for (const one of opened) expect((await buffer(one?.stream ?? expect.unreachable())).equals(pictureOf(7))).toBe(true)
  expect(size()).toBeLessThanOrEqual(100 * KB)
  expect(near()).toContain(idOf(7))
})

test('a file larger than all that may be near is served and not kept; a removed one makes room', async () => {
  const { files, near, size } = await open()
  const large = Buffer.alloc(101 * KB, 1)
  await files.put(idOf(1), large)
  expect([(await files.read(idOf(1)))?.equals(large), near()]).toEqual([true, []])
  for (let round = 0; round < 30; round++) {
    await files.put(idOf(2), pictureOf(2))
    await files.remove(idOf(2))
  }
  for (let number = 10; number < 20; number++) await files.put(idOf(number), pictureOf(number))
  expect(size()).toBe(100 * KB)
  expect(await files.open(idOf(2))).toBeNull()
})
