import type { Page } from 'playwright-core'
import type { Shoot } from './screenshots.ts'

/** The panel from the sign-in to a decision that is taken back. */
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
  await open('/panel/revision')
  await shoot(page, 'revision')
  await page.getByText('Edixon Graterol').first().click()
  const picture = page.locator('img').first()
  await picture.waitFor()
  await page.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 0, await picture.elementHandle())
  await shoot(page, 'revision-pago')
  await page.getByRole('button', { name: /^Rechazar/ }).click()
  await shoot(page, 'revision-rechazar')
  await page.keyboard.press('Escape')
  await open('/panel/correos')
  await shoot(page, 'correos')
  await open('/panel/cuenta')
  await shoot(page, 'cuenta')
}
