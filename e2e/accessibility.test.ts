import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  DESK,
  expectAccessible,
  launchBrowser,
  MOVING,
  openVisitor,
  type Particular,
  PHONE,
  WIDENED,
  wear,
} from './support/browser.ts'
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
  let wide: Browser
  let shop: SampleShop
  let odd: OddPages
  let visits = 0

  beforeAll(async () => {
    shop = await copySampleShop()
    odd = await openOddPages()
    browser = await launchBrowser()
    wide = await launchBrowser('wide')
  }, OPENING)
  afterAll(async () => {
    await browser?.close()
    await wide?.close()
    await odd?.close()
    await shop?.close()
  })

  /** Goes through a walk and gathers what is found on its screens. Every screen of the table must have been met. */
  async function findOn(
    walk: WalkName,
    viewport: typeof PHONE,
    particular: Particular,
    find: Find,
    letters = browser,
  ): Promise<string[]> {
    const { page, complaints, close } = await openVisitor(letters, viewport, MADE, particular)
    const seen: ScreenName[] = []
    const found: string[] = []
    visits += 1
    const see = async (screen: ScreenName) => {
      seen.push(screen)
      found.push(...(await find(page, screen)).map((what) => `${screen}: ${what}`))
    }
    await WALKS[walk]({ page, shop, odd, visit: visits * 100, see })
    expect(seen).toEqual(screensOf(walk, viewport.width).map(([name]) => name))
    expect(complaints).toEqual([])
    await close()
    return found
  }

  const axe: Find = async (page, screen) => {
    try {
      await expectAccessible(page, screen, 'best-practice')
      return []
    } catch (error) {
      return [String((error as { actual?: unknown }).actual ?? error)]
    }
  }

  /** The same screen on a desk: only its style knows how wide it is. A walk on a phone goes on as if nothing had been. */
  async function onDesk(
    page: Page,
    walk: WalkName,
    screen: ScreenName,
    find: () => Promise<string[]>,
  ): Promise<string[]> {
    if (!screensOf(walk, DESK.width).some(([name]) => name === screen)) return []
    const before = page.viewportSize() ?? PHONE
    await page.setViewportSize(DESK)
    const found = await find()
    await page.setViewportSize(before)
    return found.map((what) => `on a desk: ${what}`)
  }

  for (const walk of NAMES) {
    test(`${walk} · dark on a phone, light on a desk: axe is silent, and all is large enough for a thumb`, async () => {
      const found = await findOn(walk, PHONE, { theme: 'dark', ...MOVING }, async (page, screen) => [
        ...(await axe(page, screen)),
        ...(await smallTargets(page)),
        ...(await cutOff(page)),
        ...(await onDesk(page, walk, screen, async () => {
          await wear(page, 'light')
          const there = [...(await axe(page, screen)), ...(await cutOff(page))]
          await wear(page, 'dark')
          return there
        })),
      ])
      expect(found).toEqual([])
    })

    test(`${walk} · at 200 %, in wide letters: nothing scrolls sideways or is cut off; less motion: nothing moves`, async () => {
      const moving = async (page: Page) =>
        (await page.evaluate(() => document.getAnimations().length)) > 0 ? ['something moves'] : []
      const found = await findOn(
        walk,
        { width: 180, height: 320 },
        { reducedMotion: 'reduce' },
        async (page, screen) => [
          ...(await cutOff(page)),
          ...(await moving(page)),
          ...(await onDesk(page, walk, screen, () => moving(page))),
        ],
        wide,
      )
      expect(found).toEqual([])
    })
  }
})
