import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { updateRaffle } from '#raffles/server/store.ts'
import { expectAccessible, PHONE } from './support/browser.ts'
import { type Buyer, chooseProof, fillForm, makeBuyer, openPayment, paymentDialog } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { inside } from './support/product.ts'
import { setUpShop } from './support/set-up.ts'

/** A relative pays, and the amount says whose payment it is. */
inShop(
  'the payer, and the exact amount',
  {
    prepare: async (env) => {
      await setUpShop(env)
      await inside(env, (ctx) => ctx.db.write('sitio', (tx) => updateRaffle(tx, 2, { centimos_unicos: 999 })))
    },
  },
  (shop) => {
    const lastPurchase = () =>
      inside(shop.env, (ctx) =>
        ctx.db.read.selectFrom('purchases').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow(),
      )

    async function send(page: Page, buyer: Buyer): Promise<void> {
      await chooseProof(page, buyer)
      await page.getByRole('button', { name: 'Confirmar Compra' }).click()
      await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    }

    test('360 px: another one paid: one quiet line asks it, a reload loses nothing, and the private page corrects it', async () => {
      const { page } = await shop.visitor(PHONE, [], { quick: true })
      await page.goto(`${shop.address}/rifa`)
      const payment = await openPayment(page)
      const buyer = makeBuyer(1)
      await fillForm(page, buyer)
      await payment.getByRole('button', { name: '¿Pagó otra persona?' }).click()
      const payer = payment.getByRole('region', { name: 'Quién pagó' })
      await payer.getByRole('combobox', { name: 'Su banco' }).selectOption('0105')
      await payer.getByRole('textbox', { name: 'Su cédula o RIF' }).fill('V-9.876.543')
      await payer.getByRole('textbox', { name: 'Su teléfono' }).fill('0424')
      await payer.getByRole('textbox', { name: 'Su cédula o RIF' }).focus()
      await payer.getByText('El teléfono debe empezar por 04').waitFor()
      await expectAccessible(page, 'another payer')
      await payer.getByRole('textbox', { name: 'Su teléfono' }).fill('04241112233')
      await expect.poll(() => payer.locator('.field-error').count()).toBe(0)
      await page.reload()
      await expect.poll(() => payer.getByRole('textbox', { name: 'Su cédula o RIF' }).inputValue()).toBe('V-9.876.543')
      await send(page, buyer)
      expect(await lastPurchase()).toMatchObject({
        pagador_banco: '0105',
        pagador_telefono: '584241112233',
        pagador_cedula: 'V9876543',
      })

      await page.goto(`${shop.address}/mi-compra#${(await lastPurchase()).secreto}`)
      await page.getByRole('button', { name: 'Corregir' }).click()
      await page.getByText('Dijiste que pagó otra persona').waitFor()
      await page.getByRole('button', { name: '¿Pagó otra persona?' }).click()
      await page.getByRole('combobox', { name: 'Su banco' }).selectOption('0134')
      await expectAccessible(page, 'the correction')
      await page.getByRole('button', { name: 'Enviar de nuevo' }).click()
      await expect.poll(async () => (await lastPurchase()).pagador_banco).toBe('0134')
      expect(await lastPurchase()).toMatchObject({ pagador_cedula: 'V9876543' })
    })

    test('360 px: with unique céntimos the exact amount is the buyer’s own, said in one sentence, also after a reload', async () => {
      const { page } = await shop.visitor(PHONE, [], { quick: true })
      await page.goto(`${shop.address}/rifa1`)
      const payment = await openPayment(page)
      const exact = payment.getByText(/^Bs\.\s2\.60\d,\d\d$/)
      await exact.waitFor()
      const amount = ((await exact.textContent()) ?? '').trim()
      const own = Math.round((Number(amount.slice(4).replace('.', '').replace(',', '.')) - 2600) * 100)
      const added = `Bs. ${(own / 100).toFixed(2).replace('.', ',')}`
      await payment.getByText(`Incluye ${added} que son solo de tu compra`).waitFor()
      expect(await payment.getByText('El precio o la tasa cambió').count()).toBe(0)
      await expectAccessible(page, 'unique céntimos')
      await page.reload()
      await paymentDialog(page).getByText(amount, { exact: true }).waitFor()
      const buyer = makeBuyer(2)
      await fillForm(page, buyer)
      await send(page, buyer)
      expect(await lastPurchase()).toMatchObject({
        monto: (2600 + own / 100).toFixed(2),
        centimos_unicos: own,
        total: '2600.00',
      })
    })
  },
)
