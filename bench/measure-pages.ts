import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../e2e/support/launch.ts'
import { startProduct } from '../e2e/support/product.ts'
import type { Engine } from './engines.ts'
import { measureTaps } from './measure-taps.ts'
import { type Line, openOn, readSeen, SLOW_3G, SLOW_4G, untilReact } from './slow-line.ts'
import { atMost, figure, median, type Row } from './table.ts'

/** Largest paint, in seconds, that is good enough on each line. */
const PAINTS: [line: Line, target: number][] = [
  [SLOW_4G, 1],
  [SLOW_3G, 1.5],
]
const PATHS = ['/', '/rifa', '/rifa1', '/rifas-anteriores'] as const
/** The pages that ask again for what is left, and the raffle that each shows in the demo. */
const SALES = [
  ['/rifa', 1],
  ['/rifa1', 2],
] as const
const TIMES = 5
const REFRESHED_EVERY = 120_000
/** Milliseconds in which what came may still move something. */
const SETTLES = 1_000

/**
 * The shop's pages in Chromium at 360 × 640 as a visitor on a bad line gets them: largest paint, what moves, requests until the page
 * has loaded, and taps that come before React does.
 */
export async function measure(engine: Engine): Promise<Row[]> {
  const { dataDir } = await engine.newHome()
  const product = await startProduct({ DATA_DIR: dataDir }, 'src/app/demo/demo.ts')
  const browser = await launchBrowser()
  try {
    const rows: Row[] = []
    for (const path of PATHS) {
      for (const [line, target] of PAINTS) rows.push(await measurePaint(browser, product.address, path, line, target))
    }
    for (const [path, raffle] of SALES) rows.push(await measureRefresh(browser, product.address, path, raffle))
    rows.push(...(await measureTaps(browser, `${product.address}/rifa`)))
    return rows
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function measurePaint(browser: Browser, address: string, path: string, line: Line, target: number): Promise<Row> {
  const paints: number[] = []
  const requests: number[] = []
  let moved = 0
  for (let time = 0; time < TIMES; time++) {
    const { page, close } = await openOn(browser, line)
    let asked = 0
    const count = () => (asked += 1)
    page.on('request', count)
    page.once('load', () => page.off('request', count))
    await page.goto(address + path, { waitUntil: 'load' })
    await untilReact(page)
    await sleep(SETTLES)
    const seen = await readSeen(page)
    paints.push(seen.largest / 1000)
    requests.push(asked)
    moved = Math.max(moved, seen.moved)
    await close()
  }
  const note = `${median(requests)} requests; moved ${figure(moved)}`
  const measure = `largest paint of ${path}, ${line.name}`
  return atMost({ measure, value: median(paints), limit: target, unit: 's', note })
}

/** Layout shift when the page learns that fewer tickets are left. */
async function measureRefresh(browser: Browser, address: string, path: string, raffle: number): Promise<Row> {
  const { page, close } = await openOn(browser, null)
  await page.clock.install()
  await page.goto(address + path, { waitUntil: 'networkidle' })
  await untilReact(page)
  const before = await page.locator('#pagina').textContent()
  const held = await page.request.post(`${address}/api/rifas/${raffle}/apartados`, { data: { cantidad_tickets: 100 } })
  if (!held.ok()) throw new Error(`the hold was answered with ${held.status()}`)
  const answered = page.waitForResponse((response) => response.url().endsWith(`/api/rifas/${raffle}/status`))
  await page.clock.fastForward(REFRESHED_EVERY)
  await answered
  await sleep(SETTLES)
  if ((await page.locator('#pagina').textContent()) === before) throw new Error(`${path} did not show what is left`)
  const { moved } = await readSeen(page)
  await close()
  return atMost({ measure: `moved in ${path} by loading, React and new availability`, value: moved, limit: 0 })
}
