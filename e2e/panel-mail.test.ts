import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE, type Visitor } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { mailTo } from './support/mails.ts'
import { enterAsOwner } from './support/owner.ts'
import { reportPurchase } from './support/report-purchase.ts'
import { OWNER } from './support/set-up.ts'

inShop(
  'mail in the panel',
  {
    mailFrom: 'rifas@ejemplo.test',
    rate: true,
  },
  (shop) => {
    let owner: Visitor

    const goTo = (path: string) => owner.page.goto(`${shop.address}/panel${path}`)

    test('a test message arrives at the operator who asks for it', async () => {
      owner = await shop.visitor(PHONE, [], { stays: true })
      const { page } = owner
      await enterAsOwner(page, shop.address)
      await goTo('/correos')
      await page.getByRole('button', { name: 'Correo de prueba' }).click()
      await page.getByText(`Va a ${OWNER.correo}.`).waitFor()
      expect(await mailTo(shop.sink, OWNER.correo, /Correo de prueba/)).toContain(
        'los correos de Rifas La Ceiba salen y llegan',
      )
      await expectAccessibleEverywhere(page, 'outbox')
    })

    test('a mail to an address that does not exist is repaired where it failed', async () => {
      const { page } = owner
      await page.setViewportSize(DESK)
      shop.sink.behave('reject-550')
      await reportPurchase(shop.address, 'carla@gmial.com', '004512783390')
      await goTo('/correos?estado=fallido')
      const row = page.getByRole('link', { name: /Carla Mendoza/ })
      await row.getByText('No existe').waitFor()
      await row.click()
      const mail = page.getByRole('region', { name: 'Correo', exact: true })
      await mail.getByRole('heading', { name: /Recibimos tu reporte de pago/ }).waitFor()
      expect(await mail.getByLabel('Dirección').inputValue()).toBe('carla@gmail.com')
      await expectAccessibleEverywhere(page, 'mail to repair')
      shop.sink.behave('accept')
      await mail.getByLabel('Dirección').fill('carla@ejemplo.test')
      await mail.getByRole('button', { name: 'Corregir y reenviar' }).click()
      expect(await mailTo(shop.sink, 'carla@ejemplo.test', /Recibimos tu reporte de pago/)).toContain('Hola, Carla.')
      await mail.getByText('Enviado').waitFor()
      await goTo('/correos/direcciones')
      await page.getByText('carla@gmial.com').waitFor()
      await expectAccessibleEverywhere(page, 'addresses that do not exist')
      await page.getByRole('button', { name: 'Quitar de la lista carla@gmial.com' }).click()
      await page.getByRole('heading', { name: 'Ninguna' }).waitFor()
    })

    test('an owner words a mail, sees it with sample data, and buyers get it', async () => {
      const { page } = owner
      await page.setViewportSize(PHONE)
      await goTo('/correos/textos')
      await page.getByRole('link', { name: /^Recibimos tu reporte de pago(?![,:])/ }).waitFor()
      await expectAccessibleEverywhere(page, 'kinds of mail')
      await page.getByRole('link', { name: /^Recibimos tu reporte de pago(?![,:])/ }).click()
      const body = page.getByLabel('Texto', { exact: true })
      await body.fill('Hola, {apodo}.')
      await page.getByText('«{apodo}» no existe en este correo.').waitFor()
      expect(await page.getByRole('button', { name: 'Guardar' }).isEnabled()).toBe(false)
      await body.fill('Gracias de corazón, ')
      await page.getByRole('button', { name: '{nombre}' }).click()
      expect(await body.inputValue()).toBe('Gracias de corazón, {nombre}')
      await page
        .frameLocator('iframe[title="Vista previa con datos de ejemplo"]')
        .getByText('Gracias de corazón, Carla')
        .last()
        .waitFor()
      await expectAccessibleEverywhere(page, 'words of a mail')
      // Nothing of it is saved yet: the way back asks, and what was typed is found again.
      await page.getByRole('link', { name: 'Volver a los textos' }).click()
      const leaving = page.getByRole('dialog', { name: 'Cambios sin guardar' })
      await leaving.getByRole('button', { name: 'Salir' }).click()
      await page.getByRole('link', { name: /^Recibimos tu reporte de pago(?![,:])/ }).click()
      await page.getByText('Recuperamos lo que no guardaste.').waitFor()
      expect(await body.inputValue()).toBe('Gracias de corazón, {nombre}')
      await page.getByRole('button', { name: 'Guardar' }).click()
      await page.getByText('Guardado. Los correos nuevos salen así.').waitFor()
      await reportPurchase(shop.address, 'otra@ejemplo.test', '009988776655')
      expect(await mailTo(shop.sink, 'otra@ejemplo.test', /Recibimos tu reporte de pago/)).toContain(
        'Gracias de corazón, Carla',
      )
      await page.getByRole('button', { name: 'Volver al original' }).click()
      await expect.poll(() => body.inputValue()).toContain('Vamos a comparar tu pago con nuestra cuenta')
      expect(owner.complaints).toEqual([])
    })
  },
)
