import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Shoot } from './screenshots.ts'

/** Every screen and dialog of the shop that a buyer meets, in his order. @param buyer makes each payment another one. */
export async function shopScreens(
  page: Page,
  address: string,
  shoot: Shoot,
  buyer: number,
  approve: (codigo: string) => Promise<void>,
): Promise<void> {
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
  const menu = page.getByRole('button', { name: 'Abrir menú' })
  if (await menu.isVisible()) {
    await menu.click()
    await shoot(page, 'menu')
    await page.keyboard.press('Escape')
  }
  await shoot(page, 'rifa-completa', { whole: true })
  await press('Reglas')
  await page.getByText('CÓMO REALIZAR UNA COMPRA').waitFor()
  await shoot(page, 'reglas')
  await press('Entendido')
  await numbersScreens(page, address, shoot)
  await open('/rifa')
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
  const confirm = payment.getByRole('button', { name: 'Confirmar Compra' })
  await refusedScreens(page, shoot, () => confirm.click())
  await confirm.click()
  await page.getByText('Procesando pago...').waitFor()
  await shoot(page, 'procesando')
  await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
  await shoot(page, 'enviado')
  await page.getByRole('link', { name: 'Ver mi compra' }).click()
  await page.getByText('Estamos verificando tu pago').waitFor()
  await shoot(page, 'mi-compra', { whole: true })
  await page.getByRole('button', { name: 'Corregir y enviar de nuevo' }).click()
  await shoot(page, 'mi-compra-corregir', { whole: true })
  await approve(
    (await page
      .getByText(/^TB-\w+$/)
      .first()
      .textContent()) ?? '',
  )
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByText(/números están listos/).waitFor()
  await shoot(page, 'mi-compra-confirmada', { whole: true })

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

/** The grid of numbers, and what it says of a number that somebody else took. */
async function numbersScreens(page: Page, address: string, shoot: Shoot): Promise<void> {
  await page.getByRole('radio', { name: 'Elegir a mano' }).check()
  await page.getByRole('button', { name: 'Comprar', exact: true }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('grid').waitFor()
  const free = page.locator('[role=gridcell][aria-disabled=false]:visible')
  await free.nth(7).waitFor()
  const numbers = [await free.nth(3).textContent(), await free.nth(7).textContent()].map(String)
  for (const number of numbers) await page.getByRole('gridcell', { name: number, exact: true }).click()
  await shoot(page, 'numeros')
  await page.getByRole('button', { name: /^Confirmar \(/ }).click()
  const answer = await fetch(`${address}/api/rifas/1/apartados`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cantidad_tickets: 2, numeros_seleccionados: numbers }),
  })
  const { token } = (await answer.json()) as { token: string }
  await page.getByRole('button', { name: /^Pago Movil/ }).click()
  await page.getByText('ya no está disponible').first().waitFor()
  await shoot(page, 'numeros-tomado')
  await fetch(`${address}/api/rifas/apartados/${token}`, { method: 'DELETE' })
  await page.evaluate('sessionStorage.clear()')
}

/** What stands between a report and its success. */
async function refusedScreens(page: Page, shoot: Shoot, send: () => Promise<void>): Promise<void> {
  const calls = '**/api/rifas/participantes'
  const details = "Duplicate entry '04140001234' for key 'telefono'"
  await page.route(calls, (route) => route.fulfill({ status: 409, json: { error: 'Registro duplicado', details } }))
  await send()
  await page.getByRole('dialog', { name: 'Registro duplicado' }).waitFor()
  await shoot(page, 'registro-duplicado')
  await page.getByRole('button', { name: 'Entendido' }).click()
  await page.unroute(calls)
  await page.route(calls, (route) => route.abort())
  await send()
  await page.getByRole('dialog', { name: 'Se cortó la conexión' }).waitFor()
  await shoot(page, 'conexion-cortada')
  await page.getByRole('button', { name: 'Volver al formulario' }).click()
  await page.unroute(calls)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '¿Salir sin reportar tu pago?' }).waitFor()
  await shoot(page, 'salir')
  await page.getByRole('button', { name: 'Seguir aquí' }).click()
}
