import type { Page } from 'playwright-core'
import { importBeside, LITTLE, type MoneyShop, nameOf, referenceOf } from '../money.ts'
import { enterAsOwner } from '../owner.ts'
import { type MoneyWalk, walkAlone, walkDesk, walkMoney } from './money.ts'
import { walkSources } from './money-sources.ts'

/** The screen is there on that page. A name that begins with `dinero-` is that of its picture in the manual. */
export type See = (name: string, page: Page) => Promise<void>

/**
 * «El dinero que llegó» of The manual, acted out in a shop as `openMoneyShop` makes one.
 * @param owner another browser's page, where the owner turns the second factor on.
 */
export async function walkMoneyOfManual(of: { shop: MoneyShop; page: Page; owner: Page; see: See }): Promise<void> {
  const { shop, page, owner } = of
  const { address } = shop
  const see = (name: string) => of.see(name, page)
  await walkMoney({ page, address, see })
  await walkDesk({ page, address, see })
  await walkAlone({ page, address, see })
  await walkLeft({ page, shop, see })

  const codes = await enterAsOwner(owner, address)
  const told = { page: owner, shop, see: (name: string) => of.see(name, owner) }
  await walkBooks(told)
  await walkSources({ ...told, codes })
}

type Walk = Pick<MoneyWalk, 'page' | 'see'> & { shop: MoneyShop }

/** Money left after the exact matches: links by hand, both lists, and chargebacks. */
async function walkLeft({ page, shop, see }: Walk): Promise<void> {
  const go = (path: string) => page.goto(`${shop.address}/panel${path}`)
  await go('/conciliacion')
  await page.getByRole('button', { name: new RegExp(`^(Unir|Revisar) el pago de ${nameOf(LITTLE)}`) }).click()
  const join = page.getByRole('dialog', { name: 'Unir dinero y reporte' })
  await join.getByText('Faltan Bs.\u00a02.000,00.').waitFor()
  await see('dinero-unir')
  await join.getByRole('button', { name: 'Volver' }).click()

  await go('/conciliacion/sin-reporte')
  await page
    .getByRole('button', { name: /^Buscar reporte de / })
    .first()
    .waitFor()
  await see('dinero-sin-reporte')
  await go('/conciliacion/sin-dinero')
  await page
    .getByRole('button', { name: /^Rechazar a / })
    .first()
    .waitFor()
  await see('dinero-sin-dinero')

  await go(`/compras?buscar=${encodeURIComponent(nameOf(3))}`)
  await page.getByRole('link', { name: nameOf(3) }).click()
  const money = page.getByRole('region', { name: 'Dinero que llegó' })
  await money.getByText('Suman justo.').waitFor()
  await money.evaluate((part) => part.scrollIntoView({ block: 'center' }))
  await see('dinero-ficha')

  await importBeside(shop.installation.env, [
    { referencia: referenceOf(3), texto: 'REVERSO PAGO MOVIL', debito: '2.600,00' },
  ])
  await go('/conciliacion')
  await page.getByRole('region', { name: 'Lo que el banco se llevó' }).getByText(nameOf(3)).waitFor()
  await see('dinero-se-llevo')
}

/** The books of the raffle, and what is asked before its dossier is given away. */
async function walkBooks({ page, shop, see }: Walk): Promise<void> {
  await page.goto(`${shop.address}/panel/rifas/2/libros`)
  const total = page.getByRole('table', { name: 'Toda la rifa' })
  await total.getByRole('row', { name: /^Se lo llevó el banco/ }).waitFor()
  await total.evaluate((table) => table.scrollIntoView({ block: 'center' }))
  await see('dinero-libros')
  await page.getByRole('button', { name: 'Expediente' }).click()
  await page.getByRole('dialog', { name: 'Descargar el expediente' }).waitFor()
  await see('dinero-expediente')
}
