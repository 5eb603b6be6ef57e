import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { nestedFormsPdf, onePagePdf } from '../testing/write-pdf.ts'
import { createDrawer, sketchDrawer, viewDrawer } from './drawer.ts'
import { DRAW_LIMITS, LOOK_LIMITS } from './limits.ts'

const MEGABYTE = 1024 * 1024
const problem = (error: { problem?: string }) => error.problem
let made: Promise<Buffer> | undefined
/** Interlaced and of 16 bits: the decoder has to hold all of it, 96 MB. */
const heavy = () =>
  (made ??= sharp({ create: { width: 4_000, height: 3_000, channels: 4, background: '#c4512f' } })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer())
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c4512f' } })

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Waits until that process has ended: it was killed before, and the system takes a moment. */
async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve))
}

test('a child draws several pictures, and goes after a PDF and after a file that it cannot read', async () => {
  const drawer = createDrawer()
  const jpeg = await photo(400, 300).jpeg().toBuffer()
  const drawn = await sharp(await drawer.draw('picture', jpeg)).metadata()
  expect([drawn.format, drawn.width, drawn.height]).toEqual(['webp', 400, 300])
  const first = drawer.pid
  await drawer.draw('sketch', jpeg)
  expect(drawer.pid).toBe(first)
  const page = await sharp(await drawer.draw('page', onePagePdf())).metadata()
  expect([page.width, page.height]).toEqual([1131, 1600])
  await untilGone(first ?? 0)
  await drawer.draw('picture', jpeg)
  const second = drawer.pid
  expect(second).not.toBe(first)
  expect(await drawer.draw('picture', jpeg.subarray(0, 200)).catch(problem)).toBe('ilegible')
  expect(drawer.pid).toBeUndefined()
  await untilGone(second ?? 0)
})

test('code in the child can reach nothing: no environment, no files of ours, no network, no processes', async () => {
  process.env['TOMBOLA_TEST_SECRET'] = 'not for the child'
  const drawer = createDrawer()
  await drawer.draw('sketch', await photo(90, 90).png().toBuffer())
  const { pid } = drawer
  if (process.platform !== 'linux') return
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'latin1')
  const environment = read('environ').split('\0').filter(Boolean)
  // The shell adds PWD.
  expect(environment.map((one) => one.split('=')[0]).sort()).toEqual(['MALLOC_ARENA_MAX', 'PWD', 'UV_THREADPOOL_SIZE'])
  const command = read('cmdline').split('\0')
  expect(command).toContain('--permission')
  const allowed = command.filter((one) => /^--allow/.test(one)).map((one) => one.replace(/=.*[/]/, ' '))
  // Where the packages are a link, as they are found and where it leads.
  expect([...new Set(allowed)]).toEqual([
    '--allow-fs-read drawing',
    '--allow-fs-read limited',
    '--allow-fs-read node_modules',
    '--allow-addons',
  ])
  expect(read('oom_score_adj').trim()).toBe('1000')
  const limits = read('limits')
  const limit = (name: string) => new RegExp(`^${name} +(\\S+)`, 'm').exec(limits)?.[1]
  expect(limit('Max address space')).toBe(String(DRAW_LIMITS.addressSpace))
  expect(limit('Max cpu time')).toBe(String(DRAW_LIMITS.processor))
  expect(limit('Max file size')).toBe('0')
  expect(limit('Max core file size')).toBe('0')
  expect(limit('Max open files')).toBe('64')
})

test('a drawing that nobody waits for gives way to everything else on the machine', async () => {
  const jpeg = await photo(90, 90).jpeg().toBuffer()
  for (const [drawer, niceness] of [
    [viewDrawer, 0],
    [sketchDrawer, 15],
  ] as const) {
    await drawer.draw('sketch', jpeg)
    expect(getPriority(drawer.pid)).toBe(Math.min(getPriority() + niceness, 19))
  }
})

test('a drawing that gives way has many minutes to start and to draw: a busy machine is no fault of the file', async () => {
  const jpeg = await photo(90, 90).jpeg().toBuffer()
  const drawer = createDrawer({ ...LOOK_LIMITS, niceness: 0 })
  for (const what of ['start', 'draw']) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const drawn = drawer.draw('sketch', jpeg).then(() => 'drawn', problem)
      await vi.advanceTimersByTimeAsync(9 * 60_000)
      expect(await drawn, what).toBe('drawn')
    } finally {
      vi.useRealTimers()
    }
  }
})

test('a document that wants gigabytes costs the server nothing and the child its life; without limits it takes them', async () => {
  const before = process.memoryUsage.rss()
  let grown = 0
  const look = setInterval(() => {
    grown = Math.max(grown, process.memoryUsage.rss() - before)
  }, 20)
  const most = async (wasmPages: number): Promise<[unknown, number]> => {
    const drawer = createDrawer({ ...DRAW_LIMITS, wasmPages, memory: 2_000 * MEGABYTE, addressSpace: 4_000 * MEGABYTE })
    let largest = 0
    const watch = setInterval(() => {
      largest = Math.max(largest, residentBytes(drawer.pid))
    }, 5)
    const why = await drawer.draw('page', nestedFormsPdf()).catch(problem)
    clearInterval(watch)
    expect(drawer.pid).toBeUndefined()
    return [why, largest]
  }
  const [why, limited] = await most(DRAW_LIMITS.wasmPages)
  clearInterval(look)
  expect(why).toBe('ilegible')
  expect(limited).toBeLessThan(DRAW_LIMITS.memory)
  expect(grown).toBeLessThan(50 * MEGABYTE)
  const [, unlimited] = await most(10_240)
  expect(unlimited).toBeGreaterThan(DRAW_LIMITS.memory)
})

test('a picture that takes more memory than it may ends the child; with more it is drawn', async () => {
  const bytes = await heavy()
  const poor = createDrawer({ ...DRAW_LIMITS, memory: 120 * MEGABYTE })
  expect(await poor.draw('picture', bytes).catch(problem)).toBe('memoria')
  expect(poor.pid).toBeUndefined()
  expect((await sharp(await viewDrawer.draw('picture', bytes)).metadata()).width).toBe(1_600)
})

test('the kernel refuses memory too: a child with too few addresses for a picture does not draw it', async () => {
  if (process.platform !== 'linux') return
  const bytes = await heavy()
  const narrow = createDrawer({ ...DRAW_LIMITS, memory: 2_000 * MEGABYTE, addressSpace: 1_420 * MEGABYTE })
  expect(['ilegible', 'memoria']).toContain(await narrow.draw('picture', bytes).catch(problem))
})

test('a picture of more pixels than it may is refused by its header; without the limit it is decoded', async () => {
  const bytes = await photo(300, 301).png().toBuffer()
  expect(
    await createDrawer({ ...DRAW_LIMITS, pixels: 90_000 })
      .draw('picture', bytes)
      .catch(problem),
  ).toBe('ilegible')
  expect((await sharp(await viewDrawer.draw('picture', bytes)).metadata()).width).toBe(300)
})

test('a drawing that takes too long is ended', async () => {
  const drawer = createDrawer({ ...DRAW_LIMITS, time: 1 })
  expect(await drawer.draw('page', onePagePdf()).catch(problem)).toBe('tiempo')
  expect(drawer.pid).toBeUndefined()
})

test('a request that meets too many, or waits too long, is told so and blames nobody', async () => {
  const bytes = await photo(300, 300).png().toBuffer()
  // On a busy machine the first one may take longer than the second would wait.
  const full = createDrawer({ ...LOOK_LIMITS, niceness: 0, waiting: 1, patience: LOOK_LIMITS.time })
  const all = await Promise.all([1, 2, 3].map(() => full.draw('sketch', bytes).then(() => 'drawn', problem)))
  expect(all).toEqual(['drawn', 'drawn', 'ocupado'])
  const impatient = createDrawer({ ...DRAW_LIMITS, patience: 0 })
  const both = await Promise.all([1, 2].map(() => impatient.draw('sketch', bytes).then(() => 'drawn', problem)))
  expect(both).toEqual(['drawn', 'ocupado'])
})

test('no bytes reach another decoder than those of JPG and PNG', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const others = [svg, await photo(9, 9).webp().toBuffer(), await photo(9, 9).gif().toBuffer()]
  const drawer = createDrawer()
  for (const bytes of others) expect(await drawer.draw('picture', bytes).catch(problem)).toBe('ilegible')
})

function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4_096
  } catch {
    return 0
  }
}
