import type { Page } from 'playwright-core'
import { EXACT, LITTLE, nameOf, ROWS, statementFile } from '../money.ts'
import { enter } from '../owner.ts'
import { waitForPicture } from './first-day.ts'

export interface MoneyWalk {
  page: Page
  /** Of a shop as `openMoneyShop` makes one. */
  address: string
  /** The screen is there. A name is that of its picture in the manual. */
  see(name: `dinero-${string}` | 'vacia' | 'confirmadas'): Promise<void>
}

/** From an empty Conciliación to the exact ones confirmed: five taps, and what is chosen in the phone's own list of files. */
export async function walkMoney({ page, address, see }: MoneyWalk): Promise<void> {
  await enter(page, `${address}/panel`)
  await page.getByRole('link', { name: 'Conciliar' }).click()
  await page.getByRole('heading', { name: /se junta lo que llegó/ }).waitFor()
  await see('vacia')

  await page.getByRole('button', { name: 'Subir extracto' }).click()
  const statement = page.getByRole('dialog', { name: 'Subir extracto' })
  await statement
    .getByLabel('Elegir el extracto')
    .setInputFiles({ name: 'movimientos.csv', mimeType: 'text/csv', buffer: statementFile(ROWS) })
  const bring = statement.getByRole('button', { name: /^Importar \d/ })
  await bring.waitFor()
  await see('dinero-extracto')
  await bring.click()
  await page.getByText(`${EXACT} exactas`).waitFor()
  await see('dinero-conciliar')
  await page.getByRole('button', { name: `Confirmar ${EXACT}` }).click()
  const sure = page.getByRole('dialog', { name: 'Confirmar las exactas' })
  await sure.getByText('Bs.\u00a0135.200,00').waitFor()
  await see('dinero-confirmar')
  await sure.getByRole('button', { name: `Confirmar ${EXACT}` }).click()
  await sure.getByRole('heading', { name: `${EXACT} de ${EXACT} confirmados` }).waitFor()
  await see('confirmadas')
  await sure.getByRole('button', { name: 'Listo' }).click()
}

/** The desk, on the payment of which the bank says too little. */
export async function walkDesk({ page, address, see }: MoneyWalk): Promise<void> {
  await page.goto(`${address}/panel/revision`)
  await page.getByRole('link', { name: new RegExp(nameOf(LITTLE)) }).click()
  await page
    .getByRole('region', { name: 'Lo que dice el banco' })
    .getByText(/Llegó otro monto: Bs\.\s600,00/)
    .waitFor()
  const voices = page.getByRole('region', { name: 'Lo que reporta' }).getByRole('table')
  await voices.evaluate((table) => table.scrollIntoView({ block: 'center' }))
  await waitForPicture(page)
  await see('dinero-banco')
}

/** Where an owner lets the bank confirm by itself, about to be turned on. */
export async function walkAlone({ page, address, see }: MoneyWalk): Promise<void> {
  await page.goto(`${address}/panel/rifas/2/confirmacion`)
  await page.getByRole('radio', { name: /^El banco, solo/ }).check()
  await page.getByLabel('Suma al día').evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await see('dinero-solo')
}
