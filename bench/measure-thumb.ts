import type { Browser, CDPSession, Page } from 'playwright-core'
import { chromium } from '../e2e/support/chromium.ts'
import { launchBrowser, PHONE } from '../e2e/support/launch.ts'
import type { Engine } from './engines.ts'
import { OURS, startServer } from './server-process.ts'
import { openShop, sellRaffle } from './shop.ts'
import { figure, median, type Row } from './table.ts'

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
 * open. Needs Chromium; without it there is nothing to measure.
 */
export async function measureThumb(engine: Engine): Promise<Row[]> {
  if (chromium === null) return []
  const rows: Row[] = []
  const browser = await launchBrowser()
  try {
    for (const { numbers, frames } of GRIDS) {
      const home = await engine.newHome()
      const ctx = await openShop(home)
      await sellRaffle(ctx, numbers)
      await ctx.db.close()
      const server = await startServer(OURS, { ...home, ready: '/api/rifas' })
      try {
        rows.push(...(await measureOne(browser, server.url, numbers, frames)))
      } finally {
        await server.stop()
      }
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
  const frames = median(perSecond)
  return [
    {
      measure: `frames/s of the grid of ${name}, processor ${SLOWER} × slower`,
      ours: figure(frames),
      limit: String(target),
      ratio: frames / target,
      target: { sign: '>=', ratio: 1 },
      note: `pulled ${PULL.distance} pixels at ${PULL.speed} a second; the longest frame took ${figure(median(longest))} ms; ${elements} elements`,
    },
    {
      measure: `memory of the page's scripts with the grid of ${name}`,
      ours: `${figure(heap / 1e6)} MB`,
      limit: `${HEAP / 1e6} MB`,
      ratio: heap / HEAP,
      target: { sign: '<=', ratio: 1 },
      note: 'after a collection, the numbers in it',
    },
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
