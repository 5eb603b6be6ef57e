import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { PHONE, type Visitor } from './support/browser.ts'
import { prizePhoto } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { enterAsOwner, giveCode } from './support/owner.ts'
import { SECOND, setUpWaitingDraw } from './support/waiting-draw.ts'

/** A refusal is an error of the network to the browser's console. */
const REFUSALS = [/status of (409|422)/]

let raffle = 0
async function prepare(env: Record<string, string>): Promise<void> {
  raffle = await setUpWaitingDraw(env)
}

inShop('a draw by two people, each with a phone', { prepare }, (shop) => {
  let owner: Visitor
  let second: Visitor
  let codes: string[] = []

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const drawn = (page: Page) => page.getByRole('textbox', { name: 'Lo que salió en Triple Gana' })

  test("one person types the lottery's result: the home leads there, and nobody can confirm their own", async () => {
    owner = await shop.visitor(PHONE, REFUSALS, { stays: true })
    const { page } = owner
    codes = await enterAsOwner(page, shop.address)
    await page.goto(`${shop.address}/panel`)
    await page.getByText('Ya se puede escribir lo que salió en la lotería.').waitFor()
    await page.getByRole('link', { name: 'Hacerlo el sorteo de Moto 125 cc' }).click()
    await page.getByRole('heading', { name: 'Escribe lo que salió en Triple Gana' }).waitFor()
    // An hour in doubt is said before anything is typed.
    await page.route('**/api/panel/inicio', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), hora_en_duda: '2026-11-20T12:00:00-04:00' },
      })
    })
    await page.reload()
    await page.getByText('No sabemos si la hora del servidor es la correcta').waitFor()
    await expectAccessibleEverywhere(page, 'a draw whose hour is in doubt')
    await page.unroute('**/api/panel/inicio')
    await page.reload()
    await expectAccessibleEverywhere(page, 'a lottery that has drawn')
    await drawn(page).fill('701')
    await page.getByLabel('Enlace al resultado').fill('https://loteria.ejemplo.test/hoy')
    const photo = { name: 'resultado.png', mimeType: 'image/png', buffer: await prizePhoto(600, 400) }
    await page.getByLabel('Subir foto').setInputFiles(photo)
    await page.getByRole('img', { name: 'Foto del resultado' }).waitFor()
    await press(page, 'Guardar lo que salió')
    await giveCode(page.getByRole('dialog'), codes, 'Guardar')
    await page.getByRole('heading', { name: 'Falta que otra persona lo confirme' }).waitFor()
    expect(await page.getByRole('button', { name: 'Confirmar y sortear' }).count()).toBe(0)
    await expectAccessibleEverywhere(page, 'a result that waits for somebody else')
  })

  test('another types it too, without having seen it, and the draw is done', async () => {
    second = await shop.visitor(PHONE, REFUSALS, { stays: true })
    const { page } = second
    codes = await enterAsOwner(page, shop.address, SECOND)
    await page.goto(`${shop.address}/panel`)
    await page.getByRole('link', { name: 'Hacerlo el sorteo de Moto 125 cc' }).click()
    await page.getByRole('heading', { name: 'Escribe tú también lo que salió' }).waitFor()
    // But in a hash, which has any three digits.
    expect(await page.getByRole('main').textContent()).not.toMatch(/(?<![\da-f])701(?![\da-f])/)
    await page.getByText('Decide el premio «Moto 125 cc»: el sorteo de las 1:00 p. m.', { exact: false }).waitFor()
    await drawn(page).fill('702')
    await press(page, 'Confirmar y sortear')
    await giveCode(page.getByRole('dialog'), codes, 'Confirmar y sortear')
    await page.getByRole('dialog').getByRole('alert').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Dejar como está' }).click()
    await page.getByText('No coincidió una vez.', { exact: false }).waitFor()
    await drawn(page).fill('701')
    await press(page, 'Confirmar y sortear')
    await giveCode(page.getByRole('dialog'), codes, 'Confirmar y sortear')
    await page.getByRole('heading', { name: 'Avisa a quien ganó: 01' }).waitFor()
    await page.getByText('Carla Mendoza').waitFor()
  })

  test('the winner is told, claims and gets the prize, with a day, a picture and consent', async () => {
    const { page } = second
    const chat = page.getByRole('link', { name: 'Escribirle por WhatsApp' })
    expect(await chat.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/584141000001\?text=Hola%20Carla/)
    // The button that then comes under the thumb takes no second tap.
    await page.getByRole('button', { name: 'Ya le avisé', exact: true }).dblclick()
    await page.getByText('Puede reclamarlo hasta el', { exact: false }).first().waitFor()
    await page.getByText('Avisado', { exact: true }).waitFor()
    // The screen takes no tap that may have been meant for what was there a moment before.
    await page.waitForTimeout(700)
    await press(page, 'Lo reclamó')
    await press(page, 'Entregado…')
    const photo = { name: 'entrega.png', mimeType: 'image/png', buffer: await prizePhoto(600, 400) }
    await page.getByLabel('Subir foto').setInputFiles(photo)
    await page.getByRole('img', { name: 'Foto de la entrega 1' }).waitFor()
    await page.getByLabel('Su nombre, como Carla M.', { exact: false }).check()
    await press(page, 'Marcar entregado')
    await page.getByText('Se muestra como Carla M.', { exact: false }).waitFor()
    await page.getByRole('heading', { name: 'El sorteo terminó' }).waitFor()
    await expectAccessibleEverywhere(page, 'a delivered prize')
  })

  test('the record says all of it, and is printed alone', async () => {
    const { page } = owner
    await page.goto(`${shop.address}/panel/rifas/${raffle}/sorteo`)
    await page.getByRole('link', { name: 'El acta' }).click()
    const record = page.getByRole('article', { name: 'Acta del sorteo' })
    await record.getByText('de Carla Mendoza', { exact: false }).waitFor()
    await record.getByText('2 números confirmados', { exact: false }).waitFor()
    await page.getByLabel('Impuestos del premio (línea libre)').fill('A cargo de quien gana.')
    await record.getByText('A cargo de quien gana.').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Imprimir' }).isVisible()).toBe(false)
    expect(await record.isVisible()).toBe(true)
    await page.emulateMedia({ media: null })
    expect([...owner.complaints, ...second.complaints]).toEqual([])
  })
})
