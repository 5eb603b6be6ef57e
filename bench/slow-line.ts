import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { PHONE } from '../e2e/support/launch.ts'

/** A line of a phone and how much slower it computes. The latency, in milliseconds, is added to each request. */
export interface Line {
  name: string
  /** Bytes a second. */
  down: number
  up: number
  latency: number
  cpu: number
}

export const SLOW_4G: Line = { name: 'slow 4G', down: 1_600_000 / 8, up: 750_000 / 8, latency: 150, cpu: 1 }
export const SLOW_3G: Line = {
  name: 'slow 3G, processor 6 × slower',
  down: 400_000 / 8,
  up: 400_000 / 8,
  latency: 400,
  cpu: 6,
}

/** A page's own measures: its largest paint so far, in milliseconds, and the sum of what moved without being touched. */
export interface Seen {
  largest: number
  moved: number
}

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

/** A fresh phone of 360 × 640 on that line, that has never seen the shop. Null is the line of this machine. */
export async function openOn(browser: Browser, line: Line | null): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  if (line !== null) {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latency,
      downloadThroughput: line.down,
      uploadThroughput: line.up,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: line.cpu })
  }
  await page.addInitScript(WATCH)
  return { page, close: () => context.close() }
}

export function readSeen(page: Page): Promise<Seen> {
  return page.evaluate<Seen>('seen')
}

/** Until React has the page; at once on pages that are not made React's unless somebody opens a dialog. */
export async function untilReact(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await until(
    page,
    `!('later' in document.documentElement.dataset) ||
      Object.keys(document.getElementById('pagina')).some((key) => key.startsWith('__reactContainer'))`,
  )
}

export async function untilPainted(page: Page): Promise<void> {
  await until(page, "performance.getEntriesByName('first-contentful-paint').length > 0")
}

/** Asks again and again: the pages' security policy lets nobody wait inside of them by text that is compiled. */
async function until(page: Page, condition: string): Promise<void> {
  const end = performance.now() + 30_000
  while (!(await page.evaluate<boolean>(condition))) {
    if (performance.now() > end) throw new Error(`the page never had ${condition}`)
    await sleep(20)
  }
}
