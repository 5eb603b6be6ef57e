import { generateSync } from 'otplib'
import type { Locator, Page } from 'playwright-core'
import { type Buyer, chooseProof, fillForm, makeBuyer, openPayment, prizePhoto } from '../buyer.ts'
import type { EmptyShop } from '../empty-shop.ts'
import { giveCode } from '../owner.ts'

export interface FirstDay {
  shop: EmptyShop
  /** The operator's. */
  page: Page
  /** Somebody's who buys. */
  visitor: Page
  /** The screen is there. Its name is that of its picture in the manual. */
  see(name: string, page: Page): Promise<void>
}

const OWNER = { nombre: 'Marisela Ortiz', correo: 'marisela@ejemplo.test', clave: 'una frase larga y propia' }

/** The manual, acted out: from an empty installation to an approved purchase and its mail. */
export async function walkFirstDay(day: FirstDay): Promise<void> {
  const { page, shop } = day
  const see = (name: string) => day.see(name, page)
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const go = (path: string) => page.goto(`${shop.address}/panel${path}`)

  await page.goto(shop.setUpLink)
  await page.getByRole('heading', { name: 'Crea tu acceso' }).waitFor()
  await see('manual-crear-acceso')
  await page.getByLabel('Tu nombre').fill(OWNER.nombre)
  await page.getByLabel('Correo').fill(OWNER.correo)
  await page.getByLabel('Clave').fill(OWNER.clave)
  await press('Crear y entrar')
  await page.getByRole('link', { name: 'Primeros pasos' }).waitFor()
  await see('manual-inicio-vacio')
  await page.getByRole('link', { name: 'Primeros pasos' }).click()
  await page.getByRole('button', { name: 'Dónde te pagan' }).waitFor()
  await see('manual-primeros-pasos')

  const recovery = await turnSecondFactorOn(day)
  const confirm = (dialog: Locator, action: string) => giveCode(dialog, recovery, action)

  await go('/sitio')
  await page.getByLabel('Nombre del sitio').fill('Rifas La Ceiba')
  await page.getByLabel('WhatsApp de soporte').fill('0414-0006650')
  await page
    .getByLabel('Subir imagen')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await prizePhoto(400, 120) })
  await page.getByRole('img', { name: 'El logo de ahora' }).waitFor()
  await see('manual-sitio')
  await press('Guardar')
  await page.getByText('Guardado. Las páginas ya lo muestran.').waitFor()

  await go('/cobros')
  await page
    .getByRole('link', { name: /Pago Móvil/ })
    .first()
    .click()
  await page.getByLabel('Banco').selectOption('0102 Banco de Venezuela')
  await page.getByLabel('Teléfono').fill('0414-000.66.50')
  await page.getByLabel('Cédula').fill('V-12.345.678')
  await page.getByLabel('A nombre de').fill('Inversiones Ejemplo, C.A.')
  await see('manual-cobro')
  await press('Revisar el cambio')
  const change = page.getByRole('dialog', { name: /Pago Móvil/ })
  await see('manual-cobro-confirmar')
  await confirm(change, 'Cambiar dónde te pagan')
  await page.getByText('Guardado. Así lo verán tus compradores.').waitFor()

  await go('/tasas')
  await page.getByLabel('Cuál es').selectOption('fija')
  await page.getByLabel('Bolívares').fill('671,42')
  await see('manual-tasa')
  await press('Revisar y guardar')
  await confirm(page.getByRole('dialog'), 'Guardar la tasa')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('main').getByText('Bs.\u00a0671,42').first().waitFor()

  await go('/correos')
  await press('Correo de prueba')
  await page.getByText(`Va a ${OWNER.correo}`).waitFor()
  await shop.mailTo(OWNER.correo, /prueba/)
  await see('manual-correo-prueba')

  await go('/rifas/nueva')
  await page.getByLabel('Qué se rifa').fill('Moto 150 cc cero kilómetros')
  await page.getByLabel('Precio por boleto').fill('5')
  await see('manual-rifa-nueva')
  await press('Crear el borrador')
  await page
    .getByLabel('Subir la portada')
    .setInputFiles({ name: 'moto.png', mimeType: 'image/png', buffer: await prizePhoto(1600, 1200) })
  await page.getByLabel('Qué se ve').fill('Moto azul de lado')
  await see('manual-rifa-foto')
  await page.getByLabel('Qué se ve').press('Enter')
  // It is drawn in every width first.
  await page.getByRole('img', { name: 'Moto azul de lado' }).waitFor({ timeout: 60_000 })
  await see('manual-rifa')
  await page.getByRole('link', { name: 'Escribir la regla' }).click()
  await page.getByRole('heading', { name: 'La regla del sorteo' }).waitFor()
  await see('manual-regla')
  await press('Fijar la regla')
  await page.getByText('Guardada. Se lee en la página cuando publiques la rifa.').waitFor()
  await page.getByRole('link', { name: /^Volver a/ }).click()
  await page.getByText('Puede cambiar hasta la primera venta.').waitFor()
  await press('Publicar')
  const publish = page.getByRole('dialog', { name: 'Publicar la rifa' })
  await see('manual-publicar')
  await publish.getByRole('button', { name: 'Publicar', exact: true }).click()
  await confirm(page.getByRole('dialog', { name: 'Confirma que eres tú' }), 'Confirmar')
  await page.getByText('En venta').first().waitFor()
  await go('/empezar')
  await page.getByText('Todo listo para vender').waitFor()
  await see('manual-listo')

  const buyer = makeBuyer(1)
  await buyTickets(day, buyer)
  await go('/')
  const review = page.getByRole('link', { name: /^Revisar/ })
  await review.waitFor()
  // Its owner has announced no day: it is its rule's.
  await page.locator('.home-draw').filter({ hasText: /\d/ }).waitFor()
  await see('manual-inicio')
  await review.click()
  await page.getByText(buyer.nombre).first().waitFor()
  await waitForPicture(page)
  await see('manual-revision')
  await page.getByRole('button', { name: /^Aprobar/ }).waitFor()
  // The desk takes no tap that may have been meant for what was there a moment before.
  await page.waitForTimeout(600)
  await press(/^Aprobar/)
  await page.getByRole('button', { name: 'Deshacer' }).waitFor()
  await see('manual-aprobado')
  await shop.mailTo(buyer.correo, /números/)
  await go('/compras')
  await page.getByText(buyer.nombre).first().waitFor()
  await see('manual-compras')
  await page.getByText(buyer.nombre).first().click()
  await page.getByText('Números asignados').first().waitFor()
  await see('manual-compra')
  await go('/compras/nueva')
  await page.getByLabel('Nombre').first().waitFor()
  await see('manual-vender')
  await addPhone(day, (dialog) => confirm(dialog, 'Agregar'))
  await go('/estado')
  await page.getByRole('heading', { name: 'Lo demás está bien' }).waitFor()
  await see('manual-estado')
  await go('/respaldos')
  await page.getByRole('button', { name: 'Descargar todo' }).waitFor()
  await see('manual-respaldos')
}

/** The phone that forwards what the bank says, with a notice that tries it. */
async function addPhone({ page, shop, see }: FirstDay, confirm: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.goto(`${shop.address}/panel/conciliacion/fuentes/nueva`)
  await page.getByRole('button', { name: 'Teléfono que reenvía avisos' }).click()
  await page.getByRole('button', { name: 'Agregar' }).click()
  await confirm(page.getByRole('dialog', { name: 'Agregar: Teléfono que reenvía avisos' }))
  const key = page.getByRole('dialog', { name: 'Cópialo ahora' })
  const address = (await key.getByText('/api/avisos/').textContent()) ?? ''
  await see('manual-fuente-direccion', page)
  await key.getByRole('button', { name: 'Ya lo copié' }).click()
  await fetch(address, { method: 'POST', body: 'Prueba' })
  await page.getByText('La prueba llegó').waitFor()
  await see('manual-fuente-prueba', page)
}

/** The first picture there is drawn, such as the proof on the desk. */
export async function waitForPicture(page: Page): Promise<void> {
  const picture = page.locator('img').first()
  await picture.waitFor()
  await page.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 0, await picture.elementHandle())
}

/** Meanwhile a visitor buys: two tickets by Pago Movil. */
async function buyTickets({ visitor, shop, see }: FirstDay, buyer: Buyer): Promise<void> {
  await visitor.goto(`${shop.address}/rifa`)
  await see('manual-pagina', visitor)
  await openPayment(visitor)
  await fillForm(visitor, buyer)
  await chooseProof(visitor, buyer)
  await visitor.getByRole('button', { name: 'Confirmar Compra' }).click()
  await visitor.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
}

/** @returns the recovery codes. */
async function turnSecondFactorOn({ page, shop, see }: FirstDay): Promise<string[]> {
  await page.goto(`${shop.address}/panel/cuenta`)
  await page.getByRole('button', { name: 'Activar' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Activar el segundo paso' })
  const secret = (await dialog.locator('.secret code').textContent())?.replaceAll(' ', '') ?? ''
  await see('manual-segundo-paso', page)
  await dialog.getByLabel('Tu clave').fill(OWNER.clave)
  await dialog.getByLabel('Código de 6 dígitos').fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }))
  await dialog.getByRole('button', { name: 'Activar' }).click()
  await dialog.getByText('Guarda estos códigos ahora').waitFor()
  await see('manual-codigos', page)
  const codes = await dialog.locator('.recovery code').allTextContents()
  await dialog.getByRole('button', { name: 'Ya los guardé' }).click()
  return codes
}
