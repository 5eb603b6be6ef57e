import { launchBrowser } from '../support/launch.ts'
import { type Driven, WINDOW } from './transport.ts'

/** Chromium, by the driver of all other journeys. */
export async function startChromium(): Promise<Driven> {
  const browser = await launchBrowser()
  return {
    close: () => browser.close(),
    async openWindow() {
      const context = await browser.newContext({ viewport: WINDOW, locale: 'es-VE' })
      const page = await context.newPage()
      return {
        async open(url) {
          await page.goto(url)
        },
        run: (source, args) => page.evaluate(`(${source})(...${JSON.stringify(args)})`),
        tap: (x, y) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        attach: (selector, path) => page.locator(selector).setInputFiles(path),
        picture: () => page.screenshot(),
        close: () => context.close(),
      }
    },
  }
}
