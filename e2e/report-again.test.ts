import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, dayInCaracas, type Instant } from '#platform/clock.ts'
import { readPurchase } from '#review/server/routes.ts'
import { expectAccessible, PHONE } from './support/browser.ts'
import { type Buyer, chooseProof, fillForm, makeBuyer, openPayment, paymentDialog } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { inside } from './support/product.ts'

const REFUSED = [/Failed to load resource/, /ERR_/]
const DAY = 86_400_000

/** A report that arrived is told, whatever became of its answer; the day and the reference are what the bank says. */
inShop('a report and its answer', {}, (shop) => {
  let buyers = 0
  const nextBuyer = () => makeBuyer(500_000 + ++buyers)

  const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar Compra' })
  const told = (page: Page) => page.getByRole('dialog', { name: 'Ya recibimos tu reporte' })
  const purchasesOf = ({ referencia }: Buyer) =>
    inside(shop.env, async (ctx) => {
      const own = ctx.db.read.selectFrom('purchases').select('id').where('referencia', '=', referencia)
      return Promise.all((await own.execute()).map(({ id }) => readPurchase(ctx, id, 0)))
    })

  async function fillReport(page: Page, path = '/rifa1'): Promise<Buyer> {
    await page.goto(shop.address + path)
    await openPayment(page)
    const buyer = nextBuyer()
    await fillForm(page, buyer)
    await chooseProof(page, buyer)
    return buyer
  }

  async function expectTold(page: Page, buyer: Buyer): Promise<void> {
    await told(page).getByText(/^TB-/).waitFor()
    await told(page).getByRole('link', { name: 'Ver mi compra' }).waitFor()
    expect(await page.getByText(/Registro duplicado|tiempo terminó|Se acabó el tiempo/).count()).toBe(0)
    expect(await purchasesOf(buyer)).toHaveLength(1)
  }

  test("a reload during 'Procesando pago...' ends at the received report: with its answer, and before it came", async () => {
    for (const answered of [true, false]) {
      const { page } = await shop.visitor(PHONE, REFUSED)
      const arrived = Promise.withResolvers<void>()
      await page.route('**/api/rifas/participantes', async (route) => {
        const answer = await route.fetch()
        arrived.resolve()
        if (answered) await route.fulfill({ response: answer })
      })
      const buyer = await fillReport(page)
      await confirm(page).click()
      await page.getByText('Procesando pago...').waitFor()
      await arrived.promise
      // The answer is kept as soon as it comes, and not after the shortest processing.
      if (answered)
        await expect
          .poll(() => page.evaluate(() => Object.values(sessionStorage).some((kept) => kept.includes('"sent":{'))))
          .toBe(true)
      await page.reload()
      await expectTold(page, buyer)
      await told(page).getByRole('button', { name: 'Cerrar' }).last().click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      // Once it was shown nothing opens it again.
      expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toMatch(/"sent":|"hold":"/)
    }
  })

  test('a duplicated tab and a corrected name after a lost answer are told what was received', async () => {
    const { page } = await shop.visitor(PHONE, REFUSED, { quick: true })
    const buyer = await fillReport(page)
    const twin = await duplicate(page, page.context())
    await paymentDialog(twin).getByText('Paga exactamente').waitFor()
    // The phone keeps the proof, whichever tab it was chosen in.
    await paymentDialog(twin).getByText('pago.jpg').waitFor()
    let losing = true
    await page.route('**/api/rifas/participantes', (route) =>
      losing ? route.fetch().then(() => route.abort()) : route.continue(),
    )
    await confirm(page).click()
    const cut = page.getByRole('dialog', { name: 'Se cortó la conexión' })
    await cut.getByRole('button', { name: 'Volver al formulario' }).click()
    losing = false
    await paymentDialog(page).getByRole('textbox', { name: 'Nombre y apellido' }).fill('Carla María Mendoza')
    await confirm(page).click()
    await expectTold(page, buyer)
    await paymentDialog(twin).getByRole('textbox', { name: 'Nombre y apellido' }).fill('Carla M. Mendoza')
    await confirm(twin).click()
    await expectTold(twin, buyer)
  })

  for (const [path, days, chooses] of [
    ['/rifa', 1, false],
    ['/rifa1', -5 * 365, true],
  ] as const) {
    test(`a phone whose clock is ${days} days off reports today, or the day that was chosen · ${path}`, async () => {
      const { page } = await shop.visitor(PHONE, REFUSED, { quick: true })
      await page.addInitScript((wrong) => {
        const now = Date.now
        Date.now = () => now() + wrong
      }, days * DAY)
      // Midnight may come while it is done: the day is one of the two.
      const either = [dayInCaracas(Date.now() as Instant)]
      const buyer = await fillReport(page, path)
      const today = await page.locator('input[name=fecha]').inputValue()
      either.push(dayInCaracas(Date.now() as Instant))
      expect(either).toContain(today)
      if (chooses) {
        await page.getByRole('button', { name: '¿Pagaste otro día?' }).click()
        const day = page.getByLabel('Fecha del pago')
        expect(await day.locator('option').count()).toBe(8)
        await day.selectOption({ index: 7 })
      }
      await confirm(page).click()
      await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
      const reported = (await purchasesOf(buyer)).map(({ fecha }) => fecha)
      if (!chooses) expect(reported).toEqual([today])
      else expect(either.map((one) => [addDays(one, -7)])).toContainEqual(reported)
    })
  }

  test("the reference is taken out of a bank's message, asked for when there are several, and never cut; paste says when it may not", async () => {
    const context = { viewport: PHONE, permissions: ['clipboard-read', 'clipboard-write'] }
    const page = await (await shop.browser.newContext(context)).newPage()
    await page.goto(`${shop.address}/rifa1`)
    await openPayment(page)
    const reference = paymentDialog(page).getByRole('textbox', { name: 'Referencia del pago' })
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await paymentDialog(page).getByRole('button', { name: 'Pegar' }).click()
    }
    await paste(
      'Recibiste un PagomovilBDV por Bs.12.000,00 del 0412-1234567 Ref: 001234567890 en fecha: 29-03-26 hora: 18:01.',
    )
    await expect.poll(() => reference.inputValue()).toBe('001234567890')
    await paste('Operación exitosa. Referencia 0083726154. Nro de operación 55667788. Monto Bs 6.714,24')
    const which = page.getByRole('dialog', { name: '¿Cuál es la referencia?' })
    await which.getByRole('button', { name: '55667788' }).waitFor()
    await expectAccessible(page, 'several references')
    await which.getByRole('button', { name: '0083726154' }).click()
    await expect.poll(() => reference.inputValue()).toBe('0083726154')
    await paste('Provincial: recibiste un pago movil por Bs. 30,206.00 F2026/08/05H15:51:44')
    const none = page.getByRole('dialog', { name: 'No se pudo pegar' })
    await none.getByRole('button', { name: 'Entendido' }).click()
    expect(await reference.inputValue()).toBe('0083726154')
    // Pasted by the keyboard, it is the same.
    await page.evaluate(() =>
      navigator.clipboard.writeText('Pago Movil de LUISA por Bs. 1900.0 el 31/08/2026; 15:43 REF 062400117788'),
    )
    await reference.focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Control+V')
    await expect.poll(() => reference.inputValue()).toBe('062400117788')
    await reference.fill('abc')
    await reference.blur()
    await paymentDialog(page)
      .getByText('La referencia tiene 4 dígitos o más: cópiala completa de tu comprobante.')
      .waitFor()
    await paste(' 0045 1278 ')
    await expect.poll(() => reference.inputValue()).toBe('00451278')
    await paste('')
    await none.getByText('No hay ningún texto copiado.').waitFor()
    await none.getByRole('button', { name: 'Entendido' }).click()
    expect(await reference.inputValue()).toBe('00451278')
    await page.context().clearPermissions()
    await page.evaluate(() => {
      navigator.clipboard.readText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
    })
    await paymentDialog(page).getByRole('button', { name: 'Pegar' }).click()
    await none.getByText(/necesita tu permiso/).waitFor()
    await page.context().close()
  })
})

/** A tab as a browser duplicates it: with the session of the other. */
async function duplicate(page: Page, context: BrowserContext): Promise<Page> {
  const kept = await page.evaluate(() => Object.entries(sessionStorage))
  const twin = await context.newPage()
  await twin.addInitScript((entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value)
  }, kept)
  await twin.goto(page.url())
  return twin
}
