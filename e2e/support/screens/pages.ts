import type { Page } from 'playwright-core'
import type { Walk } from './screens.ts'

/** React has the page, and availability was asked for. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
}

/** Answer to the next request for availability, in place of the truth. */
async function answerStatus(page: Page, change: Record<string, unknown> | null): Promise<void> {
  await page.unroute('**/status')
  await page.route('**/status', async (route) => {
    if (change === null) return route.abort()
    const truth = await (await route.fetch()).json()
    Object.assign(truth.data.rifa, change)
    return route.fulfill({ json: truth })
  })
}

/** Goes up the page until the floating button covers no control: where it would, it steps aside. */
async function bringRules(page: Page): Promise<void> {
  const aside = page.locator('.rules-btn[data-aside]')
  for (let y = 400; y >= 0 && (y === 400 || (await aside.count()) > 0); y -= 40) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  }
}

/** Head, foot, what hangs on them, and the pages of raffles in every state of a sale. */
export async function walkPages({ page, shop, see }: Walk): Promise<void> {
  const open = async (path: string) => {
    await page.goto(shop.address + path)
    await settled(page)
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await open('/')
  await see('inicio')
  const menu = page.getByRole('button', { name: 'Abrir menú' })
  if (await menu.isVisible()) {
    await menu.click()
    await see('menu')
    await page.keyboard.press('Escape')
  }
  await bringRules(page)
  await press('Reglas')
  const rules = page.getByRole('dialog', { name: 'CÓMO REALIZAR UNA COMPRA' })
  await rules.waitFor()
  await see('reglas')
  await rules.getByRole('tab', { name: 'Términos' }).click()
  await see('terminos')
  await press('Entendido')
  await press('Privacidad')
  await page.getByRole('dialog', { name: 'Tus datos personales' }).waitFor()
  await see('privacidad')
  await open('/rifas-anteriores')
  await see('rifas-anteriores')
  await open('/no-existe')
  await see('no-encontrado')

  await open('/rifa')
  await see('rifa')
  await see('rifa-completa')
  await press('+50')
  await press('+50')
  await page.getByText('Límite alcanzado').waitFor()
  await see('rifa-limite')
  await answerStatus(page, null)
  await page.reload()
  await page.getByText('No se pudo obtener la disponibilidad actual').waitFor()
  await see('rifa-sin-disponibilidad')
  await answerStatus(page, { numeros_disponibles: 0, porcentaje_disponible: 0 })
  await page.reload()
  await page.getByRole('heading', { name: 'Se agotaron los boletos' }).waitFor()
  await see('rifa-agotada')
  await answerStatus(page, { estado: 'cerrada' })
  await page.reload()
  await page.getByRole('heading', { name: 'Las ventas cerraron' }).waitFor()
  await see('rifa-cerrada')
  await page.unroute('**/status')
  await open('/rifa1')
  await see('rifa1')
  // The sample data has two raffles on sale and, after them, two that were drawn.
  await shop.changeSite({ rifa_a: 3 })
  await open('/rifa')
  await page.getByRole('heading', { name: 'Esta rifa ya se sorteó' }).waitFor()
  await see('rifa-sorteada')
  await shop.changeSite({ rifa_a: 1 })
}

/** Elements that a shop in use does not show. */
export async function walkOddPages({ page, odd, see }: Walk): Promise<void> {
  await page.goto(odd.empty)
  await see('inicio-sin-rifas')
  await page.goto(`${odd.empty}/rifa`)
  await see('rifa-sin-publicar')
  await page.goto(`${odd.empty}/rifas-anteriores`)
  await see('rifas-anteriores-vacio')
  await page.route('https://api.ejemplo.test/**', () => undefined)
  await page.goto(`${odd.waiting}/rifa`)
  await page.getByRole('heading', { name: 'Cargando la rifa…' }).waitFor()
  await see('rifa-cargando')
  await page.goto(odd.failing)
  await see('fallo')
}
