import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Shoot } from './screenshots.ts'

/** Every screen and dialog of the shop that a buyer meets, in his order. @param buyer makes each payment another one. */
export async function shopScreens(page: Page, address: string, shoot: Shoot, buyer: number): Promise<void> {
  const open = (path: string) => page.goto(address + path, { waitUntil: 'networkidle' })
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

  await open('/')
  await shoot(page, 'inicio', { whole: true })
  await open('/rifas-anteriores')
  await shoot(page, 'rifas-anteriores', { whole: true })
  await open('/no-existe')
  await shoot(page, 'no-encontrado')
  await open('/rifa1')
  await shoot(page, 'rifa1')
  await press('Comprar')
  await page.getByText('Elige tu metodo de Pago').waitFor()
  await shoot(page, 'metodos')

  await open('/rifa')
  await shoot(page, 'rifa')
  await shoot(page, 'rifa-completa', { whole: true })
  await press('Reglas')
  await page.getByText('CÓMO REALIZAR UNA COMPRA').waitFor()
  await shoot(page, 'reglas')
  await press('Entendido')
  await press('+5')
  await press('Comprar')
  await page.getByText('Verifica el monto antes de continuar').waitFor()
  await shoot(page, 'monto')
  await press('Continuar')
  await page.getByRole('button', { name: /^Pago Movil/ }).click()
  const payment = page.getByRole('dialog', { name: /Paga por/ })
  await payment.waitFor()
  await shoot(page, 'pago')
  await payment.getByRole('button', { name: 'Confirmar Compra' }).click()
  await shoot(page, 'pago-errores')

  const field = (name: string) => payment.getByRole('textbox', { name })
  await field('Nombre y apellido').fill('Carla Mendoza')
  await field('Cédula').fill(String(99_500_000 + buyer))
  await field('Teléfono').fill('04140001234')
  await field('Correo').fill('carla@ejemplo.test')
  await field('Referencia del pago').fill(`00451278${3_300 + buyer}`)
  const picture = await sharp({ create: { width: 720, height: 1280, channels: 3, background: '#dfe7ee' } })
    .composite([
      { input: { create: { width: 720, height: 300 + buyer, channels: 3, background: '#1d5a52' } }, top: 0, left: 0 },
    ])
    .jpeg()
    .toBuffer()
  await payment
    .getByLabel('Subir comprobante')
    .setInputFiles({ name: 'pago.jpg', mimeType: 'image/jpeg', buffer: picture })
  await payment.getByText('pago.jpg').waitFor()
  await shoot(page, 'pago-listo')
  await payment.getByRole('button', { name: 'Confirmar Compra' }).click()
  await page.getByText('Procesando pago...').waitFor()
  await shoot(page, 'procesando')
  await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
  await shoot(page, 'enviado')
  await page.getByRole('link', { name: 'Ver mi compra' }).click()
  await page.getByText('Estamos verificando tu pago').waitFor()
  await shoot(page, 'mi-compra', { whole: true })

  // Somebody of the sample data, whose numbers are confirmed.
  await open('/rifa')
  const look = async (cedula: string) => {
    await page.getByRole('textbox', { name: /Cédula con la que compraste/ }).fill(cedula)
    await press('Buscar')
  }
  await look('11111111')
  await page.getByText('No tienes participaciones en la rifa actual').waitFor()
  await shoot(page, 'consulta-sin-participaciones')
  await look('99000000')
  await page.getByRole('dialog', { name: 'Números asignados' }).waitFor()
  await shoot(page, 'asignados')
}
