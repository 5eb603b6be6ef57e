import { type Browser, chromium as playwright } from 'playwright-core'
import { chromium } from './chromium.ts'

/** The phone that most visitors have. */
export const PHONE = { width: 360, height: 640 }
export const TABLET = { width: 768, height: 1024 }
export const DESK = { width: 1280, height: 800 }

export async function launchBrowser(): Promise<Browser> {
  if (chromium === null) throw new Error('no browser')
  return playwright.launch({
    executablePath: chromium,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
