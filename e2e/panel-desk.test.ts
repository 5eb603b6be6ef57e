import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addAskedSource } from '#money/server/bank/testing/asked-source.ts'
import type { Instant } from '#platform/clock.ts'
import { CANNED_REASONS, UNSEEN_REASON } from '#review/reasons.ts'
import { onePagePdf } from '#review/server/testing/write-pdf.ts'
import { DESK, expectAccessible, PHONE, untilTaken } from './support/browser.ts'
import { makeBuyer, reportByCall } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { signIn } from './support/owner.ts'
import { inside } from './support/product.ts'
import { OWNER } from './support/set-up.ts'

/** One payment from its proof to its end. */
inShop('one payment on the desk', {}, (shop) => {
  let buyers = 36_000

  const desk = (page: Page) => page.getByRole('region', { name: 'Pago', exact: true })
  const press = (page: Page, name: string | RegExp) => desk(page).getByRole('button', { name }).click()

  async function report(pdf?: Buffer): Promise<number> {
    return (await reportByCall(shop.address, makeBuyer(++buyers), { total: '10.00', ...(pdf && { pdf }) })).id
  }

  async function open(page: Page, id: number): Promise<void> {
    if (page.url() === 'about:blank') await signIn(page, shop.address, OWNER)
    await page.goto(`${shop.address}/panel/revision/${id}`)
    await desk(page).getByText('Comprobaciones').waitFor()
    // The desk ignores what comes faster than anyone can read.
    await page.waitForTimeout(600)
  }

  test('a PDF shows its first page, which is made larger, turned and seen on the whole screen', async () => {
    const { page } = await shop.visitor(PHONE, [/401/])
    const id = await report(onePagePdf())
    await open(page, id)
    const picture = desk(page).getByRole('img', { name: 'Comprobante que envió el comprador' })
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(500)
    await press(page, 'Ver completo el comprobante, en toda la pantalla')
    const whole = page.getByRole('dialog', { name: 'Comprobante' })
    await whole.getByText('Primera página').waitFor()
    const shown = whole.getByRole('img', { name: 'Comprobante que envió el comprador' })
    const size = async () => {
      const box = await shown.boundingBox()
      return box ? { width: Math.round(box.width), height: Math.round(box.height) } : null
    }
    await expect.poll(size).not.toBeNull()
    const before = await size()
    await whole.getByRole('button', { name: 'Acercar' }).click()
    await whole.getByText('150 %').waitFor()
    await expect.poll(async () => (await size())?.width).toBeGreaterThan((before?.width ?? 0) * 1.4)
    await whole.getByRole('button', { name: 'Alejar' }).click()
    await whole.getByRole('button', { name: 'Girar' }).click()
    await expect.poll(async () => ((await size())?.width ?? 0) > ((await size())?.height ?? 0)).toBe(true)
    await expectAccessible(page, 'a proof on the whole screen')
    const kept = page.waitForEvent('download')
    await whole.getByRole('link', { name: 'Descargar el original' }).click()
    expect((await kept).suggestedFilename()).toBe('pago.pdf')
    await page.keyboard.press('Escape')
    await whole.waitFor({ state: 'detached' })
  })

  test('that a payment is not in the account is a reason once the account was read after the report', async () => {
    const { page } = await shop.visitor(DESK, [/401|409/])
    const id = await report()
    const dialog = page.getByRole('dialog', { name: 'Rechazar' })
    async function offered() {
      await open(page, id)
      await untilTaken(() => page.keyboard.press('r'), dialog.getByText('Otro motivo'))
      return await dialog.locator('.reason').allTextContents()
    }
    expect(await offered()).toEqual([...CANNED_REASONS.filter((reason) => reason !== UNSEEN_REASON), 'Otro motivo'])

    await inside(shop.env, async (ctx) => {
      const { metodo_id } = await ctx.db.read
        .selectFrom('purchases')
        .select('metodo_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const leido_hasta = (ctx.clock.now() + 60_000) as Instant
      await addAskedSource(ctx, 'bdv', {}, {}, { metodo_id: metodo_id ?? 0, leido_hasta })
    })
    expect(await offered()).toEqual([...CANNED_REASONS, 'Otro motivo'])
  })
})
