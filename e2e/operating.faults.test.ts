import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectAccessible, PHONE } from './support/browser.ts'
import { openEmptyShop } from './support/empty-shop.ts'
import { closed, inPlace } from './support/journey.ts'
import { walkFirstDay } from './support/screens/first-day.ts'

const PARTS = ['docs/operating.md', 'docs/banks.md', 'docs/server.md']
const MANUAL = PARTS.map((file) => readFileSync(file, 'utf8')).join('\n')
/** Links of the manual to its pictures, in the order of its steps. */
const picturesOf = (kind: string) =>
  [...MANUAL.matchAll(new RegExp(`screenshots/(${kind}-[\\w-]+)\\.360\\.oscuro\\.webp`, 'g'))].map(([, name]) => name)
const pictures = picturesOf('manual')

// Each screen of the money has a journey of its own; `npm run screenshots` acts the whole out.
test('every picture of the manual is there', () => {
  const named = [...pictures, ...picturesOf('dinero')]
  expect(named.filter((name) => !existsSync(`docs/screenshots/${name}.360.oscuro.webp`))).toEqual([])
})

/** Screens that no other journey meets, and looks at. */
const OF_FIRST_DAY = new Set([
  ...['manual-crear-acceso', 'manual-inicio-vacio', 'manual-primeros-pasos', 'manual-segundo-paso', 'manual-codigos'],
  ...['manual-correo-prueba', 'manual-listo'],
])

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
        if (OF_FIRST_DAY.has(name)) await expectAccessible(page, name)
      },
    })
    expect(seen).toEqual(pictures)
  })
})
