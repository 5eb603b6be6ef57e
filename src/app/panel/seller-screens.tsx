import { Link } from 'wouter'
import { queryOf } from '#access/panel/ask.ts'
import { bones, code, JUDGES, LIST, LOOKS, type Screen, SELLER } from './screen.tsx'

/** What each person sold by hand, and the cash that he hands over: for who sees what the shop sold. */
export const sellersScreen: Screen = {
  path: '/compras/vendedores',
  title: 'Compras',
  only: LOOKS,
  menu: { name: 'Vendedores', icon: 'people', group: null },
  ...code(
    () => import('#purchases/panel/sale/sellers-screen.tsx'),
    ({ SellersScreen }) => <SellersScreen />,
  ),
  prefetch: null,
  bones: LIST,
}

/** Who may not buy. */
export const blockedScreen: Screen = {
  path: '/compras/bloqueados',
  title: 'Compras',
  only: LOOKS,
  menu: { name: 'Bloqueados', icon: 'shield', group: null },
  ...code(
    () => import('#purchases/panel/blocked/blocked-screen.tsx'),
    ({ BlockedScreen }, { operator }) => <BlockedScreen canChange={JUDGES.includes(operator.rol)} />,
  ),
  prefetch: null,
  bones: LIST,
}

/** What is about purchases and stands on screens of its own. */
export function PurchaseLinks() {
  return [sellersScreen, blockedScreen].map(({ path, menu }) => (
    <Link key={path} href={path} className="link small inline control-high">
      {menu?.name}
    </Link>
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
    ...code(
      () => import('#purchases/panel/sale/own-sales-screen.tsx'),
      ({ OwnSalesScreen }) => <OwnSalesScreen />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/compras/nueva')),
    bones: LIST,
  },
  {
    path: '/compras/nueva',
    only: SELLER,
    menu: { name: 'Vender', icon: 'plus', group: 'dia', bar: true },
    ...code(
      () => import('#purchases/panel/sale/sell-screen.tsx'),
      ({ SellScreen }, { operator, status }) => <SellScreen site={status.sitio} operator={operator} />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/compras/nueva')),
    bones: bones('Abriendo la venta', ['20rem']),
  },
  {
    path: '/ventas/:id',
    title: 'Tus ventas',
    only: SELLER,
    menu: null,
    ...code(
      () => import('#purchases/panel/sale/sold-screen.tsx'),
      ({ SoldScreen }, { status, id }) => <SoldScreen id={id ?? 0} site={status.sitio} />,
    ),
    prefetch: null,
    bones: LIST,
  },
]
