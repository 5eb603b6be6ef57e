import type { Page } from 'playwright-core'
import type { MoneyShop } from '../money.ts'
import { enterAsOwner } from '../owner.ts'
import { walkAlone, walkDesk, walkMoney } from './money.ts'
import { walkBooks, walkLeft } from './money-left.ts'
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
