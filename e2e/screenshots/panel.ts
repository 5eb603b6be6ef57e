import type { Page } from 'playwright-core'
import { waitForPicture } from '../support/screens/first-day.ts'
import type { Shoot } from './screenshots.ts'

/** Places of the panel that are one picture each. */
const PLACES = [
  ['compras', 'compras'],
  ['compras/nueva', 'vender-a-mano'],
  ['rifas', 'rifas'],
  ['cobros', 'cobros'],
  ['tasas', 'tasas'],
  ['correos', 'correos'],
  ['sitio', 'sitio'],
  ['estado', 'estado'],
  ['servidor', 'servidor'],
  ['respaldos', 'respaldos'],
  ['ayuda', 'ayuda'],
  ['ayuda-seccion', 'ayuda/el-sorteo'],
  ['correos/cartas', 'cartas'],
  ['equipo', 'equipo'],
  ['diario', 'diario'],
  ['cuenta', 'cuenta'],
] as const

/** The panel from the sign-in to each of its places. */
export async function panelScreens(
  page: Page,
  address: string,
  shoot: Shoot,
  operator: { correo: string; clave: string },
): Promise<void> {
  const open = async (path: string) => {
    await page.goto(address + path, { waitUntil: 'networkidle' })
  }
  await open('/panel')
  await shoot(page, 'panel-entrar')
  await page.getByLabel('Correo').fill(operator.correo)
  await page.getByLabel('Clave').fill(operator.clave)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { name: 'En revisión' }).first().waitFor()
  await shoot(page, 'panel-inicio')
  // A desk always asks what is new: its line is never idle.
  await page.goto(`${address}/panel/revision`)
  await page.getByText('Edixon Graterol').first().waitFor()
  await shoot(page, 'revision')
  await page.getByText('Edixon Graterol').first().click()
  await waitForPicture(page)
  await shoot(page, 'revision-pago')
  await page.getByRole('button', { name: /^Rechazar/ }).click()
  await shoot(page, 'revision-rechazar')
  await page.keyboard.press('Escape')
  for (const [path, name] of PLACES) {
    await open(`/panel/${path}`)
    await shoot(page, name)
  }
  await open('/panel/compras')
  await page.getByText('Yusmary Bracho').first().click()
  await page.getByText('Comprobaciones').first().waitFor()
  await shoot(page, 'compra')
  await open('/panel/rifas/1')
  await page.getByLabel('Premio').waitFor()
  await shoot(page, 'rifa-editar')
}
