import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { openOn, SLOW_3G, untilPainted, untilReact } from './slow-line.ts'
import { atLeast, type Row } from './table.ts'

const TAPS = 20
/** After the first paint, in milliseconds: when somebody in a hurry presses. */
const HURRY = 400
/** Time in which React may still undo a tap. */
const SETTLES = 500
/** In milliseconds: a dialog that takes longer is one that does not come. */
const PATIENCE = 20_000

/** How many taps count in the end, each soon after the first paint of a page that was never opened before. */
export async function measureTaps(browser: Browser, address: string): Promise<Row[]> {
  return [
    await countTaps(browser, address, "'+'", async (page) => {
      await page.locator('[data-step="1"]').tap()
      await untilReact(page)
      await sleep(SETTLES)
      return (await page.locator('#cantidad').inputValue()) === '3'
    }),
    await countTaps(browser, address, "'Comprar'", async (page) => {
      await page.locator('[data-buy]').first().tap()
      const dialog = page.locator('dialog[open]')
      return dialog.waitFor({ timeout: PATIENCE }).then(
        () => true,
        () => false,
      )
    }),
  ]
}

async function countTaps(
  browser: Browser,
  address: string,
  name: string,
  tap: (page: Page) => Promise<boolean>,
): Promise<Row> {
  let counted = 0
  for (let time = 0; time < TAPS; time++) {
    const { page, close } = await openOn(browser, SLOW_3G)
    await page.goto(address, { waitUntil: 'commit' })
    await untilPainted(page)
    await sleep(HURRY)
    if (await tap(page)) counted += 1
    await close()
  }
  const measure = `taps on ${name} ${HURRY} ms after the first paint that count, ${SLOW_3G.name}`
  return atLeast({ measure, value: counted, limit: TAPS })
}
