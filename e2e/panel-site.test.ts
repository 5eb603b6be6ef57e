import sharp from 'sharp'
import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeSite } from '#site/server/change-site.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE, type Visitor, withoutDialogs } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { confirm, enterAsOwner } from './support/owner.ts'
import { inside } from './support/product.ts'

const REFUSALS = [/status of (401|409|422)/]

inShop('the site in the panel', {}, (shop) => {
  let owner: Visitor
  let codes: string[]

  const shopPage = async () => (await fetch(`${shop.address}/rifa`)).text()

  test('an owner sets name, logo, colour and link, and visitors see them', async () => {
    owner = await shop.visitor(PHONE, REFUSALS, { stays: true })
    const { page } = owner
    codes = await enterAsOwner(page, shop.address)
    await page.goto(`${shop.address}/panel/sitio`)
    await page.getByLabel('Nombre del sitio').fill('Rifas El Ávila')
    const picture = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#225588' } })
      .png()
      .toBuffer()
    await page.getByLabel('Subir imagen').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('img', { name: 'El logo de ahora' }).waitFor()
    await page.getByLabel('Color de los botones').fill('#1133aa')
    await page.getByText('El botón se lee bien').waitFor()
    await page.getByRole('button', { name: 'Agregar enlace' }).click()
    await page.getByLabel('Nombre 1').fill('Instagram')
    await page.getByLabel('Enlace 1').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Escribe una dirección que empiece por https://').waitFor()
    await page.getByLabel('Enlace 1').fill('https://www.instagram.com/ejemplo')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Guardado. Las páginas ya lo muestran.').waitFor()
    const html = await shopPage()
    for (const shown of ['Rifas El Ávila', '#1133aa', '/imagenes/', 'https://www.instagram.com/ejemplo']) {
      expect(html).toContain(shown)
    }
  })

  test('terms begin as a copy of ours, and somebody else’s change meanwhile is told', async () => {
    const { page } = owner
    await page.setViewportSize(DESK)
    await page.goto(`${shop.address}/panel/sitio`)
    const terms = page.getByRole('region', { name: 'Términos' })
    await terms.getByRole('button', { name: 'Escribir los míos' }).click()
    await terms.getByLabel('Título del punto 1').fill('Solo adultos')
    await expectAccessibleEverywhere(page, 'site with terms')
    await page.getByLabel('Operador').fill('Inversiones Ejemplo, C.A.')
    await inside(shop.env, (ctx) => changeSite(ctx, { operador: 'Otra Empresa, C.A.' }, TESTER))
    // The new version comes over a slow line: it is not offered before it has arrived.
    const come = Promise.withResolvers<void>()
    await page.route('**/api/panel/sitio', async (route) => {
      if (route.request().method() === 'GET') await come.promise
      await route.continue()
    })
    const asked = page.waitForRequest((request) => request.url().endsWith('/sitio') && request.method() === 'GET')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await asked
    const bring = page.getByRole('button', { name: 'Traer lo nuevo y conservar lo mío' })
    expect(await bring.count()).toBe(0)
    come.resolve()
    await page.getByText('Otra persona cambió estos ajustes.').waitFor()
    await page.unroute('**/api/panel/sitio')
    await bring.click()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Guardado. Las páginas ya lo muestran.').waitFor()
    await terms.getByText('Versión 2.').waitFor()
    const html = await shopPage()
    expect(html).toContain('Inversiones Ejemplo, C.A.')
  })

  test('typed text is asked for before another place, and found again after the session ended', async () => {
    const { page } = owner
    await page.setViewportSize(PHONE)
    await page.goto(`${shop.address}/panel/sitio`)
    await page.getByLabel('RIF', { exact: true }).fill('J-00000000-0')
    // In sight on a desk.
    await page.setViewportSize(DESK)
    await page.getByRole('link', { name: 'Diario' }).waitFor()
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Más' }).click()
    await page.getByRole('link', { name: 'Diario' }).click()
    const leaving = page.getByRole('dialog', { name: 'Cambios sin guardar' })
    await leaving.getByRole('button', { name: 'Salir' }).click()
    await page.getByRole('heading', { name: 'Diario' }).waitFor()
    await withoutDialogs(page)
    await page.goto(`${shop.address}/panel/sitio`)
    await page.getByText('Recuperamos lo que no guardaste.').waitFor()
    expect(await page.getByLabel('RIF', { exact: true }).inputValue()).toBe('J-00000000-0')
    // Somebody ends the session elsewhere: the next call shows the sign-in.
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await page.getByLabel('Operador').fill('Otra más, C.A.')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('button', { name: 'Entrar' }).waitFor()
    await page.context().addCookies(cookies)
    await page.goto(`${shop.address}/panel/sitio`)
    await page.getByText('Recuperamos lo que no guardaste.').waitFor()
    expect(await page.getByLabel('Operador').inputValue()).toBe('Otra más, C.A.')
    await page.getByRole('button', { name: 'Descartar' }).click()
    expect(await page.getByLabel('RIF', { exact: true }).inputValue()).toBe('')
  })

  test('the number that buyers write to changes with a fresh code, for which the page asks', async () => {
    const { page } = owner
    await page.setViewportSize(DESK)
    await page.context().setExtraHTTPHeaders({})
    await page.goto(`${shop.address}/panel/sitio`)
    await page.getByLabel('WhatsApp de soporte').fill('584149999999')
    await page.getByRole('button', { name: 'Guardar' }).click()
    const asks = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await asks.getByText('Para cambiar las páginas escribe un código de tu teléfono.').waitFor()
    await expectAccessibleEverywhere(page, 'a proof by a code')
    await asks.getByRole('button', { name: 'Dejar como está' }).click()
    expect(await shopPage()).not.toContain('584149999999')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await confirm(asks, codes, 'Confirmar')
    await page.getByText('Guardado. Las páginas ya lo muestran.').waitFor()
    expect(await shopPage()).toContain('wa.me/584149999999')
    // The next change within ten minutes asks for nothing.
    await page.getByLabel('Operador').fill('Inversiones Ejemplo Dos, C.A.')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect.poll(shopPage).toContain('Inversiones Ejemplo Dos, C.A.')
    expect(owner.complaints).toEqual([])
  })
})
