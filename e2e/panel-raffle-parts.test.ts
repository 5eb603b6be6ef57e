import type { Browser, Locator } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, launchBrowser, openVisitor, PHONE, type Visitor } from './support/browser.ts'
import { chromium } from './support/chromium.ts'
import { enterAsOwner } from './support/owner.ts'
import { createInstallation, type Installation, type Product, startProduct } from './support/product.ts'
import { setUpShop } from './support/set-up.ts'

/** A refusal, a connection that was cut on purpose, and what the security policy refuses of something pasted. */
const EXPECTED = [/status of (409|422)/, /ERR_(FAILED|CONNECTION|INTERNET)/, /inline event handler violates/]
/** What somebody copies from a text processor. */
const PASTED =
  '<h1 style="color:red">Bases</h1><p class="MsoNormal" onclick="x()">Uno <b style="font-weight:normal">dos</b> <span style="font-weight:700">tres</span><img src=x onerror=alert(1)></p><ul><li><p>Casco</p></li></ul><table><tr><td>celda</td></tr></table><script>alert(1)</script><a href="javascript:alert(1)">malo</a> <a href="https://ejemplo.test/a">bueno</a>'

/** Red above, blue below. */
async function photo(width: number, height: number): Promise<Buffer> {
  const half = { width, height: Math.floor(height / 2), channels: 3 as const, background: '#2040c0' }
  const below = await sharp({ create: half }).png().toBuffer()
  return sharp({ create: { width, height, channels: 3, background: '#c03020' } })
    .composite([{ input: below, left: 0, top: height - half.height }])
    .jpeg()
    .toBuffer()
}

async function paste(text: Locator, html: string): Promise<void> {
  await text.evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', given)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

describe.skipIf(chromium === null)('text and pictures of a raffle', () => {
  let browser: Browser
  let installation: Installation
  let product: Product
  let owner: Visitor

  beforeAll(async () => {
    installation = await createInstallation(null)
    await setUpShop(installation.env)
    product = await startProduct(installation.env)
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await installation?.remove()
  })

  const button = (name: string | RegExp) => owner.page.getByRole('button', { name, exact: typeof name === 'string' })
  const text = () => owner.page.getByRole('textbox', { name: 'Descripción' })
  const told = async () => (await (await fetch(`${product.address}/api/rifas/rifas/1`)).json()) as Told
  interface Told {
    descripcion: string
    imagen: { alt: string; id: string } | null
  }
  async function save() {
    await button(/^(Guardar|Publicar \d+ cambios?)$/).click()
    await owner.page.getByText('Guardado. Las páginas ya lo muestran.').waitFor()
  }

  test('a description is written by keys and tools, saved, and comes back as it was', async () => {
    owner = await openVisitor(browser, PHONE, EXPECTED)
    const { page } = owner
    await enterAsOwner(page, product.address)
    await page.goto(`${product.address}/panel/rifas/1`)
    await text().click()
    await button('Título').click()
    await page.keyboard.type('El premio')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Camioneta ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('nueva')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(' de <agencia> & más')
    await page.keyboard.press('Enter')
    await button('Lista').click()
    expect(await button('Lista').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.type('Casco')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Placas')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+k')
    await page.getByLabel('Dirección').fill('http://inseguro.test')
    await page.keyboard.press('Enter')
    await page.getByText('Usa una dirección segura, que empiece por https://.').waitFor()
    await expectAccessibleEverywhere(page, 'link of a description')
    await page.getByLabel('Dirección').fill('ejemplo.com/bases')
    await page.keyboard.press('Enter')
    await expectAccessibleEverywhere(page, 'description')
    await save()
    const html =
      '<h3>El premio</h3><p>Camioneta <strong>nueva</strong> de &lt;agencia&gt; &amp; más</p><ul><li>Casco</li><li>Placas</li></ul><p><a href="https://ejemplo.com/bases" rel="noopener nofollow" target="_blank">ejemplo.com/bases</a></p>'
    expect((await told()).descripcion).toBe(html)
    await page.reload()
    await text().getByText('Placas').waitFor()
    await text().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('.')
    await page.keyboard.press('Backspace')
    // What is as it came is no change.
    expect(await page.getByText('sin guardar').count()).toBe(0)
  })

  test('the tools are one stop of Tab, moved through by arrows', async () => {
    const { page } = owner
    await page.setViewportSize(DESK)
    await text().click()
    await page.keyboard.press('Shift+Tab')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    const first = await focused()
    await page.keyboard.press('End')
    expect(await focused()).toBe('Rehacer')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('Negrita')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('Cursiva')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Descripción')
    expect(first).not.toBe('Descripción')
  })

  test('what is pasted keeps what the page can show, and undo takes it back', async () => {
    const { page } = owner
    await page.setViewportSize(PHONE)
    await text().click()
    await page.keyboard.press('Control+a')
    await paste(text(), PASTED)
    await text().getByText('bueno').waitFor()
    expect(await text().locator('img, table, script, [style], [onclick]').count()).toBe(0)
    expect(
      await text()
        .locator('a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['https://ejemplo.test/a'])
    expect(await text().locator('strong').allTextContents()).toEqual(['tres'])
    expect(await text().locator('h3').allTextContents()).toEqual(['Bases'])
    await button('Deshacer').click()
    await text().getByText('Placas').waitFor()
    await button('Rehacer').click()
    await text().getByText('bueno').waitFor()
    await save()
    expect((await told()).descripcion).toContain('<h3>Bases</h3>')
  })

  test('a picture is cut by keys, sent, prepared with its progress, and seen by visitors', async () => {
    const { page } = owner
    await page.setViewportSize(DESK)
    await page
      .getByLabel('Subir la portada')
      .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await photo(1200, 1200) })
    const box = button(/^Lo que se ve/)
    await box.focus()
    for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowDown')
    await button('Subir').click()
    await page.getByText('Escribe qué se ve en la imagen.').waitFor()
    await expectAccessibleEverywhere(page, 'new picture')
    await page.getByLabel('Qué se ve').fill('Camioneta azul')
    await page.keyboard.press('Enter')
    await page.getByText('Portada · Camioneta azul').waitFor()
    await page.getByRole('img', { name: 'Camioneta azul' }).waitFor({ timeout: 60_000 })
    await expectAccessibleEverywhere(page, 'pictures')
    const { imagen } = await told()
    expect(imagen?.alt).toBe('Camioneta azul')
    const file = await fetch(`${product.address}/imagenes/${imagen?.id}/360.jpg`)
    const { channels } = await sharp(Buffer.from(await file.arrayBuffer())).stats()
    expect((channels[2]?.mean ?? 0) > (channels[0]?.mean ?? 0)).toBe(true)
    expect(await (await fetch(`${product.address}/rifa`)).text()).toContain(`/imagenes/${imagen?.id}/`)
  })

  test('what cannot be sent says why, and a lost connection keeps it', async () => {
    const { page } = owner
    await page.setViewportSize(PHONE)
    const add = page.getByLabel('Añadir imagen')
    await add.setInputFiles({ name: 'nota.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await page.getByText('Elige una imagen JPG, PNG, WebP o AVIF.').waitFor()
    await page.route('**/imagenes', (route) =>
      route.request().method() === 'POST' ? route.abort('failed') : route.continue(),
    )
    await add.setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await photo(800, 500) })
    const box = (await button(/^Lo que se ve/).boundingBox()) ?? expect.unreachable()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y - 300, { steps: 4 })
    await page.mouse.up()
    await page.getByText('y 0 % de arriba.').waitFor({ state: 'attached' })
    await page.getByLabel('Qué se ve').fill('Camioneta roja')
    await button('Subir').click()
    await page.getByText('Se perdió la conexión. La imagen sigue aquí: vuelve a intentar.').waitFor()
    await expectAccessibleEverywhere(page, 'picture that was not sent')
    await page.unroute('**/imagenes')
    await button('Reintentar').click()
    await page.getByRole('img', { name: 'Camioneta roja' }).waitFor({ timeout: 60_000 })
    const visitor = await openVisitor(browser, PHONE)
    await visitor.page.goto(`${product.address}/rifa`)
    const prize = visitor.page.getByRole('region', { name: 'El premio' })
    await prize.getByRole('img', { name: 'Camioneta roja' }).scrollIntoViewIfNeeded()
    await visitor.page.waitForFunction(() => [...document.images].every((image) => image.naturalWidth > 0))
    await expectAccessibleEverywhere(visitor.page, 'pictures below the description')
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('the order is changed, and what is removed is asked for once', async () => {
    const { page } = owner
    await button('Poner antes «Camioneta roja»').click()
    await page.getByText('Portada · Camioneta roja').waitFor()
    expect((await told()).imagen?.alt).toBe('Camioneta roja')
    await button('Editar «Camioneta azul»').click()
    await button(/^Lo que se ve/).waitFor()
    await page.getByLabel('Qué se ve').fill('Camioneta de lado')
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('img', { name: 'Camioneta de lado' }).waitFor({ timeout: 60_000 })
    await button('Quitar «Camioneta roja»').click()
    await page.getByText('Deja de verse en la página, y la siguiente pasa a ser la portada.').waitFor()
    await expectAccessibleEverywhere(page, 'removing a picture')
    await button('Quitarla').click()
    await page.getByText('Portada · Camioneta de lado').waitFor()
    expect((await told()).imagen?.alt).toBe('Camioneta de lado')
    expect(owner.complaints).toEqual([])
  })
})
