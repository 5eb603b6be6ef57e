import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { ensureBuilt } from '#app/server/build.ts'
import { openEmptyShop } from '../support/empty-shop.ts'
import { DESK, launchBrowser, PHONE, TABLET } from '../support/launch.ts'
import { openMoneyShop } from '../support/money.ts'
import { openOddPages, openSampleShop } from '../support/sample-shop.ts'
import { walkFirstDay } from '../support/screens/first-day.ts'
import { type See, walkMoneyOfManual } from '../support/screens/money-of-manual.ts'
import { screensOf, WALKS, type WalkName } from '../support/screens/screens.ts'
import { panelScreens } from './panel.ts'

/** Takes the picture of what the page shows now. @param whole also below the fold. */
export type Shoot = (page: Page, name: string, options?: { whole?: boolean }) => Promise<void>

/**
 * `npm run screenshots`: the pictures of docs/ and README, from the sample data. Every screen and dialog at 360 and 1280 px
 * in both themes, the main ones on a tablet too. `-- --manual` takes only those of the manual, `-- --money` of these the money that came in.
 */
const OUT = join(import.meta.dirname, '../../docs/screenshots')
/** More than 1 on the phone: thumbnails in the README stay sharp. */
const VIEWS = [
  { suffix: '360', viewport: PHONE, scale: 1.5 },
  { suffix: '768', viewport: TABLET, scale: 1 },
  { suffix: '1280', viewport: DESK, scale: 1 },
] as const
type View = (typeof VIEWS)[number]
const THEMES = { dark: 'oscuro', light: 'claro' } as const
type Theme = keyof typeof THEMES

async function openPage(browser: Browser, view: View, theme: Theme): Promise<Page> {
  const context = await browser.newContext({
    viewport: view.viewport,
    deviceScaleFactor: view.scale,
    locale: 'es-VE',
    timezoneId: 'America/Caracas',
    reducedMotion: 'reduce',
  })
  await context.addInitScript((chosen) => {
    // A blank page keeps nothing.
    if (location.protocol.startsWith('http')) localStorage.setItem('theme', chosen)
  }, theme)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}

function shooter(view: View, theme: Theme): Shoot {
  return async (page, name, { whole = false } = {}) => {
    await page.evaluate(() => document.fonts.ready)
    await page.waitForTimeout(300)
    const picture = await page.screenshot({ fullPage: whole })
    await sharp(picture)
      .webp({ quality: 70, effort: 6 })
      .toFile(join(OUT, `${name}.${view.suffix}.${THEMES[theme]}.webp`))
  }
}

/** The picture of the README: raffle, payment and desk on phones, side by side. */
async function composeCover(): Promise<void> {
  const height = 720
  const names = ['rifa', 'pago', 'revision-pago']
  const parts = await Promise.all(
    names.map((name) =>
      sharp(join(OUT, `${name}.360.oscuro.webp`))
        .resize({ height, width: 405, fit: 'cover', position: 'top' })
        .toBuffer(),
    ),
  )
  const width = parts.length * 405 + (parts.length - 1) * 24
  await sharp({ create: { width, height, channels: 4, background: '#00000000' } })
    .composite(parts.map((input, index) => ({ input, left: index * 429, top: 0 })))
    .png({ palette: true, quality: 85 })
    .toFile(join(OUT, 'portada.png'))
}

/** The pictures of the manual: a phone in the dark theme, as most operators have it. */
async function takeManual(browser: Browser): Promise<void> {
  const [phone] = VIEWS
  const shop = await openEmptyShop()
  const page = await openPage(browser, phone, 'dark')
  const visitor = await openPage(browser, phone, 'dark')
  const shoot = shooter(phone, 'dark')
  try {
    await walkFirstDay({ shop, page, visitor, see: (name, which) => shoot(which, name) })
  } finally {
    await shop.close()
  }
}

/** Pictures of the manual about money that came in, on the same phone. */
async function takeMoney(browser: Browser): Promise<void> {
  const [phone] = VIEWS
  const shop = await openMoneyShop()
  const page = await openPage(browser, phone, 'dark')
  const owner = await openPage(browser, phone, 'dark')
  const shoot = shooter(phone, 'dark')
  const see: See = async (name, which) => (name.startsWith('dinero-') ? shoot(which, name) : undefined)
  try {
    await walkMoneyOfManual({ shop, page, owner, see })
  } finally {
    await shop.close()
  }
}

/** Every screen and dialog of the shop, and the panel of the sample data. */
async function takeAll(browser: Browser): Promise<void> {
  const shop = await openSampleShop()
  const odd = await openOddPages()
  let visit = 0
  try {
    for (const theme of Object.keys(THEMES) as Theme[]) {
      for (const view of VIEWS) {
        const shoot = shooter(view, theme)
        for (const walk of Object.keys(WALKS) as WalkName[]) {
          const screens = new Map(screensOf(walk, view.viewport.width))
          visit += 100
          const page = await openPage(browser, view, theme)
          await WALKS[walk]({
            page,
            shop,
            odd,
            visit,
            see: async (name) => {
              const { main = false, whole = false } = screens.get(name) ?? {}
              if (view.suffix !== '768' || main) await shoot(page, name, { whole })
            },
          })
          await page.context().close()
        }
        if (view.suffix === '768') continue
        const page = await openPage(browser, view, theme)
        await panelScreens(page, shop.address, shoot, shop.operator)
        await page.context().close()
      }
    }
  } finally {
    await odd.close()
    await shop.close()
  }
  await composeCover()
}

const { values } = parseArgs({
  options: { manual: { type: 'boolean', default: false }, money: { type: 'boolean', default: false } },
})
const all = !values.manual && !values.money
// The manual in the product has these pictures, and is not built without them.
await ensureBuilt()
if (all) rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const browser = await launchBrowser()
try {
  if (!values.money) await takeManual(browser)
  await takeMoney(browser)
  if (all) await takeAll(browser)
} finally {
  await browser.close()
}
