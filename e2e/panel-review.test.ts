import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DESK, expectAccessible, PHONE, untilTaken } from './support/browser.ts'
import { inDemo } from './support/journey.ts'
import { enter as enterAt, type SignIn } from './support/owner.ts'
import { operator } from './support/team.ts'

const ANA = operator('Ana', 'revisor')

/** The demo's six payments that wait, and two people who judge them. */
inDemo('the review desk', { team: [ANA] }, (demo) => {
  async function enter(page: Page, who: SignIn): Promise<void> {
    await enterAt(page, `${demo.address}/panel/revision`, who)
    await page.getByRole('link', { name: /Edixon Graterol/ }).waitFor()
  }
  const desk = (page: Page) => page.getByRole('region', { name: 'Pago', exact: true })
  async function open(page: Page, name: RegExp): Promise<void> {
    await page.getByRole('link', { name }).first().click()
    await desk(page).getByRole('heading', { name }).waitFor()
    // The desk ignores what comes faster than anyone can read.
    await page.waitForTimeout(600)
  }

  test('the operator who opens a payment has it: an owner sees the name, and decides once it is taken over', async () => {
    const refusals = [/409/]
    const first = await demo.visitor(PHONE, refusals)
    const second = await demo.visitor(PHONE, refusals)
    await enter(first.page, ANA)
    await open(first.page, /Yusmary Bracho/)
    await enter(second.page, demo.owner)
    await second.page.getByText('La está viendo Ana').first().waitFor()
    await open(second.page, /Yusmary Bracho/)
    await desk(second.page)
      .getByText(/Ana Ejemplo la está revisando/)
      .waitFor()
    const takes = desk(second.page).getByRole('button', { name: 'Tomarla yo' })
    await takes.click()
    await desk(second.page)
      .getByText(/Al aprobar/)
      .waitFor()
    // Behind it the next payment has the same button.
    const approve = desk(second.page)
      .filter({ has: second.page.getByRole('heading', { name: 'Yusmary Bracho' }) })
      .getByRole('button', { name: /^Aprobar/ })
    await untilTaken(() => approve.click({ timeout: 2_000 }), second.page.getByText(/Yusmary Bracho: confirmada/))
  })

  // On a wide screen the desk opens the first payment by itself, and the answers of both are told apart by nothing but chance.
  test('on a slow line, the holder of one payment is never shown on the next', async () => {
    const first = await demo.visitor(PHONE)
    const second = await demo.visitor(PHONE, [/409/])
    await enter(first.page, demo.owner)
    await open(first.page, /Edixon Graterol/)
    await enter(second.page, ANA)
    const payment = /\/revision\/(\d+)/.exec(first.page.url())?.[1]
    const { promise: slow, resolve: answer } = Promise.withResolvers<void>()
    await second.page.route(`**/compras/${payment}/tomar`, async (route) => {
      await slow
      await route.continue()
    })
    await open(second.page, /Edixon Graterol/)
    await leave(second.page)
    await open(second.page, /Eduardo Leal/)
    const late = second.page.waitForResponse((response) => response.status() === 409)
    answer()
    await late
    await second.page.waitForTimeout(300)
    expect(
      await desk(second.page)
        .getByText(/la está revisando/)
        .count(),
    ).toBe(0)
    await desk(second.page)
      .getByText(/Al aprobar/)
      .waitFor()
    for (const { page } of [first, second]) await page.goto(`${demo.address}/panel`)
  })

  /** Which part of the picture its window shows, as shares of its height. */
  async function seenOfProof(page: Page): Promise<[number, number]> {
    const picture = desk(page).getByRole('img', { name: 'Comprobante que envió el comprador' })
    await expect.poll(async () => (await picture.boundingBox())?.height ?? 0).toBeGreaterThan(300)
    return picture.evaluate((image) => {
      const [shown, window] = [image.getBoundingClientRect(), image.closest('section')?.getBoundingClientRect()]
      const of = (y = 0) => (y - shown.top) / shown.height
      return [of(window?.top), of(window?.bottom)] as [number, number]
    })
  }

  /** Leaves the payment: on a phone back to the list, on a wide screen to another. */
  async function leave(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Volver a la lista' }).click()
  }

  test('a correction is asked for, taken back with a key, and asked for again', async () => {
    const { page } = await demo.visitor(PHONE)
    await enter(page, demo.owner)
    await open(page, /Edixon Graterol/)
    // Where banks print amount and reference: above the middle of a tall capture.
    const [from, to] = await seenOfProof(page)
    expect([from, to, from < 0.2, to > 0.45]).toEqual([from, to, true, true])
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'Pedir corrección' })
    await dialog.getByRole('radio', { name: 'Referencia', exact: true }).check()
    await expectAccessible(page, 'asking for a correction')
    await dialog.getByRole('radio', { name: 'La referencia no coincide con el comprobante.' }).check()
    await dialog.getByRole('button', { name: 'Pedir corrección' }).click()
    await page.getByText('Edixon Graterol: corrección pedida', { exact: true }).waitFor()
    await page.waitForTimeout(600)
    await page.keyboard.press('u')
    await desk(page)
      .getByRole('heading', { name: /Edixon Graterol/ })
      .waitFor()
    await desk(page)
      .getByText(/Al aprobar/)
      .waitFor()
  })

  test('the list is filtered in its address, and clean payments are approved together after a preview', async () => {
    // The previous person may keep the open payment for two minutes.
    const { page } = await demo.visitor(DESK, [/409/])
    await enter(page, demo.owner)
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByRole('combobox', { name: 'Método' }).selectOption({ label: 'Binance (1)' })
    await expect.poll(() => new URL(page.url()).searchParams.get('metodo')).toBe('binance')
    await page.getByRole('link', { name: /Edixon Graterol/ }).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: /Carla Mendoza/ }).waitFor()
    await page.getByRole('combobox', { name: 'Método' }).selectOption({ label: 'Todos los métodos' })
    await page.getByRole('link', { name: /Edixon Graterol/ }).waitFor()
    await open(page, /José Luis Parra/)
    await page.getByRole('button', { name: 'Elegir varios' }).click()
    await page.getByRole('button', { name: /Elegir limpios/ }).click()
    await page.getByRole('button', { name: 'Aprobar…' }).click()
    const preview = page.getByRole('dialog', { name: 'Aprobar en lote' })
    await preview.getByText(/Se confirman \d+ boletos por Bs\./).waitFor()
    // In what was paid, as in the sum and in the account where it is looked for: she paid by Zelle.
    await preview.getByRole('listitem').filter({ hasText: 'Maryori Sulbarán' }).getByText('$7,74').waitFor()
    await expectAccessible(page, 'the preview of a bulk approval')
    const approve = preview.getByRole('button', { name: /^Aprobar \d pagos/ })
    await approve.click()
    const result = page.getByRole('dialog', { name: 'Resultado' })
    await result.getByText(/^(\d) de \1 aprobados$/).waitFor()
    await result.getByRole('button', { name: /^Deshacer los \d/ }).click()
    await result.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /Maryori Sulbarán/ }).waitFor()
  })
})
