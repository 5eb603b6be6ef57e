import { queryOf } from '#access/panel/ask.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { bones, code, LIST, LOOKS, type Screen, SELLER } from './screen.tsx'

/** Each person's sales by hand, and the cash to hand over: for roles that see the shop's sales. */
export const sellersScreen: Screen = {
  path: '/compras/vendedores',
  title: 'Compras',
  only: LOOKS,
  menu: { name: 'Vendedores', icon: 'people', group: null },
  ...code(() => import('#purchases/panel/sale/sellers-screen.tsx'), 'SellersScreen'),
  bones: LIST,
}

/** People who may not buy. */
export const blockedScreen: Screen = {
  path: '/compras/bloqueados',
  title: 'Compras',
  only: LOOKS,
  menu: { name: 'Bloqueados', icon: 'shield', group: null },
  ...code(() => import('#purchases/panel/blocked/blocked-screen.tsx'), 'BlockedScreen'),
  bones: LIST,
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
