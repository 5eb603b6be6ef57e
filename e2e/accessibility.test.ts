import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectReadable } from './support/both-widths.ts'
import { DESK, expectAccessible, launchBrowser, openVisitor, PHONE, WIDENED, wear } from './support/browser.ts'
import { chromium } from './support/chromium.ts'
import { OPENING } from './support/demo.ts'
import { cutOff, smallTargets } from './support/layout.ts'
import { copySampleShop, type OddPages, openOddPages, type SampleShop } from './support/sample-shop.ts'
import { SCREENS, type ScreenName, screensOf, WALKS, type WalkName } from './support/screens/screens.ts'

/** Every wait and failure of the walks is one that they make. */
const MADE = [/Failed to load resource/, /ERR_/, WIDENED]
const NAMES = Object.keys(SCREENS) as WalkName[]

type Find = (page: Page, screen: ScreenName) => Promise<string[]>

describe.skipIf(chromium === null)('every screen and dialog', () => {
  let browser: Browser
  let shop: SampleShop
  let odd: OddPages
  let visits = 0

  beforeAll(async () => {
    shop = await copySampleShop()
    odd = await openOddPages()
    browser = await launchBrowser('wide')
  }, OPENING)
  afterAll(async () => {
    await browser?.close()
    await odd?.close()
    await shop?.close()
  })

  /**
   * Goes through a walk on a phone, in the dark theme and in wide letters, and gathers what is found on its screens. Every screen of the
   * table must have been met.
   */
  async function findOn(walk: WalkName, find: Find): Promise<string[]> {
    const { page, complaints, close } = await openVisitor(browser, PHONE, MADE, { theme: 'dark' })
    const seen: ScreenName[] = []
    const found: string[] = []
    visits += 1
    const screens = new Map(screensOf(walk, PHONE.width))
    const see = async (screen: ScreenName) => {
      seen.push(screen)
      if (screens.get(screen)?.alike) return
      found.push(...(await find(page, screen)).map((what) => `${screen}: ${what}`))
    }
    await WALKS[walk]({ page, shop, odd, visit: visits * 100, see })
    expect(seen).toEqual([...screens.keys()])
    expect(complaints).toEqual([])
    await close()
    return found
  }

  const found = async (looking: Promise<void>): Promise<string[]> => {
    try {
      await looking
      return []
    } catch (error) {
      return [String((error as { actual?: unknown }).actual ?? error)]
    }
  }

  /**
   * At 200 % of a small phone's width, and the main ones in the light theme on a desk: only its style knows how wide it is, and accent.test.ts
   * holds the colours of both themes. A walk on a phone goes on as if nothing had been.
   */
  async function inOtherSizes(page: Page, walk: WalkName, screen: ScreenName): Promise<string[]> {
    const before = page.viewportSize() ?? PHONE
    const from = await page.evaluate(() => scrollY)
    await page.setViewportSize({ width: 180, height: 320 })
    const moving = await page.evaluate(() => document.getAnimations().length)
    const wrong = [...(await cutOff(page)), ...(moving > 0 ? ['something moves'] : [])].map(
      (what) => `at 200 %: ${what}`,
    )
    if (screensOf(walk, DESK.width).some(([name, { main }]) => name === screen && main)) {
      // Both at once: the page is styled and drawn one time less.
      await wear(page, 'light')
      await page.setViewportSize(DESK)
      const there = [...(await found(expectReadable(page, screen))), ...(await cutOff(page))]
      wrong.push(...there.map((what) => `on a desk: ${what}`))
      await wear(page, 'dark')
    }
    await page.setViewportSize(before)
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), from)
    return wrong
  }

  for (const walk of NAMES) {
    test(`${walk}: axe is silent, all is large enough for a thumb, nothing is cut off, nothing moves under reduced motion`, async () => {
      const wrong = await findOn(walk, async (page, screen) => [
        ...(await found(expectAccessible(page, screen, 'best-practice'))),
        ...(await smallTargets(page)),
        ...(await cutOff(page)),
        ...(await inOtherSizes(page, walk, screen)),
      ])
      expect(wrong).toEqual([])
    })
  }
})
