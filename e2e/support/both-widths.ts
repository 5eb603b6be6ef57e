import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findByAxe, type Rules } from './axe.ts'
import { DESK, expectAccessible, PHONE, untilStill, wear } from './browser.ts'
import { broken, smallTargets } from './layout.ts'

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

/** The narrowest phone that there is. */
const NARROW = { width: 320, height: 568 }

/** Rules that a theme changes: the other rules hold in both or in neither. */
const COLOURS: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Accessible in the light theme as the page is, and in the dark one at the other width. At both, and on the narrowest phone, it does not scroll
 * sideways and no sum is broken; there a thumb finds everything.
 */
export async function expectAccessibleEverywhere(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize() ?? PHONE
  await expectWhole(page, `${screen}, ${before.width} px`)
  await wear(page, 'light')
  await expectAccessible(page, `${screen}, ${before.width} px, light`)
  const other = before.width === PHONE.width ? DESK : PHONE
  // Both at once: the page is styled and drawn one time less.
  await wear(page, 'dark')
  await page.setViewportSize(other)
  await expectWhole(page, `${screen}, ${other.width} px`)
  await expectReadable(page, `${screen}, ${other.width} px, dark`)
  await page.setViewportSize(NARROW)
  await expectWhole(page, `${screen}, ${NARROW.width} px`)
  expect(await smallTargets(page), `small for a thumb on ${screen}`).toEqual([])
  await page.setViewportSize(before)
}

/** Not sideways: what a phone cuts off is not read. And no sum goes on in another line. */
async function expectWhole(page: Page, screen: string): Promise<void> {
  await expect.poll(() => broken(page), { message: `${screen} breaks a sum` }).toEqual([])
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(beyond, { message: `${screen} scrolls sideways` }).toBeLessThanOrEqual(1)
}

/** Its colours can be told apart. */
export async function expectReadable(page: Page, screen: string): Promise<void> {
  await untilStill(page)
  expect(await findByAxe(page, COLOURS), `accessibility of ${screen}`).toEqual([])
}
