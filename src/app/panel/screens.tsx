import { pagesOf, queryOf } from '#access/panel/ask.ts'
import { readFilters as readJournalFilters } from '#journal/panel/read-filters.ts'
import { purchasesOf, readFilters } from '#purchases/panel/purchase-list.ts'
import { ExportLinks } from '#reports/panel/export-links.tsx'
import { purchaseOf } from '#review/panel/use-decision.ts'
import { MAIL_SCREENS } from './mail-screens.tsx'
import { MONEY_SCREENS } from './money-screens.tsx'
import { RAFFLE_SCREENS } from './raffle-screens.tsx'
import {
  bones,
  code,
  HOME,
  JUDGES,
  LIST,
  LOOKS,
  MoneyTabs,
  OWNER,
  PAGE,
  type Screen,
  SELLER,
  TAKES,
} from './screen.tsx'
import { blockedScreen, PurchaseLinks, SELLER_SCREENS, sellersScreen } from './seller-screens.tsx'

/** In the order of the menu. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    only: LOOKS,
    menu: { name: 'Inicio', icon: 'home', group: 'dia', bar: true },
    begins: '/compras/nueva',
    ...code(
      () => Promise.all([import('#reports/panel/home-screen.tsx'), import('./state/state-line.tsx')]),
      ([{ HomeScreen }, { StateLine }], { operator, owner }) => (
        <HomeScreen operator={operator} server={owner ? <StateLine /> : null} />
      ),
    ),
    prefetch: (client, { owner }) => [
      client.prefetchQuery(queryOf('GET /api/panel/inicio')),
      owner && client.prefetchQuery(queryOf('GET /api/panel/empezar')),
    ],
    bones: HOME,
  },
  {
    path: '/empezar',
    title: 'Primeros pasos',
    only: OWNER,
    menu: null,
    ...code(
      () => import('#reports/panel/start-screen.tsx'),
      ({ StartScreen }) => <StartScreen />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/empezar')),
    bones: HOME,
  },
  {
    path: '/revision/*',
    only: LOOKS,
    menu: {
      name: 'Revisión',
      icon: 'review',
      group: 'dia',
      bar: true,
      waits: ({ inReview }) => ({ count: inReview, words: 'en revisión' }),
    },
    full: true,
    ...code(
      () => import('#review/panel/desk-screen.tsx'),
      ({ DeskScreen }, { operator, id }) => <DeskScreen operator={operator} selected={id} />,
    ),
    prefetch: null,
    bones: bones('Abriendo la revisión', ['3rem'], ['20rem']),
  },
  {
    path: '/compras/nueva',
    only: JUDGES,
    menu: { name: 'Vender a mano', icon: 'plus', group: null },
    ...code(
      () => import('#purchases/panel/sale/sell-screen.tsx'),
      ({ SellScreen }, { operator, status }) => <SellScreen site={status.sitio} operator={operator} />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/compras/nueva')),
    bones: bones('Abriendo la venta', ['20rem']),
  },
  {
    path: '/compras/:id',
    title: 'Compras',
    only: LOOKS,
    menu: null,
    ...code(
      () => import('./purchase-place.tsx'),
      ({ PurchasePlace }, { operator, status, id }) => (
        <PurchasePlace id={id ?? 0} operator={operator} site={status.sitio} />
      ),
    ),
    prefetch: (client, { id }) => [
      client.prefetchQuery(queryOf('GET /api/panel/compras/:id/ficha', { params: { id: id ?? 0 } })),
      client.prefetchQuery(purchaseOf(id ?? 0)),
    ],
    bones: LIST,
  },
  sellersScreen,
  blockedScreen,
  {
    path: '/compras/*',
    only: LOOKS,
    menu: { name: 'Compras', icon: 'receipt', group: 'dia', bar: true },
    ...code(
      () => import('#purchases/panel/purchases-screen.tsx'),
      ({ PurchasesScreen }, { operator, begin }) => (
        <PurchasesScreen
          actions={(shown) => (
            <>
              {begin('/compras/nueva')}
              {TAKES.includes(operator.rol) ? (
                <ExportLinks what="compras" query={new URLSearchParams(shown).toString()} />
              ) : null}
              <PurchaseLinks />
            </>
          )}
        />
      ),
    ),
    prefetch: (client, { search }) => [
      client.prefetchInfiniteQuery(purchasesOf(readFilters(search))),
      client.prefetchQuery(queryOf('GET /api/panel/compras/rifas', { staleTime: 60_000 })),
    ],
    bones: LIST,
  },
  ...MONEY_SCREENS,
  ...MAIL_SCREENS,
  ...RAFFLE_SCREENS,
  {
    path: '/cobros/*',
    title: 'Cobros y tasas',
    only: OWNER,
    menu: { name: 'Cobros', icon: 'bank', group: 'negocio' },
    ...code(
      () => import('#payment-methods/panel/methods-screen.tsx'),
      ({ MethodsScreen }, { which }) => <MethodsScreen selected={which} tabs={<MoneyTabs here="/cobros" />} />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/metodos')),
    bones: PAGE,
  },
  {
    path: '/tasas',
    title: 'Cobros y tasas',
    only: LOOKS,
    menu: { name: 'Tasas', icon: 'rate', group: 'negocio' },
    ...code(
      () => import('#rates/panel/rates-screen.tsx'),
      ({ RatesScreen }, { owner }) => (
        <RatesScreen tabs={owner ? <MoneyTabs here="/tasas" /> : null} canChange={owner} />
      ),
    ),
    prefetch: (client) => [
      client.prefetchQuery(queryOf('GET /api/panel/tasa')),
      client.prefetchQuery(queryOf('GET /api/panel/tasa/historia')),
    ],
    bones: PAGE,
  },
  {
    path: '/sitio',
    only: OWNER,
    menu: { name: 'Sitio', icon: 'site', group: 'negocio' },
    ...code(
      () => import('#site/panel/site-form.tsx'),
      ({ SiteScreen }) => <SiteScreen />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/sitio')),
    bones: PAGE,
  },
  {
    path: '/motivos',
    only: OWNER,
    menu: { name: 'Motivos', icon: 'list', group: 'negocio' },
    ...code(
      () => import('#review/panel/reasons/reasons-form.tsx'),
      ({ ReasonsScreen }) => <ReasonsScreen />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/motivos', { staleTime: 5 * 60_000 })),
    bones: PAGE,
  },
  {
    path: '/estado',
    only: OWNER,
    menu: {
      name: 'Estado',
      icon: 'pulse',
      group: 'servidor',
      waits: ({ server }) => ({ ...server, words: 'por hacer' }),
    },
    ...code(
      () => import('./state/state-screen.tsx'),
      ({ StateScreen }) => <StateScreen />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/estado/servidor')),
    bones: PAGE,
  },
  {
    path: '/servidor',
    only: OWNER,
    menu: {
      name: 'Servidor',
      icon: 'screen',
      group: 'servidor',
    },
    ...code(
      () => import('#settings/panel/server-screen.tsx'),
      ({ ServerScreen }, { operator, status }) => <ServerScreen siteName={status.sitio} ownMail={operator.correo} />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/servidor')),
    bones: PAGE,
  },
  {
    path: '/respaldos',
    only: OWNER,
    menu: { name: 'Respaldos', icon: 'shield', group: 'servidor' },
    ...code(
      () => import('#backups/panel/backups-screen.tsx'),
      ({ BackupsScreen }) => <BackupsScreen />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/respaldos')),
    bones: PAGE,
  },
  {
    path: '/equipo/*',
    only: OWNER,
    menu: { name: 'Equipo', icon: 'people', group: 'equipo' },
    ...code(
      () => import('#operators/panel/team/team-screen.tsx'),
      ({ TeamScreen }, { operator, id }) => <TeamScreen operator={operator} selected={id} />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/equipo')),
    bones: PAGE,
  },
  {
    path: '/diario',
    only: LOOKS,
    menu: { name: 'Diario', icon: 'journal', group: 'equipo' },
    ...code(
      () => import('#journal/panel/journal-screen.tsx'),
      ({ JournalScreen }, { operator }) => (
        <JournalScreen
          purchasePath={(id) => `/compras/${id}`}
          {...(TAKES.includes(operator.rol) && {
            exports: (query: string) => <ExportLinks what="diario" query={query} />,
          })}
        />
      ),
    ),
    prefetch: (client, { search }) => [
      client.prefetchInfiniteQuery(pagesOf('GET /api/panel/diario', { query: readJournalFilters(search) })),
      client.prefetchQuery(queryOf('GET /api/panel/diario/filtros', { staleTime: 60_000 })),
    ],
    bones: PAGE,
  },
  {
    path: '/cuenta',
    title: 'Tu cuenta',
    only: [...LOOKS, ...SELLER],
    menu: { name: 'Cuenta', icon: 'account', group: 'equipo' },
    ...code(
      () =>
        Promise.all([import('#operators/panel/account/account-screen.tsx'), import('#reports/panel/notices-part.tsx')]),
      ([{ AccountScreen }, { NoticesPart }], { operator }) => (
        <>
          <AccountScreen operator={operator} />
          {JUDGES.includes(operator.rol) ? <NoticesPart /> : null}
        </>
      ),
    ),
    prefetch: (client, { operator }) => [
      client.prefetchQuery(queryOf('GET /api/panel/cuenta')),
      JUDGES.includes(operator.rol) && client.prefetchQuery(queryOf('GET /api/panel/avisos')),
    ],
    bones: PAGE,
  },
  ...SELLER_SCREENS,
]
