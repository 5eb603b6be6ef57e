import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectAccessible, PHONE } from './support/browser.ts'
import { openEmptyShop } from './support/empty-shop.ts'
import { closed, inPlace } from './support/journey.ts'
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

// On a desk each place has a journey of its own.
inPlace('the first day of the manual, acted out', closed(openEmptyShop), (shop) => {
  test('from an empty installation to an approved purchase and its mail, on a phone', async () => {
    // Publishing asks for a proof, by a refusal that the panel answers.
    const [owner, buyer] = [await shop.visitor(PHONE, [/status of 409 .*\/publicar/]), await shop.visitor(PHONE)]
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
  })
})

// Each of these screens has a journey of its own for its purpose.
inPlace('the money of the manual, acted out', closed(openMoneyShop), (shop) => {
  test('the money that came in, from a statement to the dossier and from each source', async () => {
    // A visitor without a session asks for it once.
    const [{ page }, owner] = [
      await shop.visitor(PHONE, [/status of 401/]),
      await shop.visitor(PHONE, [/status of 401/]),
    ]
    const seen: string[] = []
    await walkMoneyOfManual({ shop, page, owner: owner.page, see: async (name) => void seen.push(name) })
    const shown = seen.filter((name) => name.startsWith('dinero-'))
    expect(shown.sort()).toEqual(picturesOf('dinero').sort())
  })
})
