import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '#app/server/create-context.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/log.ts'
import { annulPurchase } from '#review/server/annul-purchase.ts'
import { DESK, expectAccessible, launchBrowser, openVisitor, PHONE } from './support/browser.ts'
import { chromium } from './support/chromium.ts'
import { createInstallation, type Installation, type Product, startProduct, tombolaJson } from './support/product.ts'
import { setUpShop } from './support/set-up.ts'

/** The private page of a purchase in each of its states, and the lookup by cédula. */
describe.skipIf(chromium === null)('after the report', () => {
  let browser: Browser
  let installation: Installation
  let product: Product
  let buyers = 0

  beforeAll(async () => {
    installation = await createInstallation(null)
    await setUpShop(installation.env)
    product = await startProduct(installation.env)
    browser = await launchBrowser()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await installation?.remove()
  })

  interface Bought {
    id: number
    codigo: string
    enlace: string
    cedula: string
  }

  async function buy(quantity: number, cedula = String(30_000_000 + ++buyers)): Promise<Bought> {
    buyers += 1
    const form = new FormData()
    const fields = {
      cantidad_tickets: String(quantity),
      total: `${quantity * 5}.00`,
      nombre: 'Carla Mendoza',
      cedula: `V${cedula}`,
      telefono: '04141234567',
      correo: 'carla@ejemplo.test',
      referencia: String(500_000_000_000 + buyers),
      id_rifa: '1',
      metodo_pago: 'Pago Movil',
    }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const background = { r: buyers % 255, g: 40, b: 200 }
    const picture = await sharp({ create: { width: 60, height: 90, channels: 3, background } })
      .jpeg()
      .toBuffer()
    form.append('comprobante', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'pago.jpg')
    const answer = await fetch(`${product.address}/api/rifas/participantes`, { method: 'POST', body: form })
    const bought = (await answer.json()) as Bought
    expect(answer.status, JSON.stringify(bought)).toBe(201)
    return { ...bought, cedula }
  }
  const decide = (deed: 'approve' | 'reject', { id }: Bought, ...more: string[]) =>
    tombolaJson(installation.env, ['purchases', deed, String(id), ...more])
  const open = (page: Page, { enlace }: Bought) => page.goto(product.address + enlace)

  for (const viewport of [PHONE, DESK]) {
    describe(`${viewport.width} px`, () => {
      test('a page that is open says by itself when the payment is confirmed, and the ticket is shared', async () => {
        const { page, complaints, close } = await openVisitor(browser, viewport)
        await page.addInitScript(() => {
          Reflect.deleteProperty(Navigator.prototype, 'share')
          Reflect.deleteProperty(Navigator.prototype, 'canShare')
        })
        const purchase = await buy(12)
        await page.clock.install()
        await open(page, purchase)
        await page.getByRole('heading', { name: 'Estamos verificando tu pago' }).waitFor()
        await expectAccessible(page, 'a purchase in review')
        await decide('approve', purchase)
        await page.clock.fastForward(31_000)
        await page.getByRole('heading', { name: 'Tus 12 números están listos' }).waitFor()
        expect(await page.getByRole('list', { name: 'Tus números' }).getByRole('listitem').count()).toBe(12)
        await page.clock.resume()
        await expectAccessible(page, 'a confirmed purchase')
        const whatsapp = new URL(
          (await page.getByRole('link', { name: 'WhatsApp', exact: true }).last().getAttribute('href')) ?? '',
        )
        const text = whatsapp.searchParams.get('text') ?? ''
        expect(text).toMatch(
          /^Ya tengo mis números para «Camioneta 4×4»: (\d{4}, ){9}\d{4} y 2 más\. Participa en http/,
        )
        expect(text).not.toContain('mi-compra')
        await page.getByRole('button', { name: 'Compartir mis números' }).click()
        const dialog = page.getByRole('dialog', { name: 'Tu ticket' })
        const picture = dialog.getByRole('img', { name: /Imagen de tu ticket/ })
        await picture.waitFor()
        await expectAccessible(page, 'the picture of a ticket')
        const download = page.waitForEvent('download')
        await dialog.getByRole('link', { name: 'Descargar imagen' }).click()
        const { width, height, format } = await sharp(await (await download).path()).metadata()
        expect([width, format]).toEqual([1080, 'png'])
        expect(height).toBeGreaterThan(800)
        await dialog.getByRole('button', { name: 'Cerrar' }).click()
        await page.emulateMedia({ media: 'print' })
        expect(await page.getByRole('button', { name: 'Compartir mis números' }).isVisible()).toBe(false)
        expect(await page.getByRole('article', { name: /Ticket de/ }).isVisible()).toBe(true)
        expect(complaints).toEqual([])
        await close()
      })

      test('a rejected report is corrected, checked like the form, and is in review again', async () => {
        const { page, complaints, close } = await openVisitor(browser, viewport)
        const purchase = await buy(2)
        await decide('reject', purchase, '--motivo', 'El comprobante no se puede leer.')
        await open(page, purchase)
        await page.getByText('El comprobante no se puede leer.').first().waitFor()
        await expectAccessible(page, 'a rejected purchase')
        await page.getByRole('button', { name: 'Corregir y enviar de nuevo' }).click()
        const send = page.getByRole('button', { name: 'Enviar de nuevo' })
        await send.click()
        await page.getByText('Cambia la referencia, la fecha o el comprobante antes de enviar.').waitFor()
        const proof = page.getByLabel('Subir comprobante')
        await proof.setInputFiles({ name: 'foto.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
        await page.getByText('Formato no válido. Sube JPG, PNG o PDF.').waitFor()
        await page.getByRole('textbox', { name: 'Referencia del pago' }).fill('')
        await send.click()
        await page.getByText('Por favor, ingresa el Numero de Referencia.').waitFor()
        await expectAccessible(page, 'a correction with errors')
        await page.getByRole('textbox', { name: 'Referencia del pago' }).fill(`6000${viewport.width}00001`)
        await send.click()
        await page.getByRole('heading', { name: 'Estamos verificando tu pago' }).waitFor()
        await page.getByText('Reporte corregido').waitFor()
        expect(complaints).toEqual([])
        await close()
      })

      test('a cédula finds its numbers however it is written, many are searched, none are said', async () => {
        const { page, complaints, close } = await openVisitor(browser, viewport)
        const cedula = viewport === PHONE ? '40000001' : '40000002'
        const [first, second] = [await buy(30, cedula), await buy(3, cedula)]
        await decide('approve', first)
        await page.goto(`${product.address}/rifa`)
        const field = page.getByRole('textbox', { name: /Cédula con la que compraste/ })
        const dotted = `V-${cedula.replace(/(\d)(?=(\d{3})+$)/g, '$1.')}`
        for (const typed of [cedula, dotted, `v0${cedula}`]) {
          await field.fill(typed)
          await field.press('Enter')
          const dialog = page.getByRole('dialog', { name: 'Números asignados' })
          await dialog.getByText('30 boletos de Camioneta 4×4').waitFor()
          await dialog.getByText('Tienes 3 boletos más en revisión.').waitFor()
          if (typed === cedula) {
            await expectAccessible(page, 'thirty assigned numbers')
            const number = (await dialog.getByRole('listitem').first().locator('b').textContent()) ?? ''
            await dialog.getByRole('searchbox', { name: 'Buscar un número' }).fill(number)
            expect(await dialog.getByRole('listitem').count()).toBe(1)
            await dialog.getByRole('searchbox').fill('no')
            await dialog.getByText('Ninguno de tus números contiene «no».').waitFor()
          }
          await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
          await dialog.waitFor({ state: 'detached' })
        }
        await field.fill('99999999')
        await page.getByRole('button', { name: 'Buscar' }).click()
        await page.getByText('No tienes participaciones en la rifa actual').waitFor()
        await field.fill('abc')
        await page.getByRole('button', { name: 'Buscar' }).click()
        await page.getByText('Escribe tu cédula, por ejemplo 12345678.').waitFor()
        await expectAccessible(page, 'a lookup that found nothing')
        expect(second.id).toBeGreaterThan(first.id)
        expect(complaints).toEqual([])
        await close()
      })
    })
  }

  test('a link without its secret, or with another, shows nothing and says what to do', async () => {
    const { page, close } = await openVisitor(browser, PHONE, [/404/])
    for (const hash of ['', '#', '#nadie', `#${'A'.repeat(22)}`, '#<script>']) {
      await page.goto(`${product.address}/mi-compra${hash}`)
      await page.getByRole('heading', { name: 'No encontramos esta compra' }).waitFor()
      await page.goto('about:blank')
    }
    await page.goto(`${product.address}/mi-compra`)
    await expectAccessible(page, 'no purchase')
    await close()
  })

  test('without a connection the purchase is safe, and is asked for again', async () => {
    const { page, close } = await openVisitor(browser, PHONE, [/ERR_|Failed/])
    const purchase = await buy(2)
    await page.route('**/api/rifas/mi-compra', (route) => route.abort())
    await open(page, purchase)
    await page.getByRole('heading', { name: 'No pudimos abrir tu compra' }).waitFor()
    await expectAccessible(page, 'a purchase that did not load')
    await page.unroute('**/api/rifas/mi-compra')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByRole('heading', { name: 'Estamos verificando tu pago' }).waitFor()
    await close()
  })

  test('an annulled purchase says so', async () => {
    const { page, close } = await openVisitor(browser, PHONE)
    const purchase = await buy(2)
    await decide('approve', purchase)
    const ctx = await createContext(readConfig(installation.env), createLog('silent'))
    await annulPurchase(ctx, purchase.id, null, 'Pago devuelto.', 'prueba')
    await ctx.db.close()
    await open(page, purchase)
    await page.getByRole('heading', { name: 'Esta compra fue anulada' }).waitFor()
    await page.getByText('Pago devuelto.').waitFor()
    await expectAccessible(page, 'an annulled purchase')
    await close()
  })
})
