import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Stops the clock of a page that began with `page.clock.install()`: from here on it goes only as far as it is told. */
export async function stopClock(page: Page): Promise<void> {
  // Ahead of now, for time goes on until it stops, and a clock is never put back.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}

/** With its clock stopped, it is there until just before that many milliseconds are over, and gone with the last. */
export async function expectGoneAfter(shown: Locator, milliseconds: number): Promise<void> {
  const page = shown.page()
  await shown.waitFor()
  await page.clock.runFor(milliseconds - 1)
  await drawn(page)
  expect(await shown.isVisible(), `after ${milliseconds - 1} ms`).toBe(true)
  await page.clock.runFor(1)
  await shown.waitFor({ state: 'hidden' })
}

/** React draws in a message to itself; one that is sent after it arrives after it. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(null)
      }),
  )
}

/** Sends the report of a page that began with `page.clock.install()`: 'Procesando pago...' is shown for its three seconds at once. */
export async function sendAtOnce(page: Page, name: string | RegExp = 'Confirmar Compra'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByText('Procesando pago...', { exact: true }).waitFor()
  await page.clock.fastForward(3_000)
}
