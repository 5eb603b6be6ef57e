import { basename, join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { findByAxe } from './axe.ts'
import { saysInLine, watchPictures } from './in-line.ts'
import { PHONE } from './launch.ts'
import { looseTexts } from './translated.ts'

export { DESK, launchBrowser, PHONE } from './launch.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Screens of a failed journey. */
    screenshots?: string[]
  }
}

/** The run's own folder goes with it; who has seen a test fail wants to look. */
export const FAILED = join(import.meta.dirname, '../../node_modules/.cache/failed')

export interface Visitor {
  page: Page
  /** Console messages and errors of the page that nobody expects. */
  complaints: string[]
  close(): Promise<void>
}

/** Other options of a visitor: theme, and any option of the browser. */
export interface Particular extends BrowserContextOptions {
  theme?: 'dark' | 'light'
  /** No wait for the screens that stay for a while by design: see `withoutProcessing`. */
  quick?: true
  /** Another test goes on with this visitor, and reads the complaints. */
  stays?: true
}

/** Sixty pictures a second of what slides in are a tenth of what a journey takes: who is not looked at for it has asked for less. */
const STILL = { reducedMotion: 'reduce' } as const
/** A visitor who allows motion. */
export const MOVING = { reducedMotion: 'no-preference' } as const

/**
 * A person with their own browser, until the test ends. Every warning and error of the page is a complaint, unless it is expected; a test
 * with a complaint fails.
 */
export async function openVisitor(
  browser: Browser,
  viewport = PHONE,
  expected: RegExp[] = [],
  { theme, quick, stays, ...options }: Particular = {},
): Promise<Visitor> {
  // No test can hold up or break a service worker's answer; panel-home.test.ts allows the panel's.
  const serviceWorkers = 'block' as const
  const place = { viewport, locale: 'es-VE', timezoneId: 'America/Caracas', hasTouch: true, serviceWorkers, ...STILL }
  const context = await browser.newContext({ ...place, ...options })
  if (theme) {
    await context.addInitScript((chosen) => {
      // A blank page keeps nothing.
      if (location.protocol.startsWith('http')) localStorage.setItem('theme', chosen)
    }, theme)
  }
  if (quick) await withoutProcessing(context)
  const page = await context.newPage()
  // For a machine with other things to do: what never comes is noticed all the same.
  page.setDefaultTimeout(60_000)
  const resize = page.setViewportSize.bind(page)
  page.setViewportSize = async (size) => {
    await resize(size)
    await drawn(page)
  }
  const complaints: string[] = []
  const complain = (text: string) => {
    if (![...expected, /registration blocked by Playwright/].some((pattern) => pattern.test(text)))
      complaints.push(text)
  }
  page.on('console', (message) => {
    const said = `${message.type()}: ${message.text()}`
    const { url } = message.location()
    if (message.type() !== 'log' && !saysInLine(said, url)) complain(`${said} (${url})`)
  })
  watchPictures(page, complain)
  page.on('pageerror', (error) => complain(`${error.name}: ${error.message}`))
  page.on('requestfailed', (request) => {
    // A page that is left gives up what it was loading.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      complain(`${request.url()}: ${request.failure()?.errorText}`)
  })
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const path = join(FAILED, `${basename(task.file.name)}-${viewport.width}-${Date.now()}.png`)
      // A page that is closed shows nothing any more. The end of the run tells the others (checks/test-summary.ts).
      const taken = await page.screenshot({ path, fullPage: true }).catch(() => null)
      if (taken) task.meta.screenshots = [...(task.meta.screenshots ?? []), path]
    }
    if (stays) return
    await context.close()
    expect(complaints).toEqual([])
  })
  return { page, complaints, close: () => context.close() }
}

/** Chromium's complaint about a page that becomes wide before it took the picture preloaded for its first width. */
export const WIDENED = /was preloaded using link preload but not used/

/** 'Procesando pago...' is shown for three seconds at least. A journey that is about what comes after them does not wait. */
export async function withoutProcessing(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const wait = window.setTimeout.bind(window) as (
      job: TimerHandler,
      milliseconds?: number,
      ...more: unknown[]
    ) => number
    const quick: typeof wait = (job, milliseconds, ...more) =>
      wait(job, milliseconds === 3_000 ? 0 : milliseconds, ...more)
    Object.assign(window, { setTimeout: quick })
  })
}

/** No dialog is open, and the last one has taken its step from the history: it would end a navigation that begins at once. */
export async function withoutDialogs(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction(() => history.state === null)
}

/** WCAG 2.2 A and AA, as axe names its rules. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No violation of WCAG 2.2 A and AA on what the page shows now, by axe. @param more tags of other rules to keep, as 'best-practice'. */
export async function expectAccessible(page: Page, screen: string, ...more: string[]): Promise<void> {
  await untilStill(page)
  const found = await findByAxe(page, { type: 'tag', values: [...WCAG, ...more] })
  expect(found, `accessibility of ${screen}`).toEqual([])
  expect(await looseTexts(page), `texts of ${screen} that a translation takes from React`).toEqual([])
  // Chromium ends a submit of the inner form at the outer one: nobody hears it, and the page is left with what was typed in its address.
  expect(await page.locator('form form').count(), `forms within a form of ${screen}`).toBe(0)
}

/** The theme of what the page shows now; it keeps the other one. */
export async function wear(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name
  }, theme)
}

/**
 * The scripts of the page know its new size or theme too: they hear of it with the next frame, and the styles at once. Without this, 194 of 200
 * readings after `setViewportSize` saw what a desk has on a phone.
 */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/**
 * Text that is fading in has the contrast of a moment, and a page inside the page has no language until it is there. The shapes of what is
 * being waited for never stop.
 */
export async function untilStill(page: Page): Promise<void> {
  await drawn(page)
  await page.waitForFunction(
    () =>
      document
        .getAnimations()
        .every(
          (one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        ) &&
      [...document.querySelectorAll('iframe')].every(
        ({ contentDocument: inside, offsetParent }) =>
          !inside || !offsetParent || (inside.readyState === 'complete' && inside.documentElement.lang !== ''),
      ),
  )
}

/**
 * Presses until it is taken: the desk ignores presses too early to have read it, and while it waits for an answer.
 * @param press the action; where it is not possible any more, it was taken.
 */
export async function untilTaken(press: () => Promise<void>, seen: Locator): Promise<void> {
  for (let attempt = 0; attempt < 8; attempt++) {
    await press().catch(() => {})
    try {
      return await seen.waitFor({ timeout: 1_500 })
    } catch {
      // Somebody would press again.
    }
  }
  await seen.waitFor()
}
