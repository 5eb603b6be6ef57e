import { existsSync, readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, launchBrowser, openVisitor, PHONE } from './support/browser.ts'
import { chromium } from './support/chromium.ts'
import { openEmptyShop } from './support/empty-shop.ts'
import { openMoneyShop } from './support/money.ts'
import { walkFirstDay } from './support/screens/first-day.ts'
import { walkMoneyOfManual } from './support/screens/money-of-manual.ts'

const PARTS = ['docs/operating.md', 'docs/banks.md', 'docs/server.md']
const MANUAL = PARTS.map((file) => readFileSync(file, 'utf8')).join('\n')
/** Links of the manual to its pictures, in the order of its steps. */
const picturesOf = (kind: string) =>
  [...MANUAL.matchAll(new RegExp(`screenshots/(${kind}-[\\w-]+)\\.360\\.oscuro\\.webp`, 'g'))].map(([, name]) => name)
const pictures = picturesOf('manual')

test('every picture of the manual is there', () => {
  expect(pictures.filter((name) => !existsSync(`docs/screenshots/${name}.360.oscuro.webp`))).toEqual([])
})

describe.skipIf(chromium === null)('the manual acted out', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  // On a desk each place has a journey of its own.
  test('from an empty installation to an approved purchase and its mail, on a phone', async () => {
    const shop = await openEmptyShop()
    try {
      // Publishing asks for a proof, by a refusal that the panel answers.
      const owner = await openVisitor(browser, PHONE, [/status of 409 .*\/publicar/])
      const buyer = await openVisitor(browser, PHONE)
      const seen: string[] = []
      await walkFirstDay({
        shop,
        page: owner.page,
        visitor: buyer.page,
        see: async (name, page) => {
          seen.push(name)
          await expectAccessible(page, name)
        },
      })
      expect(seen).toEqual(pictures)
      // Before its shop ends, which would be heard.
      await Promise.all([owner.close(), buyer.close()])
    } finally {
      await shop.close()
    }
  })

  // Each of these screens has a journey of its own for its purpose.
  test('the money that came in, from a statement to the dossier and from each source', async () => {
    const shop = await openMoneyShop()
    try {
      // A visitor without a session asks for it once.
      const [{ page, close }, owner] = [
        await openVisitor(browser, PHONE, [/status of 401/]),
        await openVisitor(browser, PHONE, [/status of 401/]),
      ]
      const seen: string[] = []
      await walkMoneyOfManual({ shop, page, owner: owner.page, see: async (name) => void seen.push(name) })
      const shown = seen.filter((name) => name.startsWith('dinero-'))
      expect(shown.sort()).toEqual(picturesOf('dinero').sort())
      await Promise.all([close(), owner.close()])
    } finally {
      await shop.close()
    }
  })
})
