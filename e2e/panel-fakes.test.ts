import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleEverywhere, onBoth } from './support/both-widths.ts'
import { PHONE } from './support/browser.ts'
import { makeBuyer, reportByCall } from './support/buyer.ts'
import { inDemo } from './support/journey.ts'
import { enter } from './support/owner.ts'

const FAKES = 10
/** One is of the raffle that is sold in bolívares. */
const OF_OTHER_RAFFLE = 2

/** Reports of payments that nobody made, found by what they share and rejected together. */
inDemo(
  'fakes',
  {
    ready: async ({ address }) => {
      for (let number = 0; number < FAKES; number++) await reportFake(address, number)
    },
    told: { ABUSE_LIMITS: 'off' },
  },
  (demo) => {
    test('a group is looked at, one is spared, the others go', async () => {
      const { page } = await demo.visitor(PHONE)
      await enter(page, `${demo.address}/panel/revision`, demo.owner)
      await page.getByRole('link', { name: nameOf(5) }).click()
      await page.getByRole('heading', { name: `Parecidos a este (${FAKES})` }).waitFor()
      await expectAccessibleEverywhere(page, 'what reports share')
      const dialog = page.getByRole('dialog', { name: 'Parecidos a este' })
      await page.getByRole('button', { name: /misma conexión/ }).click()
      // Nobody is picked for their connection: the phones of an operator share one.
      await dialog.getByText('Elige al menos uno.').waitFor()
      await dialog.getByText(/comparten conexión/).waitFor()
      expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0)
      expect(await dialog.getByRole('button', { name: /^Rechazar/ }).isDisabled()).toBe(true)
      await onBoth(page, async () => expect(await rowsInSight(dialog)).toBeGreaterThan(3))
      await dialog.getByRole('button', { name: `Ver el comprobante de ${nameOf(5)}` }).click()
      const look = page.getByRole('dialog', { name: 'Comprobante del reporte' })
      await look.getByRole('img', { name: `Comprobante de ${nameOf(5)}` }).waitFor()
      await expectAccessibleEverywhere(page, 'the proof of one of a group')
      await look.getByRole('button', { name: 'Cerrar' }).click()
      await dialog.getByRole('button', { name: `Elegir todos (${FAKES})` }).click()
      await dialog.getByText(`Se rechazan ${FAKES} de ${FAKES}.`, { exact: false }).waitFor()
      await expectAccessibleEverywhere(page, 'a group of fakes')
      await dialog.getByRole('button', { name: 'Volver' }).click()
      // The data of one person do: two strangers hardly share a phone by chance.
      await page.getByRole('button', { name: /misma cédula/ }).click()
      await dialog.getByText('Se rechazan 2 de 2.', { exact: false }).waitFor()
      await dialog.getByRole('button', { name: 'Volver' }).click()
      await page.getByRole('button', { name: /misma conexión/ }).click()
      await dialog.getByRole('button', { name: `Elegir todos (${FAKES})` }).click()
      await dialog.getByRole('checkbox', { name: nameOf(7) }).uncheck()
      await dialog.getByRole('button', { name: `Rechazar ${FAKES - 1} como falsos` }).click()
      await dialog.getByText(`${FAKES - 1} de ${FAKES - 1} rechazados`).waitFor()
      await dialog.getByRole('button', { name: 'Listo' }).click()
    })
  },
)

/** Rows of the list that are seen whole, with nothing of the dialog over them, on a phone as high as most are. */
async function rowsInSight(dialog: Locator): Promise<number> {
  const page = dialog.page()
  const { width, height } = page.viewportSize() ?? PHONE
  await page.setViewportSize({ width, height: 740 })
  const rows = await dialog.locator('.fakes-list li').evaluateAll((all) => {
    const foot = document.querySelector('.dialog-foot')?.getBoundingClientRect().top ?? 0
    return all.filter((row) => row.getBoundingClientRect().bottom <= foot).length
  })
  await page.setViewportSize({ width, height })
  return rows
}

/** A name takes letters only. */
function nameOf(number: number): string {
  return `Falsa ${String.fromCharCode(65 + number)}ana Ejemplo`
}

/** Each with a person, a reference and a picture of its own: only the connection is the same, and the phone of two. */
async function reportFake(address: string, number: number): Promise<void> {
  const raffles = (await (await fetch(`${address}/api/rifas`)).json()) as { id: number; precio: string }[]
  const raffle = raffles[number === OF_OTHER_RAFFLE ? 1 : 0]
  if (!raffle) throw new Error('the demo has no raffle')
  const buyer = {
    ...makeBuyer(number),
    nombre: nameOf(number),
    telefono: makeBuyer(number === 6 ? 5 : number).telefono,
  }
  await reportByCall(address, buyer, { id_rifa: raffle.id, total: (Number(raffle.precio) * 2).toFixed(2) })
}
