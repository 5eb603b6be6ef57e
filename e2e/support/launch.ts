import { type Browser, chromium as playwright } from 'playwright-core'
import { withoutWindows } from './chromium.ts'
import { type Fonts, fontconfigFile } from './fonts.ts'

/** The phone that most visitors have. */
export const PHONE = { width: 360, height: 640 }
export const TABLET = { width: 768, height: 1024 }
export const DESK = { width: 1280, height: 800 }

/** Features that Playwright turns off: of two such lists Chromium reads the last. `launch.test.ts` says when one is missing here. */
const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]
/**
 * Pages of Chromium's own, behind the address bar that nobody sees, and a process for a page that nobody opens: they take longer with
 * each visitor than most pages of ours.
 */
const OFF = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** Of this process: a worker of the journeys goes from file to file with them. */
const running = new Map<Fonts, Browser>()

/**
 * A browser that has the named fonts and none of the machine's. It is the same for all files of a worker: `close` leaves nothing of its
 * visitors behind, and it ends with its process.
 */
export async function launchBrowser(fonts: Fonts = 'phone'): Promise<Browser> {
  const known = running.get(fonts)
  if (known?.isConnected()) return known
  const browser = await launch(fonts)
  if (process.env['VITEST'] === undefined) return browser
  running.set(fonts, browser)
  return Object.assign(browser, {
    close: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
  })
}

function launch(fonts: Fonts): Promise<Browser> {
  if (withoutWindows === null) throw new Error('no browser')
  return playwright.launch({
    executablePath: withoutWindows,
    env: { ...process.env, FONTCONFIG_FILE: fontconfigFile(fonts) },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...OFF].join(',')}`,
    ],
  })
}
