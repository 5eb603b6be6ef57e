import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContext } from '#app/server/create-context.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createLog } from '#platform/server/log.ts'
import { eraseBuyers } from '#purchases/server/erase-buyers.ts'
import { annulPurchase } from '#review/server/decision/annul-purchase.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import { deleteMarksOf } from '#review/server/store.ts'
import { DESK, expectAccessible, PHONE } from './support/browser.ts'
import { comeBack, makeBuyer, type Reported, reportByCall } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { enter } from './support/owner.ts'

const REASON = 'El comprobante no se puede leer.'
/** Chromium's complaint about an error answer, or none. */
const FAILED = [/Failed to load resource/, /ERR_FAILED/]

/** The private page of a purchase in each of its states, on a phone and on a desk. */
inShop('the private page', {}, (shop) => {
  /** The operator, at work beside the server. */
  let operator: Ctx
  let buyers = 0

  beforeAll(async () => {
    operator = await createContext(readConfig(shop.env), createLog('silent'))
  })
  afterAll(() => operator?.db.close())

  function buy(cantidad: number): Promise<Reported> {
    buyers += 1
    return reportByCall(shop.address, makeBuyer(30_000 + buyers), { cantidad, total: `${cantidad * 5}.00` })
  }
  const approve = ({ id }: Reported) => approvePurchase(operator, id, null, { actor: TESTER })
  const reject = ({ id }: Reported) => rejectPurchase(operator, id, null, { actor: TESTER, motivo: REASON })
  const open = (page: Page, { enlace }: Reported) => page.goto(shop.address + enlace)
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

  test('an open page shows by itself when the payment is confirmed; an annulled purchase says so', async () => {
    const { page } = await shop.visitor(PHONE)
    const purchase = await buy(12)
    await page.clock.install()
    await open(page, purchase)
    await heading(page, 'Estamos verificando tu pago').waitFor()
    await page.getByText(purchase.codigo).first().waitFor()
    const support = page.getByRole('link', { name: 'Escribir a soporte' }).last()
    expect(new URL((await support.getAttribute('href')) ?? '').searchParams.get('text')).toContain(purchase.codigo)
    const numbers = await approve(purchase)
    await page.clock.fastForward(31_000)
    await heading(page, 'Tus 12 números están listos').waitFor()
    expect(await page.getByRole('list', { name: 'Tus números' }).getByRole('listitem').allTextContents()).toEqual(
      numbers,
    )
    await page.getByText('Dimos por bueno tu pago').waitFor()
    await page.clock.resume()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Compartir mis números' }).isVisible()).toBe(false)
    expect(await page.getByRole('article', { name: /Ticket de/ }).isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    await annulPurchase(operator, purchase.id, null, { actor: TESTER, motivo: 'Pago devuelto.' })
    await page.reload()
    await heading(page, 'Esta compra fue anulada').waitFor()
    await page.getByText('Pago devuelto.').first().waitFor()
    expect(await page.getByRole('list', { name: 'Tus números' }).count()).toBe(0)
  })

  test('a buyer who paid too little reads what to do, and not that the payment is invalid', async () => {
    const { page } = await shop.visitor(PHONE)
    const purchase = await buy(2)
    const motivo = 'Faltan Bs. 120,00, por el mismo Pago Móvil.'
    await rejectPurchase(operator, purchase.id, null, { actor: TESTER, motivo, pide: 'resto' })
    await open(page, purchase)
    await heading(page, 'Revisa el monto de tu pago').waitFor()
    await page.getByText(motivo).waitFor()
    await page
      .getByText(
        'Paga solo lo que falta, nada más, y envía en esta página un comprobante donde se vean los dos pagos. La referencia sigue siendo la del primero. Guardamos tus 2 boletos mientras lo corriges.',
      )
      .waitFor()
    await page.getByText('Corrección pedida').waitFor()
    expect(await page.getByText(/No pudimos validar|Pago no validado/).count()).toBe(0)
  })

  test('a rejected report is corrected, checked like the form, and is in review again', async () => {
    const { page } = await shop.visitor(PHONE)
    const purchase = await buy(2)
    await reject(purchase)
    await open(page, purchase)
    await page.getByText(REASON).first().waitFor()
    await page.getByText(/^Tiempo para corregirlo: (23 horas y 5\d minutos|1 día)/).waitFor()
    await page.getByRole('button', { name: 'Corregir y enviar de nuevo' }).click()
    const send = page.getByRole('button', { name: 'Enviar de nuevo' })
    await send.click()
    await page.getByText('Cambia la referencia, la fecha, quién pagó o el comprobante antes de enviar.').waitFor()
    const proof = page.getByLabel('Subir comprobante')
    await proof.setInputFiles({ name: 'foto.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await page.getByText('Formato no válido. Sube JPG, PNG o PDF.').waitFor()
    await page.getByRole('textbox', { name: 'Referencia del pago' }).fill('')
    await send.click()
    await page.getByText('Por favor, ingresa el Numero de Referencia.').waitFor()
    const reference = '600036000001'
    await page.getByRole('textbox', { name: 'Referencia del pago' }).fill(reference)
    await send.click()
    await heading(page, 'Estamos verificando tu pago').waitFor()
    await page.getByText('Reporte corregido').waitFor()
    await page.getByText(`Pago Móvil, referencia ${reference}`).waitFor()
  })

  test('the ticket is shared: by the phone, by WhatsApp, and as a picture where a browser shares nothing', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.addInitScript(() => {
      const shared: { name: string; type: string; text: string | undefined }[] = []
      Object.assign(window, { shared, refusal: '' })
      Navigator.prototype.canShare = () => true
      Navigator.prototype.share = async (data) => {
        const refusal = Reflect.get(window, 'refusal') as string
        if (refusal !== '') throw new DOMException('no', refusal)
        for (const { name, type } of data?.files ?? []) shared.push({ name, type, text: data?.text })
      }
    })
    const purchase = await buy(12)
    await approve(purchase)
    await open(page, purchase)
    const whatsapp = page.getByRole('link', { name: 'Compartir por WhatsApp' })
    const text = new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
    expect(text).toMatch(
      /^Ya tengo mis números para «Camioneta 4×4»: (\d{4}, ){9}\d{4} y 2 más\. Participa en http:\/\/[^/]+\/rifa$/,
    )
    const share = page.getByRole('button', { name: 'Compartir mis números' })
    await share.click()
    await page.waitForFunction(() => (Reflect.get(window, 'shared') as unknown[]).length === 1)
    expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([
      { name: 'mis-numeros.png', type: 'image/png', text },
    ])
    // Closing the list of apps is an answer.
    await page.evaluate(() => Object.assign(window, { refusal: 'AbortError' }))
    await share.click()
    await share.and(page.locator('[aria-busy=false]')).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    // The browser says that it can, and does not.
    await page.evaluate(() => Object.assign(window, { refusal: 'NotAllowedError' }))
    await share.click()
    const dialog = page.getByRole('dialog', { name: 'Tu ticket' })
    await dialog.getByRole('img', { name: /Imagen de tu ticket/ }).waitFor()
    await dialog.getByText(/mantén presionada la imagen/).waitFor()
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Descargar imagen' }).click()
    const { width, height, format } = await sharp(await (await download).path()).metadata()
    expect([width, format]).toEqual([1080, 'png'])
    expect(height).toBeGreaterThan(600)
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
  })

  test('the secret is told to nobody but the server, in no address', async () => {
    const { page } = await shop.visitor(DESK)
    const purchase = await buy(2)
    const secret = purchase.enlace.split('#')[1] ?? ''
    const told: string[] = []
    page.on('request', (request) => {
      const { host } = new URL(request.url())
      if (host !== new URL(shop.address).host && host !== '') told.push(`asked ${host}`)
      if (JSON.stringify(request.headers()).includes(secret)) told.push(`in a header to ${request.url()}`)
      // Playwright gives the fragment of a page's address too, which the browser keeps.
      if (request.url().split('#')[0]?.includes(secret)) told.push(`in the address ${request.url()}`)
    })
    // Chats make what follows a link part of it.
    await page.goto(`${shop.address}${purchase.enlace}).`)
    await heading(page, 'Estamos verificando tu pago').waitFor()
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await page.waitForURL(`${shop.address}/`)
    expect(told).toEqual([])
    expect(await page.evaluate(() => document.referrer)).not.toContain(secret)
    expect(shop.product.output()).not.toContain(secret)
  })

  test('a link without its secret, or with another, shows nothing and says what to do', async () => {
    const { page } = await shop.visitor(PHONE, FAILED)
    for (const hash of ['', '#nadie', `#${'A'.repeat(22)}`, '#%E0%A4%A']) {
      await page.goto(`${shop.address}/mi-compra${hash}`)
      await heading(page, 'No encontramos esta compra').waitFor()
      await page.goto('about:blank')
    }
    await page.goto(`${shop.address}/mi-compra`)
    // The link that was pasted behind the page's address is followed without loading it again.
    const purchase = await buy(2)
    await page.evaluate((hash) => (location.hash = hash), purchase.enlace.split('#')[1] ?? '')
    await heading(page, 'Estamos verificando tu pago').waitFor()
  })

  test('without a connection, and when too many ask, the purchase is safe and is asked for again', async () => {
    const { page } = await shop.visitor(PHONE, FAILED)
    const purchase = await buy(2)
    const details = 'Intenta de nuevo en 2 minutos.'
    await page.route('**/api/rifas/mi-compra', (route) =>
      route.fulfill({ status: 429, json: { error: 'Demasiadas consultas', details } }),
    )
    await open(page, purchase)
    await page.getByText(`Tu compra está a salvo. ${details}`).waitFor()
    await page.unroute('**/api/rifas/mi-compra')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await heading(page, 'Estamos verificando tu pago').waitFor()
    // Known data stays, marked as possibly old.
    await page.route('**/api/rifas/mi-compra', (route) => route.abort())
    await comeBack(page)
    await page.getByText(/Sin conexión: es lo último que supimos/).waitFor()
    await page.unroute('**/api/rifas/mi-compra')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText(/Sin conexión/).waitFor({ state: 'detached' })
  })

  test('a correction whose line breaks keeps what was changed, and one that arrived counts once', async () => {
    const { page } = await shop.visitor(PHONE, FAILED)
    const purchase = await buy(2)
    await reject(purchase)
    await open(page, purchase)
    await page.getByRole('button', { name: 'Corregir y enviar de nuevo' }).click()
    await page.getByRole('textbox', { name: 'Referencia del pago' }).fill('610000000001')
    await page.route('**/mi-compra/corregir', (route) => route.abort())
    await page.getByRole('button', { name: 'Enviar de nuevo' }).click()
    const cut = page.getByRole('dialog', { name: 'Se cortó la conexión' })
    await cut.getByRole('button', { name: 'Volver al formulario' }).click()
    expect(await page.getByRole('textbox', { name: 'Referencia del pago' }).inputValue()).toBe('610000000001')
    await page.getByRole('button', { name: 'Enviar de nuevo' }).click()
    await cut.waitFor()
    // It arrives; its answer does not, nor does what is asked after it.
    const gone = Promise.withResolvers<void>()
    await page.unroute('**/mi-compra/corregir')
    await page.route('**/mi-compra/corregir', async (route) => {
      await route.fetch()
      await page.route('**/api/rifas/mi-compra', (asked) => asked.abort())
      await gone.promise
      await route.abort()
    })
    await cut.getByRole('button', { name: 'Reintentar' }).click()
    await cut.waitFor({ state: 'detached' })
    gone.resolve()
    await cut.waitFor()
    await page.unrouteAll()
    await cut.getByRole('button', { name: 'Reintentar' }).click()
    await heading(page, 'Estamos verificando tu pago').waitFor()
    expect(await page.getByText('Reporte corregido').count()).toBe(1)
  })

  test('a decision that arrives while the buyer is typing takes the form away', async () => {
    const { page } = await shop.visitor(PHONE)
    const purchase = await buy(2)
    await open(page, purchase)
    await page.getByRole('button', { name: 'Corregir y enviar de nuevo' }).click()
    await page.getByRole('textbox', { name: 'Referencia del pago' }).fill('620000000001')
    await approve(purchase)
    await comeBack(page)
    await heading(page, 'Tus 2 números están listos').waitFor()
    expect(await page.getByRole('textbox', { name: 'Referencia del pago' }).count()).toBe(0)
  })

  test('when the grace time is over it says what is still possible', async () => {
    const { page } = await shop.visitor(PHONE)
    const purchase = await buy(2)
    await reject(purchase)
    await open(page, purchase)
    await page.getByText(/^Tiempo para corregirlo/).waitFor()
    await operator.db.write('prueba', (tx) =>
      tx
        .updateTable('reservations')
        .set({ vence_en: (Date.now() - 1) as never })
        .where('id', '=', tx.selectFrom('purchases').select('reserva_id').where('id', '=', purchase.id))
        .execute(),
    )
    await comeBack(page)
    await page.getByText(/apartamos otros al azar mientras queden/).waitFor()
    expect(await page.getByText(/^Tiempo para corregirlo/).count()).toBe(0)
    await operator.db.write('prueba', (tx) =>
      tx.updateTable('raffles').set({ estado: 'cerrada' }).where('id', '=', 1).execute(),
    )
    await comeBack(page)
    await page.getByText(/La venta de esta rifa también terminó/).waitFor()
    expect(await page.getByRole('button', { name: 'Corregir y enviar de nuevo' }).count()).toBe(0)
    await operator.db.write('prueba', (tx) =>
      tx.updateTable('raffles').set({ estado: 'publicada' }).where('id', '=', 1).execute(),
    )
  })

  test('with the keyboard alone', async () => {
    const { page } = await shop.visitor(DESK)
    const purchase = await buy(2)
    await reject(purchase)
    await open(page, purchase)
    const correct = page.getByRole('button', { name: 'Corregir y enviar de nuevo' })
    await tabTo(page, correct)
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Corrige tu reporte')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('630000000001')
    await page.keyboard.press('Enter')
    await heading(page, 'Estamos verificando tu pago').waitFor()
    await expectFocus(page, 'Estamos verificando tu pago')
    await approve(purchase)
    await comeBack(page)
    await tabTo(page, page.getByRole('button', { name: 'Guardar imagen' }))
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /Imagen de tu ticket/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(page, 'Guardar imagen')
  })

  test('a purchase whose data was erased says so, to its buyer and to the team', async () => {
    const { page } = await shop.visitor({ width: 320, height: 640 })
    const purchase = await buy(2)
    const numeros = await approve(purchase)
    await operator.db.write('prueba', async (tx) => {
      await deleteMarksOf(tx, [purchase.id])
      await eraseBuyers(tx, [purchase.id], new Map())
    })
    await open(page, purchase)
    await page.getByText('Tus datos personales se borraron').waitFor()
    expect(await page.getByRole('list', { name: 'Tus números' }).getByRole('listitem').allTextContents()).toEqual(
      numeros,
    )
    await expectAccessible(page, 'la compra borrada')
    await enter(page, `${shop.address}/panel/compras/${purchase.id}`)
    await page.getByText('Sus datos se borraron').waitFor()
    expect(await page.getByRole('link', { name: 'WhatsApp' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Bloquear a esta persona…' }).count()).toBe(0)
    await expectAccessible(page, 'la ficha borrada')
  })
})

async function tabTo(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('the keyboard does not get there')
}

function expectFocus(page: Page, text: string): Promise<unknown> {
  return page.waitForFunction((wanted) => document.activeElement?.textContent?.includes(wanted), text)
}
