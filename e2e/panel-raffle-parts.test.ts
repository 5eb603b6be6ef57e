import sharp from 'sharp'
import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE, type Visitor } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { enterAsOwner } from './support/owner.ts'

/** A refusal, and a connection that was cut on purpose. */
const EXPECTED = [/status of (409|422)/, /ERR_(FAILED|CONNECTION|INTERNET)/]
/** Red above, blue below. */
async function photo(width: number, height: number): Promise<Buffer> {
  const half = { width, height: Math.floor(height / 2), channels: 3 as const, background: '#2040c0' }
  const below = await sharp({ create: half }).png().toBuffer()
  return sharp({ create: { width, height, channels: 3, background: '#c03020' } })
    .composite([{ input: below, left: 0, top: height - half.height }])
    .jpeg()
    .toBuffer()
}

inShop('text and pictures of a raffle', {}, (shop) => {
  let owner: Visitor

  const button = (name: string | RegExp) => owner.page.getByRole('button', { name, exact: typeof name === 'string' })
  const text = () => owner.page.getByRole('textbox', { name: 'Descripción' })
  const told = async () => (await (await fetch(`${shop.address}/api/rifas/rifas/1`)).json()) as Told
  interface Told {
    descripcion: string
    imagen: { alt: string; id: string } | null
  }
  async function save() {
    await button(/^(Guardar|Publicar \d+ cambios?)$/).click()
    await owner.page.getByText('Guardado. Las páginas ya lo muestran.').waitFor()
  }

  test('a description is written with marks, saved, and comes back as it was', async () => {
    owner = await shop.visitor(PHONE, EXPECTED, { stays: true })
    const { page } = owner
    await enterAsOwner(page, shop.address)
    await page.goto(`${shop.address}/panel/rifas/1`)
    const typed = 'Camioneta *nueva* de <agencia> & más\n- Casco\n- _Placas_\n\nLas [bases](https://ejemplo.com/bases).'
    await text().fill(typed)
    await page.getByRole('figure', { name: 'Así se lee' }).getByText('nueva', { exact: true }).waitFor()
    await save()
    const html =
      '<p>Camioneta <strong>nueva</strong> de &lt;agencia&gt; &amp; más</p><ul><li>Casco</li><li><em>Placas</em></li></ul><p>Las <a href="https://ejemplo.com/bases" rel="noopener nofollow" target="_blank">bases</a>.</p>'
    expect((await told()).descripcion).toBe(html)
    await page.reload()
    await text().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('.')
    await page.getByText('sin guardar').waitFor()
    await page.keyboard.press('Backspace')
    // An untouched field is no change.
    await page.getByText('sin guardar').waitFor({ state: 'detached' })
  })

  test('formatting beyond marks stays as it is until somebody asks to change it', async () => {
    const { page } = owner
    const stored = '<h3>El premio</h3><p>Es <u>nueva</u></p>'
    await page.route('**/api/panel/rifas/1', async (route) => {
      const sent = route.request().postData()
      const postData = JSON.stringify({ ...JSON.parse(sent ?? '{}'), campos: { descripcion: stored } })
      await route.continue(sent === null ? {} : { postData })
    })
    await text().fill('Como la escribe otro programa')
    await save()
    await page.unroute('**/api/panel/rifas/1')
    const look = page.getByRole('figure', { name: 'Descripción' })
    expect(await look.locator('h3, u').allTextContents()).toEqual(['El premio', 'nueva'])
    await expectAccessibleEverywhere(page, 'description that is more than marks')
    expect(await text().count()).toBe(0)
    await button('Cambiar la descripción').click()
    expect(await text().inputValue()).toBe('*El premio*\n\nEs nueva')
    expect(await text().evaluate((area) => area === document.activeElement)).toBe(true)
    await save()
    expect((await told()).descripcion).toBe('<p><strong>El premio</strong></p><p>Es nueva</p>')
  })

  test('a picture is cut by keys, sent, and seen by visitors', async () => {
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
    await page.getByRole('img', { name: 'Camioneta azul' }).waitFor()
    await expectAccessibleEverywhere(page, 'pictures')
    const { imagen } = await told()
    expect(imagen?.alt).toBe('Camioneta azul')
    const file = await fetch(`${shop.address}/imagenes/${imagen?.id}/360.jpg`)
    const { channels } = await sharp(Buffer.from(await file.arrayBuffer())).stats()
    expect((channels[2]?.mean ?? 0) > (channels[0]?.mean ?? 0)).toBe(true)
    expect(await (await fetch(`${shop.address}/rifa`)).text()).toContain(`/imagenes/${imagen?.id}/`)
  })

  test('a file that cannot be sent says why, and a lost connection keeps it', async () => {
    const { page } = owner
    await page.setViewportSize(PHONE)
    const add = page.getByLabel('Agregar imagen')
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
    await page.unroute('**/imagenes')
    await button('Reintentar').click()
    await page.getByRole('img', { name: 'Camioneta roja' }).waitFor()
    const visitor = await shop.visitor(PHONE)
    await visitor.page.goto(`${shop.address}/rifa`)
    const prize = visitor.page.getByRole('region', { name: 'El premio' })
    await prize.getByRole('img', { name: 'Camioneta roja' }).scrollIntoViewIfNeeded()
    await visitor.page.waitForFunction(() => [...document.images].every((image) => image.naturalWidth > 0))
    await expectAccessibleEverywhere(visitor.page, 'pictures below the description')
  })

  test('the order is changed, and a removal is asked for once', async () => {
    const { page } = owner
    await button('Poner antes «Camioneta roja»').click()
    await page.getByText('Portada · Camioneta roja').waitFor()
    expect((await told()).imagen?.alt).toBe('Camioneta roja')
    await button('Editar «Camioneta azul»').click()
    await button(/^Lo que se ve/).waitFor()
    await page.getByLabel('Qué se ve').fill('Camioneta de lado')
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('img', { name: 'Camioneta de lado' }).waitFor()
    await button('Quitar «Camioneta roja»').click()
    await page.getByText('Deja de verse en la página, y la siguiente pasa a ser la portada.').waitFor()
    await button('Quitarla').click()
    await page.getByText('Portada · Camioneta de lado').waitFor()
    expect((await told()).imagen?.alt).toBe('Camioneta de lado')
    expect(owner.complaints).toEqual([])
  })
})
