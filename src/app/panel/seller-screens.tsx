import { queryOf } from '#access/panel/ask.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { at, code, LOOKS, type Screen, SELLER } from './screen.tsx'

/** Each person's sales by hand, and the cash to hand over: for roles that see the shop's sales. */
export const sellersScreen: Screen = {
  ...at('/compras/vendedores', LOOKS, 'vender-a-mano'),
  title: 'Compras',
  menu: { name: 'Vendedores', icon: 'people', group: null },
  ...code(() => import('#purchases/panel/sale/sellers-screen.tsx'), 'SellersScreen'),
}

/** People who may not buy. */
export const blockedScreen: Screen = {
  ...at('/compras/bloqueados', LOOKS, 'bloquear-a-una-persona'),
  title: 'Compras',
  menu: { name: 'Bloqueados', icon: 'shield', group: null },
  ...code(() => import('#purchases/panel/blocked/blocked-screen.tsx'), 'BlockedScreen'),
}

/** Links to the other screens about purchases. */
export function PurchaseLinks() {
  return [sellersScreen, blockedScreen].map(({ path, menu }) => (
    <ButtonLink look="link" text={menu?.name} className="small inline control-high" key={path} href={path} />
  ))
}

/** All screens of a person who only sells, apart from the account, in the order of their menu. */
export const SELLER_SCREENS: readonly Screen[] = [
  {
    ...at('/', SELLER, 'cada-dia'),
    menu: { name: 'Tus ventas', icon: 'receipt', group: 'dia', bar: true },
    ...code(() => import('#purchases/panel/sale/own-sales-screen.tsx'), 'OwnSalesScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/compras/nueva')),
  },
  {
    ...at('/compras/nueva', SELLER, 'vender-a-mano'),
    menu: { name: 'Vender', icon: 'plus', group: 'dia', bar: true },
    ...code(() => import('#purchases/panel/sale/sell-screen.tsx'), 'SellScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/compras/nueva')),
  },
  {
    ...at('/ventas/:id', SELLER, 'vender-a-mano'),
    title: 'Tus ventas',
    ...code(() => import('#purchases/panel/sale/sold-ticket.tsx'), 'SoldScreen'),
  },
]
