import { queryOf } from '#access/panel/ask.ts'
import { code, JUDGES, LOOKS, OWNER, PAGE, type Screen } from './screen.tsx'

/** What stands around the code of every screen of one raffle. */
const ofOne = {
  title: 'Rifas',
  only: LOOKS,
  menu: null,
  prefetch: (client, { id }) => [
    client.prefetchQuery(queryOf('GET /api/panel/rifas/:id', { params: { id: id ?? 0 } })),
    client.prefetchQuery(queryOf('GET /api/panel/rifas/:id/regla', { params: { id: id ?? 0 } })),
  ],
  bones: PAGE,
} satisfies Partial<Screen>

/** The raffles, each with its rule and its draw. */
export const RAFFLE_SCREENS: readonly Screen[] = [
  {
    path: '/rifas/nueva',
    title: 'Rifas',
    only: OWNER,
    menu: { name: 'Rifa nueva', icon: 'plus', group: null },
    ...code(
      () => import('#raffles/panel/list/new-raffle.tsx'),
      ({ NewRaffle }) => <NewRaffle />,
    ),
    prefetch: null,
    bones: PAGE,
  },
  {
    path: '/rifas/:id',
    ...ofOne,
    ...code(
      () => import('./raffle-place.tsx'),
      ({ RafflePlace }, { id, owner }) => <RafflePlace id={id ?? 0} canEdit={owner} />,
    ),
  },
  {
    path: '/rifas/:id/regla',
    ...ofOne,
    ...code(
      () => import('#draw/panel/rule/rule-screen.tsx'),
      ({ RuleScreen }, { id, owner }) => <RuleScreen id={id ?? 0} canEdit={owner} />,
    ),
  },
  {
    path: '/rifas/:id/sorteo',
    ...ofOne,
    ...code(
      () => import('#draw/panel/run/draw-screen.tsx'),
      ({ DrawScreen }, { id, operator, owner }) => (
        <DrawScreen id={id ?? 0} leader={{ judges: JUDGES.includes(operator.rol), owner }} />
      ),
    ),
    prefetch: (client, { id }) =>
      client.prefetchQuery(queryOf('GET /api/panel/rifas/:id/sorteo', { params: { id: id ?? 0 } })),
  },
  {
    path: '/rifas/:id/acta',
    ...ofOne,
    ...code(
      () => import('#draw/panel/acta/acta-screen.tsx'),
      ({ ActaScreen }, { id, status }) => <ActaScreen id={id ?? 0} site={status.sitio} />,
    ),
  },
  {
    path: '/rifas/:id/cartas',
    ...ofOne,
    ...code(
      () => import('#letters/panel/letters-screen.tsx'),
      ({ RaffleLettersScreen }, { id, owner }) => <RaffleLettersScreen id={id ?? 0} canWrite={owner} />,
    ),
    prefetch: (client, { id }) =>
      client.prefetchQuery(queryOf('GET /api/panel/rifas/:id/cartas', { params: { id: id ?? 0 } })),
  },
  {
    path: '/rifas/:id/confirmacion',
    ...ofOne,
    ...code(
      () => import('#review/panel/automatic/automatic-screen.tsx'),
      ({ AutomaticScreen }, { id, owner }) => <AutomaticScreen id={id ?? 0} owner={owner} />,
    ),
    prefetch: null,
  },
  {
    path: '/rifas/:id/libros',
    ...ofOne,
    ...code(
      () => import('#reports/panel/books/books-screen.tsx'),
      ({ BooksScreen }, { id, owner }) => <BooksScreen id={id ?? 0} owner={owner} />,
    ),
    prefetch: (client, { id }) =>
      client.prefetchQuery(queryOf('GET /api/panel/rifas/:id/libros', { params: { id: id ?? 0 } })),
  },
  {
    path: '/rifas/*',
    only: LOOKS,
    menu: { name: 'Rifas', icon: 'ticket', group: 'negocio' },
    ...code(
      () => import('#raffles/panel/list/raffles-screen.tsx'),
      ({ RafflesScreen }, { owner }) => <RafflesScreen canEdit={owner} />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/rifas')),
    bones: PAGE,
  },
]
