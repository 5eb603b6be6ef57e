import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE, type Visitor } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { mailsTo, mailTo } from './support/mails.ts'
import { enterAsOwner } from './support/owner.ts'
import { reportPurchase } from './support/report-purchase.ts'
import { OWNER } from './support/set-up.ts'

inShop(
  'mail in the panel, and letters to buyers',
  {
    mailFrom: 'rifas@ejemplo.test',
    rate: true,
  },
  (shop) => {
    let owner: Visitor

    const goTo = (path: string) => owner.page.goto(`${shop.address}/panel${path}`)
    const write = async (words: string, text: string) => {
      await owner.page.getByLabel('Asunto').fill(words)
      await owner.page.getByLabel('Título').fill(words)
      await owner.page.getByLabel('Texto', { exact: true }).fill(text)
    }
    const lettersTo = (address: string, subject: RegExp) => mailsTo(shop.sink, address, subject)

    test('an owner thanks the buyers: draft, preview, test, two letters; and one of them wants no more', async () => {
      await reportPurchase(shop.address, 'carla@ejemplo.test', '004512783390')
      await reportPurchase(shop.address, 'luis@ejemplo.test', '009988776655', { cedula: '9876543' })
      owner = await shop.visitor(PHONE, [], { stays: true })
      const { page } = owner
      await enterAsOwner(page, shop.address)
      await page.goto(`${shop.address}/panel/rifas/2`)
      await page.getByRole('link', { name: 'Escribir a quienes compraron' }).click()
      await write('Gracias por participar en «{rifa}»', 'Hola, {nombre}. Gracias por participar en «{rifa}».')
      await page.getByText('De otra cosa').click()
      await page.getByText('También en revisión').click()
      await page.getByText('Llega a 2 personas').waitFor()
      const paper = page.frameLocator('iframe[title="Vista previa del comunicado"]')
      await paper.getByText('Hola, Carla. Gracias por participar').last().waitFor()
      await paper.getByRole('link', { name: 'No recibir más de estos correos' }).waitFor()
      await expectAccessibleEverywhere(page, 'a letter')
      await page.getByLabel('Texto', { exact: true }).fill('Hola, {nombre}. Gracias de corazón por «{rifa}».')
      await page.reload()
      await page.getByText('Recuperamos el comunicado que no enviaste.').waitFor()
      await paper.getByText('Gracias de corazón').last().waitFor()
      await page.getByRole('button', { name: 'Envíame la prueba' }).click()
      await page.getByText(`Va a ${OWNER.correo}.`).waitFor()
      await expect.poll(() => lettersTo(OWNER.correo, /^\[Prueba\] Gracias/)).toHaveLength(1)

      await page.getByRole('button', { name: 'Enviar a 2 personas' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click()
      await page.getByText('Terminado').waitFor()
      await page.getByText('2 de 2').waitFor()
      expect(await page.getByLabel('Texto', { exact: true }).inputValue()).toBe('')
      await page.goto(`${shop.address}/panel/correos/cartas`)
      await page.getByText('2 de 2').waitFor()

      const [mail] = await lettersTo('carla@ejemplo.test', /^Gracias/)
      const link = /\S+\/baja\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
      await page.goto(shop.address + new URL(link).pathname)
      await page.getByRole('heading', { name: '¿No quieres más de estos correos?' }).waitFor()
      await page.getByRole('button', { name: 'No recibir más' }).click()
      await page.getByRole('heading', { name: 'Listo: ya no te enviamos noticias' }).waitFor()
      expect(owner.complaints).toEqual([])
    })

    test('letters that the mail server refused are sent again, all together, once it takes them', async () => {
      const { page } = owner
      shop.sink.behave('reject-message-554')
      await reportPurchase(shop.address, 'ines@ejemplo.test', '001122334455', { cedula: '8765432' })
      await page.goto(`${shop.address}/panel/correos?estado=fallido`)
      await page.getByRole('button', { name: 'Reenviar lo que no llegó' }).waitFor()
      await expect
        .poll(async () => {
          await page.reload()
          await page.getByRole('button', { name: 'Reenviar lo que no llegó' }).waitFor()
          return page.getByText('ines@ejemplo.test').count()
        })
        .toBeGreaterThan(0)
      shop.sink.behave('accept')
      await page.getByRole('button', { name: 'Reenviar lo que no llegó' }).click()
      const dialog = page.getByRole('dialog', { name: 'Reenviar lo que no llegó' })
      await dialog.getByRole('button', { name: 'Reenviar', exact: true }).click()
      await dialog.getByText('1 sale ahora.').waitFor()
      await dialog.getByRole('button', { name: 'Cerrar' }).click()
      expect(owner.complaints).toEqual([])
    })

    test('a mail to an address that does not exist is repaired where it failed', async () => {
      const { page } = owner
      await page.setViewportSize(DESK)
      shop.sink.behave('reject-550')
      await reportPurchase(shop.address, 'carla@gmial.com', '001234500001', { cedula: '7654321' })
      const row = page.getByRole('link', { name: /Carla Mendoza/ })
      await expect
        .poll(async () => {
          await goTo('/correos?estado=fallido')
          await row.or(page.getByText('Ninguno en este estado')).first().waitFor()
          return row.getByText('No existe').count()
        })
        .toBe(1)
      await row.click()
      const mail = page.getByRole('region', { name: 'Correo', exact: true })
      await mail.getByRole('heading', { name: /Recibimos tu reporte de pago/ }).waitFor()
      expect(await mail.getByLabel('Dirección').inputValue()).toBe('carla@gmail.com')
      await expectAccessibleEverywhere(page, 'mail to repair')
      shop.sink.behave('accept')
      await mail.getByLabel('Dirección').fill('corregida@ejemplo.test')
      await mail.getByRole('button', { name: 'Corregir y reenviar' }).click()
      expect(await mailTo(shop.sink, 'corregida@ejemplo.test', /Recibimos tu reporte de pago/)).toContain(
        'Hola, Carla.',
      )
      // An open mail asks anew every fifteen seconds.
      await expect
        .poll(async () => {
          await page.reload()
          await mail.getByRole('heading', { name: /Recibimos tu reporte de pago/ }).waitFor()
          return mail.getByText('Enviado').count()
        })
        .toBe(1)
      await goTo('/correos')
      await page.getByRole('button', { name: 'Correo de prueba' }).click()
      await page.getByText(`Va a ${OWNER.correo}.`).waitFor()
    })

    test('an owner words a mail, sees it with sample data, and what was typed is kept', async () => {
      const { page } = owner
      await page.setViewportSize(PHONE)
      await goTo('/correos/textos')
      const kind = page.getByRole('link', { name: /^Recibimos tu reporte de pago(?![,:])/ })
      await kind.waitFor()
      await kind.click()
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
      await kind.click()
      await page.getByText('Recuperamos lo que no guardaste.').waitFor()
      expect(await body.inputValue()).toBe('Gracias de corazón, {nombre}')
      await page.getByRole('button', { name: 'Guardar' }).click()
      await page.getByText('Guardado. Los correos nuevos salen así.').waitFor()
      await page.getByRole('button', { name: 'Volver al original' }).click()
      await expect.poll(() => body.inputValue()).toContain('Vamos a comparar tu pago con nuestra cuenta')
      expect(owner.complaints).toEqual([])
    })
  },
)
