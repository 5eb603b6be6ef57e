import { expect, test } from 'vitest'
import { addDays, dayInCaracas, type Instant } from '#platform/clock.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { PHONE, type Visitor } from './support/browser.ts'
import { makeBuyer, prizePhoto, reportByCall } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { confirm, enterAsOwner } from './support/owner.ts'

/** A refusal is an error of the network to the browser's console. */
const REFUSALS = [/status of (404|409|422)/]
/** From one day: midnight may come between two looks. */
const TODAY = dayInCaracas(Date.now() as Instant)
const inDays = (days: number) => addDays(TODAY, days)

inShop('the draw in the panel', {}, (shop) => {
  let owner: Visitor
  let codes: string[] = []
  let raffle = ''

  const goTo = (path: string) => owner.page.goto(`${shop.address}/panel${path}`)
  const button = (name: string | RegExp) => owner.page.getByRole('button', { name })
  const preview = () => owner.page.getByRole('complementary', { name: 'Así la leerá quien compra' })

  test('a raffle without a rule says so, and the rule to begin with is right as it stands', async () => {
    owner = await shop.visitor(PHONE, REFUSALS, { stays: true })
    const { page } = owner
    codes = await enterAsOwner(page, shop.address)
    await goTo('/rifas/nueva')
    await page.getByRole('textbox', { name: 'Qué se rifa' }).fill('Moto 150 cc')
    await page.getByRole('textbox', { name: 'Precio por boleto' }).fill('2')
    await button('Crear el borrador').click()
    await page.getByText('Falta la regla del sorteo.').waitFor()
    raffle = new URL(page.url()).pathname.replace('/panel', '')
    await button('Publicar').click()
    const publishing = page.getByRole('dialog', { name: 'Publicar la rifa' })
    await publishing.getByRole('button', { name: 'Publicar con esta regla' }).waitFor()
    await publishing.getByRole('button', { name: 'Publicarla sin regla' }).click()
    await publishing.getByText('Sin regla nadie podrá comprobar quién ganó.').waitFor()
    await publishing.getByRole('button', { name: 'Con regla' }).click()
    await publishing.getByRole('link', { name: 'Leerla o cambiarla' }).click()
    await page.getByRole('heading', { name: 'La regla del sorteo' }).waitFor()
    await preview().getByText('El premio: Moto 150 cc').waitFor()
    await preview().getByText('Siempre sale un número vendido.').waitFor()
    await button('Fijar la regla').click()
    await page.getByText('Guardada. Se lee en la página cuando publiques la rifa.').waitFor()
    await goTo(raffle)
    await page.getByText('Puede cambiar hasta la primera venta.').waitFor()
  })

  test('several prizes in order, a lottery with its digits, and each error next to its field', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Cambiar la regla' }).click()
    await button('Agregar otro premio').click()
    await page.getByRole('group', { name: 'Cómo se decide quién gana el 2' }).getByText('Por una lotería').click()
    await page.getByRole('combobox', { name: 'Lotería' }).selectOption('Super Gana')
    await page.getByRole('combobox', { name: 'Sorteo de las' }).selectOption('10:00\u00a0p.\u00a0m.')
    await page.getByRole('combobox', { name: 'Dígitos de Super Gana' }).selectOption('Los 2 últimos')
    await page.getByText('Los números de la rifa tienen 3 dígitos: falta 1.').waitFor()
    await page.getByRole('radio', { name: /Al agotarse/ }).check()
    await page.getByLabel('A más tardar el día').fill('')
    await page.getByText('Sin fecha límite puede no sortearse nunca.').waitFor()
    await button('Guardar').click()
    await page.getByText('Revisa lo marcado para guardar.').waitFor()
    await page.reload()
    await page.getByRole('combobox', { name: 'Dígitos de Super Gana' }).selectOption('Los 3 últimos')
    await page.getByRole('textbox', { name: 'Qué se gana en el 2' }).fill('Nevera')
    await button('Subir Nevera').click()
    await preview().getByText('Premio 1: Nevera').waitFor()
    const photo = { name: 'nevera.png', mimeType: 'image/png', buffer: await prizePhoto(900, 600) }
    const title = page.getByRole('textbox', { name: 'Qué se gana en el 1' })
    await page.getByLabel('Subir foto').first().setInputFiles(photo)
    // Text typed while it is on its way stays.
    await title.fill('Nevera grande')
    await page.getByRole('img', { name: 'Foto de Nevera grande' }).waitFor()
    await title.fill('Nevera')
    await preview().getByRole('img', { name: 'Foto: Premio 1: Nevera' }).waitFor()
    await page.getByText('Un premio por persona').click()
    await preview().getByText('Una persona gana un solo premio', { exact: false }).waitFor()
    await page.getByRole('radio', { name: /En una fecha/ }).check()
    await page.getByRole('textbox', { name: 'Día', exact: true }).fill(inDays(3))
    await expectAccessibleEverywhere(page, 'a rule of two prizes')
    await button('Guardar').click()
    await page.getByText('Guardada. Se lee en la página cuando publiques la rifa.').waitFor()
  })

  test('it is published, its permit noted; after the first sale it is read and postponed', async () => {
    const { page } = owner
    await goTo(raffle)
    await button('Publicar').click()
    const publishing = page.getByRole('dialog', { name: 'Publicar la rifa' })
    await publishing.getByRole('checkbox', { name: /^En / }).first().check()
    // Its lottery takes two, and she is alone.
    await publishing.getByRole('heading', { name: 'La regla ya está fijada' }).waitFor()
    expect(await publishing.getByRole('link', { name: 'Invitar' }).getAttribute('href')).toBe('/panel/equipo/invitar')
    await publishing.getByRole('button', { name: 'Publicar' }).click()
    await page.getByText('Está en venta.').waitFor()
    const permit = page.getByRole('form', { name: 'Permiso y transmisión' })
    await permit.getByLabel('Número del permiso').fill('CNL-2026-118')
    await permit.getByLabel('Transmisión del sorteo').fill('https://ejemplo.test/en-vivo')
    const paper = { name: 'permiso.png', mimeType: 'image/png', buffer: await prizePhoto(600, 800) }
    await permit.getByLabel('Subir foto').setInputFiles(paper)
    await permit.getByRole('img', { name: 'Foto del permiso' }).waitFor()
    await permit.getByRole('button', { name: 'Anotar el permiso' }).click()
    await permit.getByText('Guardado. La página ya lo muestra.').waitFor()
    const buyer = await shop.visitor(PHONE)
    await buyer.page.goto(`${shop.address}/rifa`)
    await buyer.page.getByRole('link', { name: 'Foto de Nevera' }).waitFor()
    await buyer.page.getByRole('img', { name: 'Foto del permiso' }).waitFor()
    await expectAccessibleEverywhere(buyer.page, 'a rule with a picture, and a permit')
    await reportByCall(shop.address, makeBuyer(1), { id_rifa: Number(raffle.split('/').pop()), total: '4.00' })
    await goTo(`${raffle}/regla`)
    await page.getByText('Ya hay compras, y quien compró vio esta regla.').waitFor()
    await page.getByText('Código de control de la regla (SHA-256)').waitFor()
    await expectAccessibleEverywhere(page, 'a rule that is fixed')
    await button('Aplazar el cierre').click()
    const dialog = page.getByRole('dialog', { name: 'Aplazar el cierre' })
    await dialog.getByLabel('Día nuevo').fill(inDays(5))
    await dialog.getByRole('textbox', { name: 'Por qué, a la vista de todos' }).fill('Apagón en la ciudad')
    await confirm(dialog, codes, 'Aplazar')
    await page.getByRole('heading', { name: 'Lo que se aplazó' }).waitFor()
    await page.getByText('Motivo: Apagón en la ciudad').waitFor()
    expect(owner.complaints).toEqual([])
  })
})
