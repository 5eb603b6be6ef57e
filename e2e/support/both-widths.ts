import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { DESK, expectAccessible, expectAccessibleInBothThemes, PHONE } from './browser.ts'

/**
 * A journey goes once, on a phone or on a desk, and what it comes to is looked at on the other too: it is laid out anew in a moment, and all
 * that led there is not done again. The page is as before afterwards.
 */
export async function onBoth(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  const before = page.viewportSize() ?? PHONE
  await look(before.width)
  const other = before.width === PHONE.width ? DESK : PHONE
  await page.setViewportSize(other)
  await look(other.width)
  await page.setViewportSize(before)
}

/** Accessible on a phone and on a desk. */
export function expectAccessibleOnBoth(page: Page, screen: string): Promise<void> {
  return onBoth(page, async (width) => {
    await expectNoScroll(page, `${screen}, ${width} px`)
    await expectAccessible(page, `${screen}, ${width} px`)
  })
}

/** The same in the light theme and in the dark one, which the page keeps. */
export function expectAccessibleEverywhere(page: Page, screen: string): Promise<void> {
  return onBoth(page, async (width) => {
    await expectNoScroll(page, `${screen}, ${width} px`)
    await expectAccessibleInBothThemes(page, `${screen}, ${width} px`)
  })
}

/** Not sideways: what a phone cuts off is not read. */
async function expectNoScroll(page: Page, screen: string): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(beyond, { message: `${screen} scrolls sideways` }).toBeLessThanOrEqual(1)
}

/** In both themes. A mail is shown in a frame that runs no script, so the checker cannot look into it and would wait for ever. */
export async function expectAccessibleWithoutFrames(page: Page, screen: string): Promise<void> {
  const hideFrames = (hidden: boolean) =>
    page.evaluate((hide) => {
      for (const frame of document.querySelectorAll('iframe')) frame.hidden = hide
    }, hidden)
  await hideFrames(true)
  await expectAccessibleEverywhere(page, screen)
  await hideFrames(false)
}
