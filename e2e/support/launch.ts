import { type Browser, chromium as playwright } from 'playwright-core'
import { chromium } from './chromium.ts'
import { type Fonts, fontconfigFile } from './fonts.ts'

/** The phone that most visitors have. */
export const PHONE = { width: 360, height: 640 }
export const TABLET = { width: 768, height: 1024 }
export const DESK = { width: 1280, height: 800 }

/** A browser that has the named fonts and none of the machine's. */
export async function launchBrowser(fonts: Fonts = 'phone'): Promise<Browser> {
  if (chromium === null) throw new Error('no browser')
  return playwright.launch({
    executablePath: chromium,
    env: { ...process.env, FONTCONFIG_FILE: fontconfigFile(fonts) },
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
