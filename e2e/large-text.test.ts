import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseProof, fillForm, makeBuyer, openPayment } from './support/buyer.ts'
import { closed, inPlace } from './support/journey.ts'
import { wrongInLargeText } from './support/large-text.ts'
import { enter } from './support/owner.ts'
import { copySampleShop } from './support/sample-shop.ts'

const PHONE = { width: 360, height: 740 }

/** A phone whose text is set larger. The screens are met once, and looked at in each size. */
inPlace('in large text on a phone', closed(copySampleShop), (shop) => {
  /** @returns what is found, screen by screen, and the way to look at one more. */
  function looking(page: Page): { found: string[]; see: (screen: string) => Promise<void> } {
    const found: string[] = []
    const see = async (screen: string) => {
      found.push(...(await wrongInLargeText(page)).map((what) => `${screen}, ${what}`))
    }
    return { found, see }
  }

  test('a purchase is read and made to its end: amounts whole, words unbroken, nothing sideways', async () => {
    const { page } = await shop.visitor(PHONE, [], { quick: true })
    const { found, see } = looking(page)
    const dialog = page.getByRole('dialog')
    await page.goto(`${shop.address}/rifa`)
    await see('raffle')
    await page.getByRole('button', { name: 'Comprar', exact: true }).click()
    await dialog.getByText('Total a pagar').waitFor()
    await see('amount')
    await page.getByRole('button', { name: 'Continuar', exact: true }).click()
    await page.getByRole('button', { name: /^Pago Movil/ }).waitFor()
    await see('method')
    await page.getByRole('button', { name: 'Cerrar' }).first().click()
    await dialog.waitFor({ state: 'detached' })
    await openPayment(page)
    await see('payment')
    const send = page.getByRole('button', { name: 'Confirmar Compra' })
    await send.click()
    await page.getByText('Escribe el nombre').first().waitFor()
    await see('data that lacks')
    await fillForm(page, makeBuyer(77))
    await chooseProof(page, makeBuyer(77))
    await see('data')
    await send.click()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    await see('sent')
    await page.getByRole('link', { name: 'Ver mi compra' }).click()
    await page.getByRole('heading', { name: /Estamos verificando tu pago/ }).waitFor()
    await see('private page')
    await page.goto(`${shop.address}/rifa`)
    await page.getByRole('textbox', { name: /Cédula con la que compraste/ }).fill(makeBuyer(77).cedula)
    await page.getByRole('button', { name: 'Buscar' }).click()
    await dialog.getByText('Tienes 2 boletos en revisión.').waitFor()
    await see('lookup')
    expect(found).toEqual([])
  })

  test('the panel is read and decided in: words unbroken, nothing over another, nothing sideways', async () => {
    const { page } = await shop.visitor(PHONE)
    const { found, see } = looking(page)
    const dialog = page.getByRole('dialog')
    const go = (path: string) => page.goto(`${shop.address}/panel${path}`)
    await enter(page, `${shop.address}/panel`, shop.operator)
    await page.getByRole('heading', { name: 'Disponibilidad' }).waitFor()
    await see('home')
    await page.getByRole('button', { name: 'Más' }).click()
    await dialog.waitFor()
    await see('more places')
    await page.keyboard.press('Escape')
    await go('/revision')
    await page.getByRole('link', { name: /Edixon Graterol/ }).waitFor()
    await see('queue')
    await page.getByRole('button', { name: /Elegir varios/ }).click()
    await page.getByRole('checkbox').first().check()
    await see('bulk')
    await page.getByRole('button', { name: 'Aprobar…' }).click()
    await dialog.waitFor()
    await see('bulk approval')
    await go('/revision')
    await page.getByRole('link', { name: /Eduardo Leal/ }).click()
    await page.getByText('Al aprobar').waitFor()
    await see('desk')
    // The desk ignores what comes faster than anyone can read.
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: /^Rechazar/ }).click()
    await dialog.waitFor()
    await see('rejection')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Pedir corrección' }).click()
    await dialog.waitFor()
    await see('correction')
    await go('/compras')
    const purchase = page.locator('.purchase-card').first()
    await purchase.waitFor()
    await see('purchases')
    await purchase.click()
    await page.locator('.sheet-amount').waitFor()
    await see('purchase')
    await go('/rifas')
    await page.locator('.raffle-row').first().waitFor()
    await see('raffles')
    await page.locator('.raffle-row a').first().click()
    await page.locator('.raffle-head').waitFor()
    await see('raffle')
    expect(found).toEqual([])
  })
})
