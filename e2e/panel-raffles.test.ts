import sharp from 'sharp'
import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE, type Visitor } from './support/browser.ts'
import { makeBuyer, reportByCall } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { confirm, enterAsOwner } from './support/owner.ts'
import { inside } from './support/product.ts'

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

inShop('raffles in the panel', {}, (shop) => {
  let owner: Visitor
  let codes: string[] = []
  let raffle = ''
  let purchase = 0

  const goTo = (path: string) => owner.page.goto(`${shop.address}/panel${path}`)
  const button = (name: string | RegExp) => owner.page.getByRole('button', { name })
  const field = (name: string, page = owner.page) => page.getByRole('textbox', { name, exact: true })
  const saved = () => owner.page.getByText('Guardado. Las páginas ya lo muestran.', { exact: true }).waitFor()

  const text = () => owner.page.getByRole('textbox', { name: 'Descripción' })
  const told = async () => (await (await fetch(`${shop.address}/api/rifas/rifas/1`)).json()) as Told
  interface Told {
    imagen: { alt: string; id: string } | null
  }
  async function save() {
    await button(/^(Guardar|Publicar \d+ cambios?)$/).click()
    await saved()
  }

  test('a description is written with marks, saved, and comes back as no change', async () => {
    owner = await shop.visitor(PHONE, EXPECTED, { stays: true })
    const { page } = owner
    codes = await enterAsOwner(page, shop.address)
    await goTo('/rifas/1')
    const typed = 'Camioneta *nueva* de <agencia> & más\n- Casco\n- _Placas_'
    await text().fill(typed)
    await page.getByRole('figure', { name: 'Así se lee' }).getByText('nueva', { exact: true }).waitFor()
    await save()
    await page.reload()
    await text().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('.')
    await page.getByText('sin guardar').waitFor()
    await page.keyboard.press('Backspace')
    // An untouched field is no change.
    await page.getByText('sin guardar').waitFor({ state: 'detached' })
  })

  test('a picture is cut by keys, sent, and seen by visitors', async () => {
    const { page } = owner
    await page.setViewportSize(DESK)
    await page
      .getByLabel('Subir la portada')
      .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await photo(1200, 1200) })
    await page.getByLabel('A lo alto').press('End')
    await button(/^Subir$/).click()
    await page.getByText('Escribe qué se ve en la imagen.').waitFor()
    await page.getByLabel('Qué se ve').fill('Camioneta azul')
    await page.keyboard.press('Enter')
    await page.getByText('Portada · Camioneta azul').waitFor()
    await page.getByRole('img', { name: 'Camioneta azul' }).waitFor()
    const { imagen } = await told()
    expect(imagen?.alt).toBe('Camioneta azul')
    const file = await fetch(`${shop.address}/imagenes/${imagen?.id}/360.jpg`)
    const { channels } = await sharp(Buffer.from(await file.arrayBuffer())).stats()
    expect((channels[2]?.mean ?? 0) > (channels[0]?.mean ?? 0)).toBe(true)
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
    await page.getByLabel('A lo alto').press('Home')
    await page.getByLabel('Qué se ve').fill('Camioneta roja')
    await button(/^Subir$/).click()
    await page.getByText('Se perdió la conexión. La imagen sigue aquí: vuelve a intentar.').waitFor()
    await page.unroute('**/imagenes')
    await button(/^Reintentar$/).click()
    await page.getByRole('img', { name: 'Camioneta roja' }).waitFor()
    const visitor = await shop.visitor(PHONE)
    await visitor.page.goto(`${shop.address}/rifa`)
    const prize = visitor.page.getByRole('region', { name: 'El premio' })
    await prize.getByRole('img', { name: 'Camioneta roja' }).scrollIntoViewIfNeeded()
    await visitor.page.waitForFunction(() => [...document.images].every((image) => image.naturalWidth > 0))
    await expectAccessibleEverywhere(visitor.page, 'pictures below the description')
  })

  test('three answers make a draft, and a reload loses nothing of them', async () => {
    const { page } = owner
    await page.setViewportSize(PHONE)
    await goTo('/rifas')
    await page.getByRole('region', { name: 'En venta' }).getByText('Camioneta 4×4').waitFor()
    await page.getByRole('link', { name: 'Nueva rifa' }).click()
    await button('Crear el borrador').click()
    await page.getByText('Escribe un título').waitFor()
    await page.getByText('Escribe un monto, como 5 o 5,50.').waitFor()
    await expectAccessibleEverywhere(page, 'new raffle with problems')
    await field('Qué se rifa').fill('Nevera de dos puertas')
    await page.reload()
    expect(await field('Qué se rifa').inputValue()).toBe('Nevera de dos puertas')
    await field('Precio por boleto').fill('2,50')
    await field('Cuántos números').fill('100')
    await page.getByText('Del 00 al 99.').waitFor()
    await button('Crear el borrador').click()
    await page.getByRole('heading', { name: 'Nevera de dos puertas' }).waitFor()
    await page.getByText('Borrador').first().waitFor()
    raffle = new URL(page.url()).pathname.replace('/panel', '')
  })

  test('typed text is seen in the page of visitors, kept over a reload, and asked for before leaving', async () => {
    const { page } = owner
    await field('Premio').fill('Nevera y $100')
    await field('Título').fill('Nevera de tres puertas')
    const preview = page.frameLocator('iframe')
    const shown = () => preview.getByRole('heading', { name: 'Nevera de tres puertas' }).waitFor({ state: 'attached' })
    // Beside the form on a desk.
    await page.setViewportSize(DESK)
    await shown()
    await page.setViewportSize(PHONE)
    await button('Vista previa').click()
    await shown()
    await expectAccessibleEverywhere(page, 'preview of a raffle')
    await button('Volver a editar').click()
    await page.reload()
    await page.getByText('Recuperamos lo que no guardaste.').waitFor()
    expect(await field('Premio').inputValue()).toBe('Nevera y $100')
    await page.getByRole('link', { name: 'Volver a las rifas' }).click()
    const leaving = page.getByRole('dialog', { name: 'Cambios sin guardar' })
    await leaving.getByRole('button', { name: 'Salir' }).click()
    await page.getByRole('link', { name: 'Nevera de dos puertas' }).click()
    await page.getByText('Recuperamos lo que no guardaste.').waitFor()
    expect(await field('Título').inputValue()).toBe('Nevera de tres puertas')
    await field('Premio').fill('Nevera')
    await button('Guardar').click()
    await page.getByText('Guardado. Nadie la ve hasta que la publiques.', { exact: true }).waitFor()
  })

  test('it is published in place of another', async () => {
    const { page } = owner
    await button('Publicar').click()
    const dialog = page.getByRole('dialog', { name: 'Publicar la rifa' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('dialog h2'))).toBe(true)
    const unruled = async () => {
      await dialog.getByRole('button', { name: 'Publicarla sin regla' }).click()
      await dialog.getByRole('button', { name: 'Publicar sin regla' }).click()
    }
    // Changed in another tab, perhaps by the same person: what is published is what was seen.
    const other = await page.context().newPage()
    await other.goto(`${shop.address}/panel${raffle}`)
    await other.getByRole('textbox', { name: 'Descripción' }).fill('Paga al 0412-555-0001')
    await other.getByRole('button', { name: 'Guardar' }).click()
    await other.getByText('Guardado. Nadie la ve hasta que la publiques.', { exact: true }).waitFor()
    await other.close()
    await unruled()
    await dialog.getByText('La rifa cambió desde que abriste esto').waitFor()
    await expectAccessibleEverywhere(page, 'publishing what has changed')
    await dialog.getByRole('button', { name: 'Ver cómo quedó' }).click()
    await expect.poll(focused).toBe('Publicar')
    expect(await text().inputValue()).toBe('Paga al 0412-555-0001')
    await button('Publicar').click()
    const foreign = dialog.getByText(
      'El texto de la rifa nombra datos que no son de esta tienda: 0412-555-0001 (descripción).',
    )
    await foreign.waitFor()
    await dialog.getByText('No tiene foto.').waitFor()
    await dialog.getByText('Esa deja de verse en /rifa. Se sigue vendiendo en su propia dirección.').waitFor()
    await dialog.getByRole('checkbox', { name: /^En lugar de «Camioneta 4×4»/ }).check()
    await expectAccessibleEverywhere(page, 'publishing')
    await page.route('**/publicar', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await unruled()
    await dialog.getByRole('alert').waitFor()
    await foreign.waitFor()
    await page.unroute('**/publicar')
    await dialog.getByRole('button', { name: 'Publicar sin regla' }).click()
    await page.getByText('Está en venta.').waitFor()

    const id_rifa = Number(raffle.split('/').pop())
    purchase = (await reportByCall(shop.address, makeBuyer(1), { id_rifa, total: '5.00' })).id
  })

  test('of a raffle that is sold the price is changed with a reason and a code', async () => {
    const { page } = owner
    await page.setViewportSize(DESK)
    await goTo(raffle)
    await page.getByText('Ya hay 2 tomados.').waitFor()
    await expectAccessibleEverywhere(page, 'a raffle that is sold')
    await field('Precio por boleto').fill('3')
    await button('Publicar 1 cambio').click()
    const dialog = page.getByRole('dialog', { name: /Cambiar lo que se paga en/ })
    await dialog.getByText('Precio por boleto: $2,50 → $3,00').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('motivo')
    await dialog.getByLabel('Por qué').fill('Subió el costo')
    await confirm(dialog, codes, 'Cambiar lo que se paga')
    await saved()
  })

  test('a change saved by another tab is seen before it is overwritten', async () => {
    const { page } = owner
    await field('Premio').fill('Lo que yo escribí')
    const other = await page.context().newPage()
    await other.goto(`${shop.address}/panel${raffle}`)
    await other.getByText('Recuperamos lo que no guardaste.').waitFor()
    await other.getByRole('button', { name: 'Descartar' }).click()
    await field('Título', other).fill('Nevera de cuatro puertas')
    await other.getByRole('button', { name: 'Publicar 1 cambio' }).click()
    await other.getByText('Guardado. Las páginas ya lo muestran.').waitFor()
    await other.close()
    await button('Publicar 1 cambio').click()
    await page.getByText('La rifa cambió desde que abriste esto').waitFor()
    await page.getByRole('region', { name: 'Ahora' }).getByText('Nevera de cuatro puertas').waitFor()
    await expectAccessibleEverywhere(page, 'a change of somebody else')
    await button('Seguir con lo mío').click()
    await button('Publicar 1 cambio').click()
    await saved()
    expect(await field('Título').inputValue()).toBe('Nevera de cuatro puertas')
    expect(await field('Premio').inputValue()).toBe('Lo que yo escribí')
  })

  test('the sale is closed with a code, and without a rule it ends with the number that its owner types', async () => {
    const { page } = owner
    await page.setViewportSize(PHONE)
    await button('Cerrar la venta').click()
    const closing = page.getByRole('dialog', { name: /Cerrar la venta de/ })
    await closing.getByText('No se puede volver a abrir.').waitFor()
    await confirm(closing, codes, 'Cerrar la venta')
    await inside(shop.env, (ctx) => approvePurchase(ctx, purchase, null, { actor: TESTER }))
    await goTo('/')
    await page.getByRole('link', { name: 'Abrir Nevera de cuatro puertas' }).click()
    await field('Número ganador').fill('07')
    await button('Continuar').click()
    const dialog = page.getByRole('dialog', { name: 'Ganó el 07' })
    await dialog.getByText(/^(Nadie compró ese número|Es de )/).waitFor()
    await confirm(dialog, codes, 'Ganó el 07')
    await page.getByText('nadie puede comprobar cómo salió', { exact: false }).waitFor()
    await expectAccessibleEverywhere(page, 'a raffle that ended without a rule')
    expect(owner.complaints).toEqual([])
  })
})
