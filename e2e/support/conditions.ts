import type { CDPSession, Page } from 'playwright-core'

/** A line of a phone: bytes a second both ways, milliseconds that each request waits, and how much slower it computes. */
export interface Line {
  down: number
  up: number
  latency: number
  cpu: number
}

/** A crowded cell in a town, and a cheap phone. */
export const SLOW_3G: Line = { down: 400_000 / 8, up: 400_000 / 8, latency: 400, cpu: 6 }

/** Makes the page's line and processor slow from now on. @returns the session, which ends with the page. */
export async function slowDown(page: Page, { down, up, latency, cpu }: Line): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    downloadThroughput: down,
    uploadThroughput: up,
    latency,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return session
}
