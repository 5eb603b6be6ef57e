import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { PHONE } from './support/browser.ts'
import { openPaidShop } from './support/day-of-payments.ts'
import { closed, inPlace } from './support/journey.ts'
import { enter } from './support/owner.ts'

const SEED = 13
const REPORTS = 300
const ROWS = 400

inPlace(
  'a day of payments, on a phone',
  closed(() => openPaidShop(REPORTS, ROWS, SEED)),
  (shop) => {
    /** Chooses the statement in the phone's own list of files. */
    async function choose(page: Page): Promise<void> {
      const chooser = page.waitForEvent('filechooser')
      await page.getByText('Elegir el extracto').tap()
      await (await chooser).setFiles(shop.statement)
    }

    test('of 300 reports the true ones are confirmed in five taps, the rest has its reason, and again nothing is added', async () => {
      const { page } = await shop.visitor(PHONE)
      await enter(page, `${shop.product.address}/panel/conciliacion`)
      let taps = 0
      await page.exposeFunction('tapped', () => {
        taps++
      })
      await page.evaluate(() =>
        document.addEventListener('pointerdown', () => void (window as unknown as { tapped(): void }).tapped(), true),
      )
      await page.getByRole('button', { name: 'Subir extracto' }).tap()
      const dialog = page.getByRole('dialog', { name: /^(Subir|Otro) extracto$/ })
      await choose(page)
      await dialog.getByText('Banco de Venezuela').first().waitFor()
      await dialog.getByText('Según documentación de terceros').waitFor()
      await dialog.getByRole('button', { name: `Importar ${ROWS}` }).tap()
      const confirm = page.locator('.act-go:not([aria-disabled="true"])')
      await confirm.waitFor()
      const exact = Number(/\d+/.exec((await confirm.textContent()) ?? '')?.[0])
      expect(exact).toBeGreaterThanOrEqual(Math.ceil(shop.tellable * 0.95))
      expect(exact).toBeLessThanOrEqual(shop.tellable)
      await confirm.tap()
      const sure = page.getByRole('dialog', { name: 'Confirmar las exactas' })
      await sure.getByRole('button', { name: `Confirmar ${exact}` }).tap()
      await sure.getByRole('heading', { name: `${exact} de ${exact} confirmados` }).waitFor()
      expect(taps).toBe(5)
      await sure.getByRole('button', { name: 'Listo' }).tap()

      // Each row that is left gives its reason.
      await page.getByText('Exacta', { exact: true }).first().waitFor({ state: 'detached' })
      const left = page.getByRole('region', { name: 'Sugerencias' }).locator('.pairs-row:not(.pairs-head)')
      const said = await left.allTextContents()
      expect(said.length).toBeGreaterThan(20)
      expect(said.filter((text) => !/Ojo:|En contra:|pagos? más/.test(text))).toEqual([])
      await expectAccessibleEverywhere(page, 'what is left of a day')
      await page.goto(`${shop.product.address}/panel/conciliacion/sin-dinero`)
      await page
        .getByText(/No visto hasta/)
        .first()
        .waitFor()

      await page.goto(`${shop.product.address}/panel/conciliacion`)
      await page.getByRole('button', { name: 'Otro extracto' }).tap()
      await choose(page)
      await dialog.getByRole('button', { name: 'Importar, sin nada nuevo' }).tap()
      await page.getByText(`0 de ${ROWS} filas eran nuevas`).waitFor()
      await page.getByText(/^Sugerencias/).waitFor()
      expect(await confirm.count()).toBe(0)
    })
  },
)
