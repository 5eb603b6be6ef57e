import { pagesOf, queryOf } from '#access/panel/ask.ts'
import { readFilters as readJournalFilters } from '#journal/panel/read-filters.ts'
import { purchasesOf, readFilters } from '#purchases/panel/purchase-list.ts'
import { ExportLinks } from '#reports/panel/export-links.tsx'
import { purchaseOf } from '#review/panel/use-decision.ts'
import { MONEY_SCREENS } from './money-screens.tsx'
import { RAFFLE_SCREENS } from './raffle-screens.tsx'
import { ALL, at, code, JUDGES, LOOKS, MoneyTabs, OWNER, type Screen, TAKES } from './screen.tsx'
import { blockedScreen, PurchaseLinks, SELLER_SCREENS, sellersScreen } from './seller-screens.tsx'

/** Sent mails, their texts, and the addresses that cannot be written to, in the order of the menu. */
const MAIL_SCREENS: readonly Screen[] = [
  {
    ...at('/correos/textos', OWNER, 'los-correos'),
    ...code(() => import('#mail/panel/texts-screen.tsx'), 'MailTextsScreen'),
  },
  {
    ...at('/correos/cartas', LOOKS, 'los-correos'),
    ...code(() => import('#letters/panel/letters-screen.tsx'), 'LettersScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/cartas')),
  },
  {
    ...at('/correos/*', LOOKS, 'los-correos'),
    menu: {
      name: 'Correos',
      icon: 'mail',
      group: 'dia',
      waits: ({ failedMails }) => ({ count: failedMails, words: 'sin entregar', wrong: true }),
    },
    full: true,
    ...code(() => import('#mail/panel/outbox-screen.tsx'), 'OutboxScreen'),
  },
]

/** In the order of the menu. */
export const SCREENS: readonly Screen[] = [
  {
    ...at('/', LOOKS, 'cada-dia'),
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
  },
  {
    ...at('/empezar', OWNER, '2-tu-acceso'),
    title: 'Primeros pasos',
    ...code(() => import('#reports/panel/start-screen.tsx'), 'StartScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/empezar')),
  },
  {
    ...at('/revision/*', LOOKS, 'revisar'),
    menu: {
      name: 'Revisión',
      icon: 'review',
      group: 'dia',
      bar: true,
      waits: ({ inReview }) => ({ count: inReview, words: 'en revisión' }),
    },
    full: true,
    ...code(() => import('#review/panel/desk-screen.tsx'), 'DeskScreen'),
  },
  {
    ...at('/compras/nueva', JUDGES, 'vender-a-mano'),
    menu: { name: 'Vender a mano', icon: 'plus', group: null },
    ...code(() => import('#purchases/panel/sale/sell-screen.tsx'), 'SellScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/compras/nueva')),
  },
  {
    ...at('/compras/:id', LOOKS, 'buscar-y-responder'),
    ...code(() => import('./purchase-place.tsx'), 'PurchasePlace'),
    prefetch: (client, { id }) => [
      client.prefetchQuery(queryOf('GET /api/panel/compras/:id/ficha', { params: { id } })),
      client.prefetchQuery(purchaseOf(id)),
    ],
  },
  sellersScreen,
  blockedScreen,
  {
    ...at('/compras/*', LOOKS, 'buscar-y-responder'),
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
  },
  ...MONEY_SCREENS,
  ...MAIL_SCREENS,
  ...RAFFLE_SCREENS,
  {
    ...at('/cobros/*', OWNER, '4-donde-te-pagan'),
    title: 'Cobros y tasas',
    menu: { name: 'Cobros', icon: 'bank', group: 'negocio' },
    ...code(
      () => import('#payment-methods/panel/methods-screen.tsx'),
      ({ MethodsScreen }, { which }) => <MethodsScreen selected={which} tabs={<MoneyTabs here="/cobros" />} />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/metodos')),
  },
  {
    ...at('/tasas', LOOKS, '5-la-tasa'),
    title: 'Cobros y tasas',
    menu: { name: 'Tasas', icon: 'rate', group: 'negocio' },
    ...code(
      () => import('#rates/panel/rates-screen.tsx'),
      ({ RatesScreen }, { owner }) => (
        <RatesScreen tabs={owner ? <MoneyTabs here="/tasas" /> : null} canChange={owner} />
      ),
    ),
    prefetch: (client) => [client.prefetchQuery(queryOf('GET /api/panel/tasa'))],
  },
  {
    ...at('/sitio', OWNER, '3-tu-sitio'),
    menu: { name: 'Sitio', icon: 'site', group: 'negocio' },
    ...code(() => import('#site/panel/site-form.tsx'), 'SiteScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/sitio')),
  },
  {
    ...at('/motivos', OWNER, 'revisar'),
    menu: { name: 'Motivos', icon: 'list', group: 'negocio' },
    ...code(() => import('#review/panel/reasons/reasons-form.tsx'), 'ReasonsScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/motivos', { staleTime: 5 * 60_000 })),
  },
  {
    ...at('/estado', OWNER, 'el-estado-del-servidor'),
    menu: {
      name: 'Estado',
      icon: 'pulse',
      group: 'servidor',
      waits: ({ server }) => ({ ...server, words: 'por hacer' }),
    },
    ...code(() => import('./state/state-screen.tsx'), 'StateScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/estado/servidor')),
  },
  {
    ...at('/servidor', OWNER, '6-el-correo'),
    menu: { name: 'Servidor', icon: 'screen', group: 'servidor' },
    ...code(() => import('#house/panel/server-screen.tsx'), 'ServerScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/servidor')),
  },
  {
    ...at('/respaldos', OWNER, 'respaldos'),
    menu: { name: 'Respaldos', icon: 'shield', group: 'servidor' },
    ...code(() => import('#house/panel/backups-screen.tsx'), 'BackupsScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/respaldos')),
  },
  {
    ...at('/equipo/*', OWNER, 'el-equipo'),
    menu: { name: 'Equipo', icon: 'people', group: 'equipo' },
    ...code(() => import('#operators/panel/team/team-screen.tsx'), 'TeamScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/equipo')),
  },
  {
    ...at('/diario', LOOKS, 'el-equipo'),
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
  },
  {
    ...at('/cuenta', ALL, '2-tu-acceso'),
    title: 'Tu cuenta',
    menu: { name: 'Cuenta', icon: 'account', group: 'equipo' },
    ...code(
      () =>
        Promise.all([import('#operators/panel/account/account-screen.tsx'), import('#reports/panel/notices-part.tsx')]),
      ([{ AccountScreen }, { NoticesPart }], { operator, judges }) => (
        <>
          <AccountScreen operator={operator} />
          {judges ? <NoticesPart /> : null}
        </>
      ),
    ),
    prefetch: (client, { judges }) => [
      client.prefetchQuery(queryOf('GET /api/panel/cuenta')),
      judges && client.prefetchQuery(queryOf('GET /api/panel/avisos')),
    ],
  },
  {
    ...at('/ayuda/*', ALL, null),
    menu: { name: 'Ayuda', icon: 'help', group: 'equipo' },
    ...code(() => import('./help/help-screen.tsx'), 'HelpScreen'),
  },
  ...SELLER_SCREENS,
]
