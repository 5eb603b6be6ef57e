import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { addAskedSource } from '#movements/server/testing/asked-source.ts'
import type { Instant } from '#platform/clock.ts'
import { CANNED_REASONS, UNSEEN_REASON } from '#review/reasons.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { onePagePdf } from '#review/server/testing/write-pdf.ts'
import { DESK, expectAccessible, PHONE, untilTaken } from './support/browser.ts'
import { type Buyer, makeBuyer, reportByCall } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { type SignIn, signIn } from './support/owner.ts'
import { inside } from './support/product.ts'
import { OWNER } from './support/set-up.ts'
import { operator } from './support/team.ts'

const ANA = operator('Ana', 'revisor')
const LECTOR = operator('Luis', 'lector')

/** One payment from its proof to its end, in each role. */
inShop('one payment on the desk', { team: [ANA, LECTOR] }, (shop) => {
  let buyers = 36_000

  const desk = (page: Page) => page.getByRole('region', { name: 'Pago', exact: true })
  const press = (page: Page, name: string | RegExp) => desk(page).getByRole('button', { name }).click()

  const approve = (page: Page, nombre: string) =>
    untilTaken(
      () =>
        // Behind it the next payment has the same button.
        desk(page)
          .filter({ has: page.getByRole('heading', { name: nombre }) })
          .getByRole('button', { name: /^Aprobar/ })
          .click({ timeout: 2_000 }),
      page.getByText(`${nombre}: confirmada`),
    )

  async function report(pdf?: Buffer, id_rifa = 1): Promise<Buyer & { id: number }> {
    const buyer = { ...makeBuyer(++buyers), nombre: `Carla Mendoza ${String.fromCodePoint(65 + (buyers % 26))}` }
    const total = id_rifa === 1 ? '10.00' : '2600.00'
    const { id } = await reportByCall(shop.address, buyer, { id_rifa, total, ...(pdf ? { pdf } : {}) })
    return { ...buyer, id }
  }

  async function open(page: Page, who: SignIn, id: number): Promise<void> {
    if (page.url() === 'about:blank') await signIn(page, shop.address, who)
    await page.goto(`${shop.address}/panel/revision/${id}`)
    await desk(page).getByText('Comprobaciones').waitFor()
    // The desk ignores what comes faster than anyone can read.
    await page.waitForTimeout(600)
  }

  test('a PDF shows its first page, which is made larger, turned and seen on the whole screen', async () => {
    const { page } = await shop.visitor(PHONE, [/401/])
    const { id } = await report(onePagePdf())
    await open(page, OWNER, id)
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

  test('an approval is taken back, given again, and annulled by an owner with a reason', async () => {
    const { page } = await shop.visitor(DESK, [/401/, /409/])
    const { id, nombre } = await report()
    await open(page, OWNER, id)
    await approve(page, nombre)
    await page.getByRole('button', { name: 'Deshacer' }).first().click()
    await desk(page)
      .getByText(/Al aprobar/)
      .waitFor()
    await approve(page, nombre)
    await open(page, OWNER, id)
    await press(page, 'Anular…')
    const dialog = page.getByRole('dialog', { name: 'Anular' })
    await dialog.getByText('No se puede deshacer').waitFor()
    await expectAccessible(page, 'annulling')
    // Listed reasons leave at once; one's own words need a second factor.
    await dialog.getByRole('radio', { name: 'Otro motivo' }).check()
    await dialog.getByText('Activa primero tu segundo paso').waitFor()
    await dialog.getByRole('link', { name: 'Activarlo en tu cuenta' }).waitFor()
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    await dialog.getByRole('radio', { name: /Te devolvemos tu dinero/ }).check()
    await dialog.getByRole('button', { name: 'Anular' }).click()
    await desk(page).getByText('Anulada: sus números volvieron a la venta.').waitFor()
    await page.goto(`${shop.address}/panel/compras/${id}`)
    await page.getByText('Te devolvemos tu dinero: escríbenos para acordarlo.').first().waitFor()
  })

  test('where the sale is over nothing claims to go back on sale', async () => {
    const { page } = await shop.visitor(PHONE, [/401/])
    const [sold, waiting] = [await report(undefined, 2), await report(undefined, 2)]
    await inside(shop.env, async (ctx) => {
      await approvePurchase(ctx, sold.id, null, { actor: TESTER })
      await ctx.db.write('prueba', (tx) =>
        tx.updateTable('raffles').set({ estado: 'cerrada', gracia_segundos: 0 }).where('id', '=', 2).execute(),
      )
    })

    await open(page, OWNER, waiting.id)
    const says = async (button: string, name: string) => {
      const dialog = page.getByRole('dialog', { name, exact: true })
      // The dialogs are a part of their own: a press before they are here opens none.
      await untilTaken(() => desk(page).getByRole('button', { name: button }).click({ timeout: 2_000 }), dialog)
      const text = await dialog.getByText(/Sus 2 boletos/).textContent()
      await dialog.getByRole('button', { name: 'Cancelar' }).click()
      await dialog.waitFor({ state: 'detached' })
      return text
    }
    expect(await says('Rechazar', 'Rechazar')).toContain('dejan de participar (la venta ya terminó).')
    expect(await says('Pedir corrección', 'Pedir corrección')).toContain('ya no podrá corregir')

    await open(page, OWNER, sold.id)
    await press(page, 'Anular…')
    const dialog = page.getByRole('dialog', { name: 'Anular' })
    await dialog.getByText(/Sus 2 boletos dejan de participar/).waitFor()
    await dialog.getByRole('button', { name: 'Anular' }).click()
    await dialog.getByText('Elige o escribe el motivo: el comprador lo va a leer.').waitFor()
    await dialog.getByRole('radio', { name: /Te devolvemos tu dinero/ }).check()
    await dialog.getByRole('button', { name: 'Anular' }).click()
    await desk(page).getByText('Anulada: sus números no participan. La venta ya terminó.').waitFor()
    expect(
      await desk(page)
        .getByText(/a la venta/)
        .count(),
    ).toBe(0)
  })

  test('an owner takes over a payment of somebody else; a lector looks and decides nothing', async () => {
    const ana = await shop.visitor(DESK, [/401|409/])
    const owner = await shop.visitor(DESK, [/401|409/])
    const { id, nombre } = await report()
    await open(ana.page, ANA, id)
    await open(owner.page, OWNER, id)
    await desk(owner.page)
      .getByText(/Ana Ejemplo la está revisando/)
      .waitFor()
    await press(owner.page, 'Tomarla yo')
    await desk(owner.page)
      .getByText(/Al aprobar/)
      .waitFor()
    await approve(owner.page, nombre)

    const lector = await shop.visitor(DESK, [/401|404/])
    const waiting = await report()
    await open(lector.page, LECTOR, waiting.id)
    await desk(lector.page).getByText('Tu papel es lector: puedes mirar, no decidir.').waitFor()
    expect(
      await desk(lector.page)
        .getByRole('button', { name: /^Aprobar/ })
        .getAttribute('aria-disabled'),
    ).toBe('true')
    await lector.page.keyboard.press('a')
    await expectAccessible(lector.page, 'the desk of a lector')
    await lector.page.reload()
    await desk(lector.page)
      .getByRole('button', { name: /^Aprobar/ })
      .waitFor()
  })

  test('that a payment is not in the account is a reason once the account was read after the report', async () => {
    const { page } = await shop.visitor(DESK, [/401|409/])
    const { id } = await report()
    const dialog = page.getByRole('dialog', { name: 'Rechazar' })
    async function offered() {
      await open(page, OWNER, id)
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
    await page.keyboard.press('Enter')
    await dialog.getByText('Elige o escribe el motivo: el comprador lo va a leer.').waitFor()
  })
})
