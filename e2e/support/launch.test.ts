import { describe, expect, test } from 'vitest'
import { chromium } from './chromium.ts'
import { launchBrowser } from './launch.ts'

describe.skipIf(chromium === null)('the browser of the journeys', () => {
  test('shows the pages of its visitors and none of its own, with all turned off that Playwright wants off', async () => {
    const browser = await launchBrowser()
    const page = await (await browser.newContext()).newPage()
    await page.goto('data:text/html,<p>Nada.</p>')
    const session = await browser.newBrowserCDPSession()
    const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
    expect(targetInfos.filter(({ type }) => type !== 'tab').map(({ type, url }) => [type, url])).toEqual([
      ['page', 'data:text/html,<p>Nada.</p>'],
    ])
    const { commandLine } = await session.send('SystemInfo.getInfo')
    const lists = [...commandLine.matchAll(/--disable-features=(\S*)/g)].map(([, names = '']) => names.split(','))
    expect(lists).toHaveLength(2)
    expect(lists[1]).toEqual(expect.arrayContaining(lists[0] ?? []))
    await browser.close()
  })
})
