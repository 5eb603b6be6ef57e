import { expect, test } from 'vitest'
import { PHONE } from './support/browser.ts'
import { chooseProof, fillForm, makeBuyer, openPayment, paymentDialog } from './support/buyer.ts'
import { closed, inPlace } from './support/journey.ts'
import { enter } from './support/owner.ts'
import { copySampleShop } from './support/sample-shop.ts'
import { translatePages } from './support/translated.ts'

/** A browser that translates the page changes every text of it, before and while it is used. */
inPlace('a page that is translated', closed(copySampleShop), (shop) => {
  const open = async () => {
    const { page } = await shop.visitor(PHONE, [], { quick: true })
    await translatePages(page.context())
    return { page }
  }

  test('keeps a payment through every message, to its end', async () => {
    const { page } = await open()
    const buyer = makeBuyer(501)
    await page.goto(`${shop.address}/rifa`)
    await page.locator('font font').first().waitFor()
    await page.getByRole('button', { name: '+5', exact: true }).click()
    await openPayment(page)
    const payment = paymentDialog(page)
    const send = payment.getByRole('button', { name: 'Confirmar Compra' })
    await send.click()
    await payment.getByText('Por favor, sube el comprobante de pago.').waitFor()
    await payment
      .getByRole('button', { name: /^Copiar/ })
      .first()
      .click()
    await payment.getByText('Copiado').first().waitFor()
    const phone = payment.getByRole('textbox', { name: 'Teléfono' })
    await phone.fill('0414')
    await payment.getByRole('textbox', { name: 'Correo' }).fill('nadie')
    await payment.getByText('El teléfono debe empezar por 04 y tener 11 dígitos.').waitFor()
    await fillForm(page, buyer)
    await payment.getByText('El teléfono debe empezar por 04 y tener 11 dígitos.').waitFor({ state: 'detached' })
    await chooseProof(page, buyer)
    await send.click()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    await page.getByRole('link', { name: 'Ver mi compra' }).click()
    await page.getByRole('heading', { name: /Estamos verificando tu pago/ }).waitFor()
  })

  test('keeps the panel: the search of purchases, a decision', async () => {
    const { page } = await open()
    await enter(page, `${shop.address}/panel/compras`, shop.operator)
    const search = page.getByRole('searchbox', { name: 'Buscar compras' })
    await search.fill('graterol')
    await expect.poll(() => page.locator('.purchase-card').count()).toBe(2)
    await search.fill('zzzz')
    await page.getByRole('heading', { name: 'Nada con eso' }).waitFor()
    await search.fill('')
    await page.locator('.purchase-card').first().click()
    await page
      .getByRole('button', { name: /^Copiar/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Editar' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Correo', { exact: true }).fill('edixon')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText('Escribe tu correo completo, como nombre@gmail.com.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${shop.address}/panel/revision`)
    await page.getByRole('button', { name: /Elegir varios/ }).click()
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Aprobar…' }).click()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})
