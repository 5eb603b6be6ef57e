import { queryOf } from '#access/panel/ask.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { bones, code, LIST, LOOKS, type Screen, SELLER } from './screen.tsx'

/** What each person sold by hand, and the cash that he hands over: for who sees what the shop sold. */
export const sellersScreen: Screen = {
  path: '/compras/vendedores',
  title: 'Compras',
  only: LOOKS,
  menu: { name: 'Vendedores', icon: 'people', group: null },
  ...code(() => import('#purchases/panel/sale/sellers-screen.tsx'), 'SellersScreen'),
  bones: LIST,
}

/** Who may not buy. */
export const blockedScreen: Screen = {
  path: '/compras/bloqueados',
  title: 'Compras',
  only: LOOKS,
  menu: { name: 'Bloqueados', icon: 'shield', group: null },
  ...code(() => import('#purchases/panel/blocked/blocked-screen.tsx'), 'BlockedScreen'),
  bones: LIST,
}

/** What is about purchases and stands on screens of its own. */
export function PurchaseLinks() {
  return [sellersScreen, blockedScreen].map(({ path, menu }) => (
    <ButtonLink look="link" text={menu?.name} className="small inline control-high" key={path} href={path} />
  ))
}

/** All that somebody has who only sells, beside his account, in the order of his menu. */
export const SELLER_SCREENS: readonly Screen[] = [
  {
    path: '/',
    only: SELLER,
    menu: {
      name: 'Tus ventas',
      icon: 'receipt',
      group: 'dia',
      bar: true,
    },
    ...code(() => import('#purchases/panel/sale/own-sales-screen.tsx'), 'OwnSalesScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/compras/nueva')),
    bones: LIST,
  },
  {
    path: '/compras/nueva',
    only: SELLER,
    menu: { name: 'Vender', icon: 'plus', group: 'dia', bar: true },
    ...code(() => import('#purchases/panel/sale/sell-screen.tsx'), 'SellScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/compras/nueva')),
    bones: bones('Abriendo la venta', '20rem'),
  },
  {
    path: '/ventas/:id',
    title: 'Tus ventas',
    only: SELLER,
    ...code(() => import('#purchases/panel/sale/sold-screen.tsx'), 'SoldScreen'),
    bones: LIST,
  },
]
