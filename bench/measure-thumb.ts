import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser, PHONE } from '../e2e/support/launch.ts'
import type { Engine } from './engines.ts'
import { startOurs } from './server-process.ts'
import { stockHome } from './shop.ts'
import { atLeast, atMost, figure, median, type Row } from './table.ts'

/** Numbers of the raffle, and the frames a second that a thumb must get under a processor four times as slow. */
const GRIDS = [
  { numbers: 10_000, frames: 55 },
  { numbers: 1_000_000, frames: 48 },
] as const
const SLOWER = 4
const TIMES = 5
/** Pixels that a thumb pulls, and how fast. */
const PULL = { distance: 6_000, speed: 2_400 }
const HEAP = 4_000_000

/** Runs in the page: the instants of frames while `count` is this one. */
const COUNT = `
  var count = { frames: [] };
  ((mine) =>
    requestAnimationFrame(function tick(now) {
      if (count !== mine) return
      mine.frames.push(now)
      requestAnimationFrame(tick)
    }))(count)
`

/**
 * The grid under a thumb in Chromium at 360 × 640: frames while it is pulled, and what the page's scripts hold in memory with the grid
 * open.
 */
export async function measure(engine: Engine): Promise<Row[]> {
  const rows: Row[] = []
  const browser = await launchBrowser()
  try {
    for (const { numbers, frames } of GRIDS) {
      await using server = await startOurs(await stockHome(engine, numbers))
      rows.push(...(await measureOne(browser, server.url, numbers, frames)))
    }
  } finally {
    await browser.close()
  }
  return rows
}

async function measureOne(browser: Browser, address: string, numbers: number, target: number): Promise<Row[]> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await openGrid(page, address)
  const heap = await heapOf(session)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await pull(session, 1)
  const perSecond: number[] = []
  const longest: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await page.evaluate(COUNT)
    await pull(session, time % 2 === 0 ? 1 : -1)
    const instants = await page.evaluate<number[]>('count.frames')
    const gaps = instants.slice(1).map((instant, frame) => instant - (instants[frame] ?? 0))
    perSecond.push((gaps.length * 1000) / gaps.reduce((sum, gap) => sum + gap, 0))
    longest.push(Math.max(...gaps))
  }
  const elements = await page.evaluate<number>("document.querySelectorAll('[role=grid] *').length")
  await context.close()
  const name = numbers.toLocaleString('en')
  return [
    atLeast({
      measure: `frames/s of the grid of ${name}, processor ${SLOWER} × slower`,
      value: median(perSecond),
      limit: target,
      note: `pulled ${PULL.distance} pixels at ${PULL.speed} a second; the longest frame took ${figure(median(longest))} ms; ${elements} elements`,
    }),
    atMost({
      measure: `memory of the page's scripts with the grid of ${name}`,
      value: heap / 1e6,
      limit: HEAP / 1e6,
      unit: 'MB',
      note: 'after a collection, the numbers in it',
    }),
  ]
}

async function openGrid(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/rifa`, { waitUntil: 'load' })
  await page.getByRole('radio', { name: 'Elegir a mano' }).check()
  await page.getByRole('button', { name: 'Comprar' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('gridcell').first().waitFor()
}

/** A thumb from the middle of the grid; negative is back to the top. */
async function pull(session: CDPSession, direction: 1 | -1): Promise<void> {
  await session.send('Input.synthesizeScrollGesture', {
    x: 180,
    y: direction === 1 ? 480 : 240,
    yDistance: -direction * PULL.distance,
    speed: PULL.speed,
    gestureSourceType: 'touch',
    preventFling: true,
  })
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage')
  return usedSize + backingStorageSize
}
