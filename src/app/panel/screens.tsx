import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Operator, Role } from '#access/contract.ts'
import { journalFiltersQuery, journalQuery, readFilters as readJournalFilters } from '#journal/panel/journal-query.ts'
import type { PanelStatus } from '#operators/contract.ts'
import { accountQuery } from '#operators/panel/account/account-query.ts'
import { teamQuery } from '#operators/panel/team/team-query.ts'
import { methodsQuery } from '#payment-methods/panel/methods-query.ts'
import { Icon, type IconName } from '#platform/panel/parts/icon.tsx'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'
import {
  purchasesQuery,
  readFilters,
  sheetQuery,
  rafflesQuery as soldRafflesQuery,
} from '#purchases/panel/purchases-query.ts'
import { saleChoicesQuery } from '#purchases/panel/sale/sell-query.ts'
import { raffleQuery, rafflesQuery } from '#raffles/panel/raffles-query.ts'
import { rateHistoryQuery, rateQuery } from '#rates/panel/rate-query.ts'
import { ExportLinks } from '#reports/panel/export-links.tsx'
import { firstStepsQuery, homeQuery, noticesQuery } from '#reports/panel/home-query.ts'
import { purchaseQuery } from '#review/panel/purchase-query.ts'
import { reasonsQuery } from '#review/panel/reasons/reasons-query.ts'
import { siteQuery } from '#site/panel/site-query.ts'

/** What one does there: the day's work, what is sold and how, who works here. */
export const GROUP_NAMES = { dia: 'El día', negocio: 'Lo que vendes', equipo: 'El equipo' }
export type MenuGroup = keyof typeof GROUP_NAMES

/** What waits for somebody, over the whole panel. */
export interface Counts {
  inReview: number
  failedMails: number
}

/** How a screen is led to by name. */
interface Menu {
  name: string
  icon: IconName
  /** Null stands in the palette only: something that is begun. */
  group: MenuGroup | null
  /** Stands in the bar below the thumb on a phone; the others are behind 'Más'. */
  bar?: true
  /** Other words by which it is looked for. */
  words: string
  /** How many wait there, in words for who cannot see it, and whether something is wrong. */
  waits?: (counts: Counts) => { count: number; words: string; wrong?: boolean }
}

/** Who looks, and at what. */
export interface At {
  operator: Operator
  status: PanelStatus
  owner: boolean
  /** What stands in the address for `:id` or `*`; null where nothing does. */
  which: string | null
  /** The same as a number, where it is one. */
  id: number | null
  search: string
}

/** One screen: everything that the panel knows of it, so that nothing else says it again. */
export interface Screen {
  /** `:id` stands for a number, `*` for whatever may follow, or nothing. Of two that fit, the first counts. */
  path: string
  title: string
  /** Who may see it; for others the address is none. */
  only: readonly Role[]
  /** Null for one that other screens lead to. */
  menu: Menu | null
  /** It brings its own scrolling panes, and its head. */
  full?: true
  /** Path of what is begun from its head. */
  begins?: string
  load: () => Promise<unknown>
  Body: ComponentType<At>
  /** Asks for its data, together with its code; null where what it asks for depends on more than its address. */
  prefetch: ((client: QueryClient, at: At) => unknown) | null
  /** What stands there meanwhile. */
  bones: ReactNode
}

/** The code of a screen, which the others do not carry, and how it is drawn. */
function code<Module>(load: () => Promise<Module>, draw: (module: Module, at: At) => ReactNode) {
  const Body = lazy(async () => {
    const module = await load()
    return { default: (at: At) => draw(module, at) }
  })
  return { load, Body }
}

function bones(label: string, ...shapes: [height: string, width?: string][]): ReactNode {
  return (
    <Loading label={label}>
      {shapes.map(([height, width = '100%'], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no identity but their place
        <Bone key={place} width={width} height={height} />
      ))}
    </Loading>
  )
}

const PAGE = bones('Abriendo', ['2.25rem', '14rem'], ['12rem'])
const HOME = bones('Abriendo', ['2.25rem', '11rem'], ['12rem'])
const LIST = bones('Abriendo', ['2.25rem'], ['20rem'])
const MAILS = bones('Abriendo', ['3rem'], ['3rem'])

const ALL: readonly Role[] = ['dueno', 'revisor', 'lector']
const JUDGES: readonly Role[] = ['dueno', 'revisor']
const OWNER: readonly Role[] = ['dueno']

/** In the order of the menu. */
const SCREENS: readonly Screen[] = [
  {
    path: '/',
    title: 'Inicio',
    only: ALL,
    menu: { name: 'Inicio', icon: 'home', group: 'dia', bar: true, words: 'resumen ventas portada' },
    begins: '/compras/nueva',
    ...code(
      () => import('#reports/panel/home-screen.tsx'),
      ({ HomeScreen }, { status, operator }) => <HomeScreen status={status} operator={operator} />,
    ),
    prefetch: (client, { owner }) => [client.prefetchQuery(homeQuery), owner && client.prefetchQuery(firstStepsQuery)],
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
    prefetch: (client) => client.prefetchQuery(firstStepsQuery),
    bones: HOME,
  },
  {
    path: '/revision/*',
    title: 'Revisión',
    only: ALL,
    menu: {
      name: 'Revisión',
      icon: 'review',
      group: 'dia',
      bar: true,
      words: 'pagos aprobar rechazar',
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
    title: 'Vender a mano',
    only: JUDGES,
    menu: { name: 'Vender a mano', icon: 'plus', group: null, words: 'venta efectivo nueva compra' },
    ...code(
      () => import('#purchases/panel/sale/sell-screen.tsx'),
      ({ SellScreen }, { operator, status }) => <SellScreen site={status.sitio} operatorId={operator.id} />,
    ),
    prefetch: (client) => client.prefetchQuery(saleChoicesQuery),
    bones: bones('Abriendo la venta', ['20rem']),
  },
  {
    path: '/compras/:id',
    title: 'Compras',
    only: ALL,
    menu: null,
    ...code(
      () => import('./purchase-place.tsx'),
      ({ PurchasePlace }, { operator, status, id }) => (
        <PurchasePlace id={id ?? 0} operator={operator} site={status.sitio} />
      ),
    ),
    prefetch: (client, { id }) => [
      client.prefetchQuery(sheetQuery(id ?? 0)),
      client.prefetchQuery(purchaseQuery(id ?? 0)),
    ],
    bones: LIST,
  },
  {
    path: '/compras/*',
    title: 'Compras',
    only: ALL,
    menu: { name: 'Compras', icon: 'receipt', group: 'dia', bar: true, words: 'compradores personas ventas' },
    ...code(
      () => import('#purchases/panel/purchases-screen.tsx'),
      ({ PurchasesScreen }, { operator, owner }) => (
        <PurchasesScreen
          actions={(shown) => (
            <>
              <BeginLink path="/compras/nueva" role={operator.rol} main />
              {owner ? <ExportLinks what="compras" query={new URLSearchParams(shown).toString()} /> : null}
            </>
          )}
        />
      ),
    ),
    prefetch: (client, { search }) => [
      client.prefetchInfiniteQuery(purchasesQuery(readFilters(search))),
      client.prefetchQuery(soldRafflesQuery),
    ],
    bones: LIST,
  },
  {
    path: '/correos/textos',
    title: 'Correos',
    only: OWNER,
    menu: null,
    ...code(
      () => import('#mail/panel/texts-screen.tsx'),
      ({ MailTextsScreen }) => <MailTextsScreen />,
    ),
    prefetch: null,
    bones: MAILS,
  },
  {
    path: '/correos/direcciones',
    title: 'Correos',
    only: ALL,
    menu: null,
    ...code(
      () => import('#mail/panel/suppressions-screen.tsx'),
      ({ SuppressionsScreen }, { operator }) => <SuppressionsScreen canResend={JUDGES.includes(operator.rol)} />,
    ),
    prefetch: null,
    bones: MAILS,
  },
  {
    path: '/correos/*',
    title: 'Correos',
    only: ALL,
    menu: {
      name: 'Correos',
      icon: 'mail',
      group: 'dia',
      words: 'mensajes reenviar textos direcciones',
      waits: ({ failedMails }) => ({ count: failedMails, words: 'sin entregar', wrong: true }),
    },
    full: true,
    ...code(
      () => import('#mail/panel/outbox-screen.tsx'),
      ({ OutboxScreen }, { operator, owner, id }) => (
        <OutboxScreen selected={id} canResend={JUDGES.includes(operator.rol)} canWord={owner} />
      ),
    ),
    prefetch: null,
    bones: MAILS,
  },
  {
    path: '/rifas/nueva',
    title: 'Rifas',
    only: OWNER,
    menu: { name: 'Rifa nueva', icon: 'plus', group: null, words: 'crear agregar' },
    ...code(
      () => import('#raffles/panel/list/new-raffle.tsx'),
      ({ NewRaffle }) => <NewRaffle />,
    ),
    prefetch: null,
    bones: PAGE,
  },
  {
    path: '/rifas/:id',
    title: 'Rifas',
    only: ALL,
    menu: null,
    ...code(
      () => import('#raffles/panel/editor/raffle-screen.tsx'),
      ({ RaffleScreen }, { id, owner }) => <RaffleScreen id={id ?? 0} canEdit={owner} />,
    ),
    prefetch: (client, { id }) => client.prefetchQuery(raffleQuery(id ?? 0)),
    bones: PAGE,
  },
  {
    path: '/rifas/*',
    title: 'Rifas',
    only: ALL,
    menu: { name: 'Rifas', icon: 'ticket', group: 'negocio', bar: true, words: 'sorteo premio boletos publicar' },
    ...code(
      () => import('#raffles/panel/list/raffles-screen.tsx'),
      ({ RafflesScreen }, { owner }) => <RafflesScreen canEdit={owner} />,
    ),
    prefetch: (client) => client.prefetchQuery(rafflesQuery),
    bones: PAGE,
  },
  {
    path: '/cobros/*',
    title: 'Cobros y tasas',
    only: OWNER,
    menu: { name: 'Cobros', icon: 'bank', group: 'negocio', words: 'métodos pago móvil cuenta banco' },
    ...code(
      () => import('#payment-methods/panel/methods-screen.tsx'),
      ({ MethodsScreen }, { which }) => <MethodsScreen selected={which} tabs={<MoneyTabs here="/cobros" />} />,
    ),
    prefetch: (client) => client.prefetchQuery(methodsQuery),
    bones: PAGE,
  },
  {
    path: '/tasas',
    title: 'Cobros y tasas',
    only: ALL,
    menu: { name: 'Tasas', icon: 'rate', group: 'negocio', words: 'dólar euro bcv bolívares' },
    ...code(
      () => import('#rates/panel/rates-screen.tsx'),
      ({ RatesScreen }, { owner }) => (
        <RatesScreen tabs={owner ? <MoneyTabs here="/tasas" /> : null} canChange={owner} />
      ),
    ),
    prefetch: (client) => [client.prefetchQuery(rateQuery), client.prefetchQuery(rateHistoryQuery)],
    bones: PAGE,
  },
  {
    path: '/sitio',
    title: 'Sitio',
    only: OWNER,
    menu: { name: 'Sitio', icon: 'site', group: 'negocio', words: 'logo nombre color whatsapp términos' },
    ...code(
      () => import('./site-place.tsx'),
      ({ SitePlace }) => <SitePlace />,
    ),
    prefetch: (client) => client.prefetchQuery(siteQuery),
    bones: PAGE,
  },
  {
    path: '/motivos',
    title: 'Motivos',
    only: OWNER,
    menu: { name: 'Motivos', icon: 'list', group: 'negocio', words: 'rechazo respuestas no confirmado' },
    ...code(
      () => import('#review/panel/reasons/reasons-screen.tsx'),
      ({ ReasonsScreen }) => <ReasonsScreen />,
    ),
    prefetch: (client) => client.prefetchQuery(reasonsQuery),
    bones: PAGE,
  },
  {
    path: '/equipo/*',
    title: 'Equipo',
    only: OWNER,
    menu: { name: 'Equipo', icon: 'people', group: 'equipo', words: 'operadores invitar accesos' },
    ...code(
      () => import('#operators/panel/team/team-screen.tsx'),
      ({ TeamScreen }, { operator, status, id }) => (
        <TeamScreen operator={operator} mailOn={status.correo_activo} selected={id} />
      ),
    ),
    prefetch: (client) => client.prefetchQuery(teamQuery),
    bones: PAGE,
  },
  {
    path: '/diario',
    title: 'Diario',
    only: ALL,
    menu: { name: 'Diario', icon: 'journal', group: 'equipo', words: 'historia quién hizo qué' },
    ...code(
      () => import('#journal/panel/journal-screen.tsx'),
      ({ JournalScreen }, { owner }) => (
        <JournalScreen
          purchasePath={(id) => `/compras/${id}`}
          {...(owner && { exports: (query: string) => <ExportLinks what="diario" query={query} /> })}
        />
      ),
    ),
    prefetch: (client, { search }) => [
      client.prefetchInfiniteQuery(journalQuery(readJournalFilters(search))),
      client.prefetchQuery(journalFiltersQuery),
    ],
    bones: PAGE,
  },
  {
    path: '/cuenta',
    title: 'Tu cuenta',
    only: ALL,
    menu: { name: 'Cuenta', icon: 'account', group: 'equipo', words: 'clave segundo paso tema salir avisos' },
    ...code(
      () =>
        Promise.all([import('#operators/panel/account/account-screen.tsx'), import('#reports/panel/notices-part.tsx')]),
      ([{ AccountScreen }, { NoticesPart }], { operator, status }) => (
        <>
          <AccountScreen operator={operator} />
          {JUDGES.includes(operator.rol) ? <NoticesPart mailOn={status.correo_activo} /> : null}
        </>
      ),
    ),
    prefetch: (client, { operator }) => [
      client.prefetchQuery(accountQuery),
      JUDGES.includes(operator.rol) && client.prefetchQuery(noticesQuery),
    ],
    bones: PAGE,
  },
]

/** The screens of a role, in their order. */
export function screensFor(role: Role): readonly Screen[] {
  return SCREENS.filter(({ only }) => only.includes(role))
}

/** A screen that the menu or the palette names; `path` is where it leads. */
export interface Place extends Menu {
  path: string
}

/** What the palette offers a role: its places, then what it may begin. */
export function placesFor(role: Role): Place[] {
  const named = screensFor(role).flatMap(({ path, menu }) =>
    menu ? [{ ...menu, path: path.replace(/\/\*$/, '') || '/' }] : [],
  )
  return [...named.filter(({ group }) => group), ...named.filter(({ group }) => !group)]
}

/** The place of the menu that an address is part of. */
export function placeAt(places: readonly Place[], location: string): Place | undefined {
  return places.find(
    ({ path, group }) => group && (location === path || (path !== '/' && location.startsWith(`${path}/`))),
  )
}

/** The screen of an address, and what stands in it for `:id` or `*`. */
export function screenAt(screens: readonly Screen[], location: string) {
  for (const screen of screens) {
    const pattern = screen.path.replace('/:id', '/([1-9]\\d{0,8})').replace('/*', '(?:/([^/]+))?')
    const found = new RegExp(`^${pattern}/?$`, 'i').exec(location)
    if (found) return { screen, which: found[1] ?? null, id: Number(found[1]) || null }
  }
  return null
}

/** Who opens the panel on a screen needs its code at once: it is asked for beside the status, not after it. */
export function loadScreen(location: string): void {
  screenAt(SCREENS, location)
    ?.screen.load()
    .catch(() => undefined)
}

/** The way to begin something, for who may. */
export function BeginLink({ path, role, main = false }: { path: string; role: Role; main?: boolean }) {
  const place = placesFor(role).find((each) => each.path === path)
  if (!place) return null
  return (
    <Link href={path} className={main ? 'button button-main' : 'button'}>
      {main ? null : <Icon name={place.icon} />}
      {place.name}
    </Link>
  )
}

function MoneyTabs({ here }: { here: '/cobros' | '/tasas' }) {
  const current = (path: typeof here) => (path === here ? { 'aria-current': 'page' as const } : {})
  return (
    <nav className="segments money-tabs" aria-label="Cobros y tasas">
      <Link href="/cobros" {...current('/cobros')}>
        Métodos de pago
      </Link>
      <Link href="/tasas" {...current('/tasas')}>
        Tasas
      </Link>
    </nav>
  )
}
