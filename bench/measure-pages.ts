import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { chromium } from '../e2e/support/chromium.ts'
import { launchBrowser, PHONE } from '../e2e/support/launch.ts'
import { startProduct } from '../e2e/support/product.ts'
import type { Engine } from './engines.ts'
import { figure, median, type Row } from './table.ts'

/** A line of a phone and how much slower it computes. Latency in milliseconds is added to each request. */
interface Line {
  name: string
  /** Bytes a second. */
  down: number
  up: number
  latency: number
  cpu: number
  /** Largest contentful paint, in seconds, that is good enough. */
  target: number
}

const LINES: Line[] = [
  { name: 'slow 4G', down: 1_600_000 / 8, up: 750_000 / 8, latency: 150, cpu: 1, target: 1 },
  { name: 'slow 3G, processor 6 × slower', down: 400_000 / 8, up: 400_000 / 8, latency: 400, cpu: 6, target: 1.5 },
]
const PATHS = ['/', '/rifa', '/rifa1'] as const
const TIMES = 5
const TAPS = 20
/** After the first paint: when somebody in a hurry presses. */
const HURRY = 400
/** How long a page is watched for things that move. */
const WATCHED = 3_000

const PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0"
/** Runs in the page before anything of it does. */
const WATCH = `
  const seen = { largest: 0, moved: 0 }
  globalThis.seen = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.moved += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
`

/**
 * The shop's pages in Chromium at 360 × 640 as a visitor on a bad line gets them: largest paint, what moves, requests until the page
 * has loaded, and taps that come before React does. Needs Chromium; without it there is nothing to measure.
 */
export async function measurePages(engine: Engine): Promise<Row[]> {
  if (chromium === null) return []
  const { dataDir } = await engine.newHome()
  const product = await startProduct({ DATA_DIR: dataDir }, 'src/app/demo/demo.ts')
  const browser = await launchBrowser()
  try {
    const rows: Row[] = []
    for (const path of PATHS) {
      for (const line of LINES) rows.push(await measurePaint(browser, product.address + path, path, line))
    }
    rows.push(await measureTaps(browser, `${product.address}/rifa`))
    return rows
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function openOn(browser: Browser, line: Line): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.down,
    uploadThroughput: line.up,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: line.cpu })
  await page.addInitScript(WATCH)
  return { page, close: () => context.close() }
}

async function measurePaint(browser: Browser, address: string, path: string, line: Line): Promise<Row> {
  const paints: number[] = []
  const requests: number[] = []
  let moved = 0
  for (let time = 0; time < TIMES; time++) {
    const { page, close } = await openOn(browser, line)
    let asked = 0
    let loaded = false
    page.on('request', () => {
      if (!loaded) asked += 1
    })
    page.once('load', () => {
      loaded = true
    })
    await page.goto(address, { waitUntil: 'load' })
    await sleep(WATCHED)
    const seen = await page.evaluate<{ largest: number; moved: number }>('seen')
    paints.push(seen.largest / 1000)
    requests.push(asked)
    moved = Math.max(moved, seen.moved)
    await close()
  }
  const largest = median(paints)
  return {
    measure: `largest paint of ${path}, ${line.name}`,
    ours: `${figure(largest)} s`,
    limit: `${line.target} s`,
    ratio: largest / line.target,
    target: { sign: '<=', ratio: 1 },
    note: `median of ${TIMES}; ${median(requests)} requests until loaded; moved ${figure(moved)}`,
  }
}

/** How many of the taps on '+', each soon after the first paint of a fresh page, count in the end. */
async function measureTaps(browser: Browser, address: string): Promise<Row> {
  const slow = LINES[1] as Line
  let counted = 0
  for (let tap = 0; tap < TAPS; tap++) {
    const { page, close } = await openOn(browser, slow)
    await page.goto(address, { waitUntil: 'commit' })
    while (!(await page.evaluate<boolean>(PAINTED))) await sleep(20)
    await sleep(HURRY)
    await page.locator('[data-step="1"]').tap()
    await page.waitForLoadState('load')
    await sleep(WATCHED)
    if ((await page.locator('#cantidad').inputValue()) === '3') counted += 1
    await close()
  }
  return {
    measure: `taps ${HURRY} ms after the first paint that count, ${slow.name}`,
    ours: String(counted),
    limit: String(TAPS),
    ratio: counted / TAPS,
    target: { sign: '>=', ratio: 1 },
    note: 'on + of /rifa, before React is there',
  }
}
