import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { type Line, SLOW_3G, slowDown } from '../e2e/support/conditions.ts'
import { launchBrowser, PHONE } from '../e2e/support/launch.ts'
import type { Engine } from './engines.ts'
import { startServer } from './server-process.ts'
import { atMost, median, type Row } from './table.ts'

const SLOW_4G: Line = { down: 1_600_000 / 8, up: 750_000 / 8, latency: 150, cpu: 1 }
/** Largest paint, in seconds, that is good enough on each line. */
const PAINTS: [name: string, line: Line, target: number][] = [
  ['slow 4G', SLOW_4G, 1],
  ['slow 3G, processor 6 × slower', SLOW_3G, 1.5],
]
const PATHS = ['/', '/rifa', '/rifa1', '/rifas-anteriores']
const TIMES = 5
/** Milliseconds after loading in which something larger may still be painted. */
const SETTLES = 1_000

/** Runs in the page before anything of it does: its largest paint so far, in milliseconds. */
const WATCH = `
  globalThis.largest = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
`

/** The shop's pages in Chromium at 360 × 640 as a visitor on a bad line gets them: largest paint, and requests until the page has loaded. */
export async function measure(engine: Engine): Promise<Row[]> {
  await using product = await startServer('src/app/demo/demo.ts', await engine.newHome())
  await using browser = await launchBrowser()
  const rows: Row[] = []
  for (const path of PATHS) {
    for (const [name, line, limit] of PAINTS) {
      const seen = []
      while (seen.length < TIMES) seen.push(await look(browser, product.url + path, line))
      const note = `${median(seen.map(({ requests }) => requests))} requests`
      const value = median(seen.map(({ largest }) => largest))
      rows.push(atMost({ measure: `largest paint of ${path}, ${name}`, value, limit, unit: 's', note }))
    }
  }
  return rows
}

/** The first visit of a phone that has never seen the shop. */
async function look(browser: Browser, address: string, line: Line): Promise<{ largest: number; requests: number }> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await slowDown(page, line)
  await page.addInitScript(WATCH)
  let requests = 0
  const count = () => (requests += 1)
  page.on('request', count)
  page.once('load', () => page.off('request', count))
  await page.goto(address, { waitUntil: 'load' })
  await sleep(SETTLES)
  const largest = (await page.evaluate<number>('largest')) / 1000
  await context.close()
  return { largest, requests }
}
