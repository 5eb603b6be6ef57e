import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { PHONE } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { confirm, enterAsOwner } from './support/owner.ts'
import { inside } from './support/product.ts'
import { reportPurchase } from './support/report-purchase.ts'
import { setUpShop } from './support/set-up.ts'

const REFERENCE = '000059762001'

inShop(
  'payments that the bank confirms, without a person',
  {
    prepare: async (env) => {
      await setUpShop(env, { rate: true })
      await inside(env, (ctx) => changeMethod(ctx, 1, { banco: '0169 R4' }, TESTER))
    },
  },
  (shop) => {
    /** The bank's webhook, by the panel's own call. @returns what the bank sends its notices with. */
    async function addBank(page: Page, codigo: string): Promise<{ ruta: string; clave: string }> {
      return page.evaluate(async (code) => {
        const answer = await fetch('/api/panel/fuentes', {
          method: 'POST',
          headers: { 'x-tombola': 'panel', 'content-type': 'application/json' },
          body: JSON.stringify({ metodo_id: 1, fuente: 'r4', via: 'webhook', nombre: 'R4', ajustes: {}, codigo: code }),
        })
        return (await answer.json()).llave
      }, codigo)
    }

    test('an owner lets it with a code, less needs none, and a purchase shows that it was confirmed so', async () => {
      const { page } = await shop.visitor(PHONE)
      const codes = await enterAsOwner(page, shop.address)
      await page.goto(`${shop.address}/panel/rifas/2`)
      await page.getByText('Apagado: cada pago lo confirma una persona').waitFor()
      await page.getByRole('link', { name: 'Ver cómo se confirma' }).click()
      await page.getByText('Todavía ningún banco le habla a tu tienda').waitFor()
      await page.getByRole('radio', { name: /^El banco, solo/ }).check()
      await page.getByLabel('Pagos al día').fill('0')
      await page.getByRole('button', { name: 'Guardar' }).click()
      await page.getByText('Escribe cuántos pagos, desde 1.').waitFor()
      await page.getByLabel('Pagos al día').fill('40')
      await page.getByLabel('Suma al día').fill('100.000,00')
      await expectAccessibleEverywhere(page, 'confirming without a person, being turned on')
      await page.getByRole('button', { name: 'Guardar' }).click()
      const dialog = page.getByRole('dialog', { name: 'Dejar que el banco confirme pagos' })
      await dialog.getByText('Hasta 40 pagos y Bs.\u00a0100.000,00 al día').waitFor()
      await confirm(dialog, codes, 'Encender')
      await page.getByRole('heading', { name: 'Encendido' }).waitFor()

      await page.getByLabel('Pagos al día').fill('30')
      await page.getByRole('button', { name: 'Guardar' }).click()
      await page.getByText('0 de 30').waitFor()

      const { ruta, clave } = await addBank(page, codes.pop() ?? '')
      const paid = new Date().toISOString()
      await reportPurchase(shop.address, 'carla@ejemplo.test', REFERENCE)
      const told = await fetch(`${shop.address}${ruta}/R4notifica`, {
        method: 'POST',
        headers: { authorization: clave, 'content-type': 'application/json' },
        body: JSON.stringify({
          IdComercio: 'J123456789',
          TelefonoEmisor: '04141234567',
          Concepto: 'rifa',
          BancoEmisor: '134',
          Monto: '2600.00',
          FechaHora: paid,
          Referencia: REFERENCE,
          CodigoRed: '00',
        }),
      })
      expect(told.status).toBe(200)
      await expect
        .poll(async () => {
          await page.reload()
          return page.getByText(/^\d de 30$/).textContent()
        })
        .toBe('1 de 30')
      await expectAccessibleEverywhere(page, 'confirming without a person, turned on')

      await page.goto(`${shop.address}/panel/compras`)
      await page.getByText('Carla Mendoza').first().click()
      await page.getByText('se confirmó sola, con la palabra del banco').waitFor()
      await page.getByText(/^El sistema aprobó la compra/).waitFor()
      await page.goto(`${shop.address}/panel/diario`)
      await page
        .getByText(/cambió qué pagos se confirman solos en «Moto 200 cc»/)
        .first()
        .waitFor()
    })
  },
)
