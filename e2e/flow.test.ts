import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { expectAccessible, PHONE, withoutDialogs, withoutProcessing } from './support/browser.ts'
import {
  openPayment as buyUpToPayment,
  fillForm,
  makeBuyer,
  paymentDialog as payment,
  proofPicture,
} from './support/buyer.ts'
import { inShop } from './support/journey.ts'

/** WhatsApp's own browser; those of Instagram and Facebook differ in what they call themselves, which no page reads. */
const AGENT =
  'Mozilla/5.0 (Linux; Android 13; SM-A045M) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 WhatsApp/2.24.9.78 A'

/** The purchase when things go wrong: the phone sleeps, the tab dies, the line breaks, the finger slips. */
inShop('the purchase flow', {}, (shop) => {
  let buyers = 0

  const free = async (raffle: number) => {
    const answer = await fetch(`${shop.address}/api/rifas/${raffle}/status`)
    return ((await answer.json()) as { data: { rifa: { numeros_disponibles: number } } }).data.rifa.numeros_disponibles
  }

  async function openPayment(page: Page, path = '/rifa'): Promise<void> {
    // A dialog that has just closed takes its step out of the history: faster than any hand, this would be stopped by it.
    await page.waitForFunction(() => history.state?.dialog !== true)
    await page.goto(shop.address + path)
    await buyUpToPayment(page)
  }

  async function fill(page: Page): Promise<string> {
    const buyer = makeBuyer(++buyers)
    await fillForm(page, buyer)
    return buyer.referencia
  }

  async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
    await payment(page).getByLabel('Subir comprobante').setInputFiles({ name, mimeType, buffer })
  }

  const small = () => proofPicture({ referencia: String(buyers) })

  /** A file in a folder of its own: a browser takes a large one in less time by its path. @returns the path. */
  async function onDisk(name = 'pago.jpg', file: Buffer | Promise<Buffer> = small()): Promise<string> {
    const path = join(await mkdtemp(join(tmpdir(), 'tombola-e2e-')), name)
    await writeFile(path, await file)
    return path
  }

  test("a tab that was closed behind the bank's app comes back to its payment, also where a server that fails says nothing of it", async () => {
    const { page } = await shop.visitor(PHONE, [/Failed to load/])
    await openPayment(page)
    const reference = await fill(page)
    const before = await free(1)
    await page.route('**/api/rifas/apartado', (route) => route.fulfill({ status: 503, json: { error: 'x' } }))
    await page.reload()
    const wait = page.getByRole('dialog', { name: 'Volviendo a tu compra' })
    await wait.getByText('No pudimos consultar tu compra.').waitFor()
    await page.unroute('**/api/rifas/apartado')
    await wait.getByRole('button', { name: 'Reintentar' }).click()
    await payment(page).getByText('Paga exactamente').waitFor()
    expect(await payment(page).getByRole('textbox', { name: 'Referencia del pago' }).inputValue()).toBe(reference)
    expect(await free(1)).toBe(before)
    await page.goBack()
    await page.getByRole('dialog', { name: 'Elige tu metodo de Pago' }).waitFor()
    await page.getByText('siguen apartados').waitFor()
    await page.goBack()
    await page.getByRole('dialog', { name: 'Verifica el monto antes de continuar' }).waitFor()
    await page.goBack()
    // The question about typed text is where the text is.
    const asks = page.getByRole('dialog', { name: '¿Salir sin reportar tu pago?' })
    await asks.getByRole('button', { name: 'Seguir aquí' }).click()
    expect(await payment(page).getByRole('textbox', { name: 'Referencia del pago' }).inputValue()).toBe(reference)
    expect(await free(1)).toBe(before)
    for (const before of ['Elige tu metodo de Pago', 'Verifica el monto antes de continuar']) {
      await page.goBack()
      await page.getByRole('dialog', { name: before }).waitFor()
    }
    await page.goBack()
    await asks.getByRole('button', { name: /^Salir/ }).click()
    await withoutDialogs(page)
    expect(new URL(page.url()).pathname).toBe('/rifa')
    await expect.poll(() => free(1)).toBe(before + 2)
    await openPayment(page)
    expect(await payment(page).getByRole('textbox', { name: 'Referencia del pago' }).inputValue()).toBe(reference)
  })

  test('a tab that was killed is gone on with in another one, without the document, and nowhere once it is left', async () => {
    const { page } = await shop.visitor(PHONE)
    await openPayment(page, '/rifa1')
    const reference = await fill(page)
    await choose(page, 'pago.jpg', 'image/jpeg', await small())
    await payment(page).getByText('pago.jpg').waitFor()
    const held = await free(2)
    const other = await page.context().newPage()
    await page.close()
    await other.goto(`${shop.address}/rifa1`)
    await expectAccessible(other, 'a raffle with a purchase that was left')
    await other.getByRole('button', { name: 'Sigue tu compra' }).click()
    await payment(other).getByText('pago.jpg').waitFor()
    const typed = (name: string) => payment(other).getByRole('textbox', { name }).inputValue()
    expect([await typed('Nombre y apellido'), await typed('Referencia del pago')]).toEqual(['Carla Mendoza', reference])
    expect(await typed('Cédula')).toBe('')
    expect(await other.evaluate(() => JSON.stringify(localStorage))).not.toContain(String(20_000_000 + buyers))
    expect(await free(2)).toBe(held)
    await payment(other).getByRole('button', { name: 'Cerrar' }).click()
    await other.getByRole('button', { name: /^Salir/ }).click()
    await withoutDialogs(other)
    await expect.poll(() => free(2)).toBe(held + 2)
    expect(await other.getByRole('button', { name: 'Sigue tu compra' }).count()).toBe(0)
    expect(await other.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('compra:')))).toEqual([])
  })

  test('closing asks when something was typed, and gives the tickets back', async () => {
    const { page } = await shop.visitor(PHONE)
    await openPayment(page)
    const held = await free(1)
    await page.keyboard.press('Escape')
    await withoutDialogs(page)
    await expect.poll(() => free(1)).toBe(held + 2)
    await openPayment(page)
    await fill(page)
    await page.keyboard.press('Escape')
    const asks = page.getByRole('dialog', { name: '¿Salir sin reportar tu pago?' })
    await asks.getByRole('button', { name: 'Seguir aquí' }).click()
    await payment(page).getByRole('button', { name: 'Cerrar' }).click()
    await asks.getByRole('button', { name: 'Salir y liberar los boletos' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => free(1)).toBe(held + 2)
  })

  test('a report whose answer was lost is never called cancelled: sending again tells, also after a reload', async () => {
    const { page } = await shop.visitor(PHONE, [/ERR_|Failed to load/], { quick: true })
    // The same file, chosen again, has the same age.
    const picture = await onDisk()
    let losing = true
    await page.route('**/api/rifas/participantes', (route) =>
      losing ? route.fetch().then(() => route.abort()) : route.continue(),
    )
    const cut = page.getByRole('dialog', { name: 'Se cortó la conexión' })
    const sent = page.getByRole('dialog', { name: 'Pago enviado' })
    const lose = async () => {
      losing = true
      await openPayment(page)
      await fill(page)
      await payment(page).getByLabel('Subir comprobante').setInputFiles(picture)
      await page.getByText('pago.jpg').waitFor()
      await page.getByRole('button', { name: 'Confirmar Compra' }).click()
      await cut.waitFor()
      losing = false
    }
    const told = page.getByRole('dialog', { name: 'Ya recibimos tu reporte' })
    await lose()
    // Nobody says what became of the hold that is over: then it may have arrived.
    await page.route('**/compra', (route) => route.abort())
    await cut.getByRole('button', { name: 'Volver al formulario' }).click()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await cut.getByText('El tiempo terminó: reintenta para saber si nos llegó.').waitFor()
    expect(await page.getByText('cancelamos').count()).toBe(0)
    await cut.getByRole('button', { name: 'Reintentar' }).click()
    await sent.getByRole('link', { name: 'Ver mi compra' }).waitFor()
    // Its code and link survive every reload until the buyer closes them; typed text does not.
    const code = (await sent.getByText(/^TB-/).textContent()) ?? 'none'
    for (let times = 0; times < 2; times += 1) {
      await page.reload()
      await told.getByText(code, { exact: true }).waitFor()
      // It may be decided by now: only the purchase's page has its state.
      expect(await told.getByText('En revisión').count()).toBe(0)
      await told.getByRole('link', { name: 'Ver mi compra' }).waitFor()
    }
    expect(await page.evaluate(() => Object.values(sessionStorage).join(' '))).not.toMatch(/Mendoza|ejemplo\.test/)
    await told.getByRole('button', { name: 'Cerrar' }).last().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate((kept) => Object.values(sessionStorage).join(' ').includes(kept), code)).toBe(false)
    await page.unroute('**/compra')

    await lose()
    await page.reload()
    await told.getByRole('link', { name: 'Ver mi compra' }).waitFor()
    expect(await page.getByText('cancelamos').count()).toBe(0)
    await told.getByRole('button', { name: 'Cerrar' }).last().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    // One that never arrived is not called lost either: the buyer may send it again.
    await page.route('**/api/rifas/participantes', (route) => route.abort())
    await openPayment(page)
    await fill(page)
    await payment(page).getByLabel('Subir comprobante').setInputFiles(picture)
    await page.getByText('pago.jpg').waitFor()
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    await cut.waitFor()
    await page.route('**/api/rifas/apartado', (route) =>
      route.fulfill({ status: 404, json: { error: 'x', details: 'y', code: 'APARTADO_VENCIDO' } }),
    )
    await page.reload()
    const doubt = page.getByRole('dialog', { name: 'Falta saber si tu reporte llegó' })
    await doubt.waitFor()
    expect(await page.getByText('cancelamos').count()).toBe(0)
    await page.unroute('**/api/rifas/participantes')
    await doubt.getByRole('button', { name: 'Enviarlo otra vez' }).click()
    await payment(page).getByLabel('Subir comprobante').setInputFiles(picture)
    await page.getByText('pago.jpg').waitFor()
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    await sent.getByRole('link', { name: 'Ver mi compra' }).waitFor()
    await rm(dirname(picture), { recursive: true })
  })

  test('a proof that another app takes away after it was chosen is sent; an unreadable one is asked for again', async () => {
    const { page } = await shop.visitor(PHONE, [], { quick: true })
    await openPayment(page)
    await fill(page)
    const lent = await onDisk()
    await page.evaluate(() => {
      const { arrayBuffer } = File.prototype
      File.prototype.arrayBuffer = () => {
        File.prototype.arrayBuffer = arrayBuffer
        return Promise.reject(new DOMException('gone', 'NotReadableError'))
      }
    })
    const proof = payment(page).getByLabel('Subir comprobante')
    await proof.setInputFiles(lent)
    await payment(page).getByText('No pudimos leer ese archivo. Elígelo otra vez.').waitFor()
    await proof.setInputFiles(lent)
    await page.getByText('pago.jpg').waitFor()
    await rm(dirname(lent), { recursive: true })
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
  })

  test('a double tap on each button holds once and reports once', async () => {
    const { page } = await shop.visitor(PHONE, [], { quick: true })
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
    })
    await page.goto(`${shop.address}/rifa1`)
    await page.getByRole('button', { name: 'Comprar' }).dblclick()
    await page.getByRole('button', { name: /Pago Movil/ }).dblclick()
    await payment(page).getByText('Paga exactamente').waitFor()
    await fill(page)
    await choose(page, 'pago.jpg', 'image/jpeg', await small())
    await page.getByText('pago.jpg').waitFor()
    await page.getByRole('button', { name: 'Confirmar Compra' }).dblclick()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    expect(posts).toEqual(['/api/rifas/2/apartados', '/api/rifas/participantes'])
  })

  test("a phone's photo is turned upright and made smaller before it travels, a PDF and a small file never", async () => {
    const { page } = await shop.visitor(PHONE, [], { quick: true })
    await openPayment(page)
    // Noise does not compress: this is heavier than five megabytes, as a new phone's photo is. One that is held upright saves the picture
    // lying and says so: orientation 6.
    const gaussian = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const noise = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#888', noise: gaussian } })
    const photo = await onDisk(
      'IMG_0001.jpg',
      noise(3000, 1500).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer(),
    )
    expect((await stat(photo)).size).toBeGreaterThan(5 * 1024 * 1024)
    const proof = payment(page).getByLabel('Subir comprobante')
    const size = page.locator('.chosen p span')
    const picture = () =>
      page.locator('.chosen img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
    const again = () => payment(page).getByRole('button', { name: 'Quitar comprobante' }).click()
    await proof.setInputFiles(photo)
    await expect.poll(() => size.textContent()).toMatch(/^([0-4],\d MB|\d{1,3} KB)$/)
    await expect.poll(picture).toEqual([1100, 2200])
    await again()
    const pdf = await onDisk('recibo.pdf', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2 * 1024 * 1024)]))
    await proof.setInputFiles(pdf)
    await expect.poll(() => size.textContent()).toBe('2,0 MB')
    await again()
    // A long screenshot keeps its letters; what becomes a JPEG is called one.
    const screenshot = await onDisk('captura.png', noise(1000, 3200).png({ compressionLevel: 1 }).toBuffer())
    await proof.setInputFiles(screenshot)
    await expect.poll(picture).toEqual([1000, 3200])
    await fill(page)
    await page.evaluate(() => {
      const { send } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.send = function (body) {
        const { name, type } = (body as FormData).get('comprobante') as File
        Object.assign(window, { sent: [name, type] })
        send.call(this, body)
      }
    })
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'sent'))).toEqual(['captura.jpg', 'image/jpeg'])
    for (const path of [photo, pdf, screenshot]) await rm(dirname(path), { recursive: true })
  })

  test('inside the browser of a chat a purchase opens no window and offers files by type', async () => {
    const context = await shop.browser.newContext({ viewport: PHONE, userAgent: AGENT, hasTouch: true, isMobile: true })
    await withoutProcessing(context)
    const page = await context.newPage()
    // These browsers have neither; the page must not need them.
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'clipboard')
      Reflect.deleteProperty(Navigator.prototype, 'share')
    })
    let windows = 0
    context.on('page', () => {
      windows += 1
    })
    await openPayment(page, '/rifa1')
    await payment(page).getByRole('button', { name: 'Copiar teléfono' }).tap()
    await payment(page).getByText('Copiado').first().waitFor()
    expect(await payment(page).getByLabel('Subir comprobante').getAttribute('accept')).toBe(
      'image/jpeg,image/png,application/pdf',
    )
    await fill(page)
    // Without a type and an ending, as some hand it over.
    await choose(page, 'pago', '', await small())
    await payment(page).getByText('pago', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Confirmar Compra' }).tap()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    expect(windows).toBe(0)
    await context.close()
  })
})
