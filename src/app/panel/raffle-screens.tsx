import { queryOf } from '#access/panel/ask.ts'
import { code, LOOKS, OWNER, type Screen } from './screen.tsx'

/** Shared parts of every screen of one raffle. */
const ofOne = {
  title: 'Rifas',
  only: LOOKS,
  prefetch: (client, { id }) => [
    client.prefetchQuery(queryOf('GET /api/panel/rifas/:id', { params: { id } })),
    client.prefetchQuery(queryOf('GET /api/panel/rifas/:id/regla', { params: { id } })),
  ],
} satisfies Partial<Screen>

/** The raffles, each with its rule and its draw. */
export const RAFFLE_SCREENS: readonly Screen[] = [
  {
    path: '/rifas/nueva',
    title: 'Rifas',
    only: OWNER,
    menu: { name: 'Rifa nueva', icon: 'plus', group: null },
    ...code(() => import('#raffles/panel/list/new-raffle.tsx'), 'NewRaffle'),
  },
  {
    path: '/rifas/:id',
    ...ofOne,
    ...code(() => import('./raffle-place.tsx'), 'RafflePlace'),
  },
  {
    path: '/rifas/:id/regla',
    ...ofOne,
    ...code(() => import('#draw/panel/rule/rule-screen.tsx'), 'RuleScreen'),
  },
  {
    path: '/rifas/:id/sorteo',
    ...ofOne,
    ...code(() => import('#draw/panel/run/draw-screen.tsx'), 'DrawScreen'),
    prefetch: (client, { id }) => client.prefetchQuery(queryOf('GET /api/panel/rifas/:id/sorteo', { params: { id } })),
  },
  {
    path: '/rifas/:id/acta',
    ...ofOne,
    ...code(() => import('#draw/panel/acta/acta-screen.tsx'), 'ActaScreen'),
  },
  {
    path: '/rifas/:id/cartas',
    ...ofOne,
    ...code(() => import('#letters/panel/letters-screen.tsx'), 'RaffleLettersScreen'),
    prefetch: (client, { id }) => client.prefetchQuery(queryOf('GET /api/panel/rifas/:id/cartas', { params: { id } })),
  },
  {
    path: '/rifas/:id/confirmacion',
    ...ofOne,
    ...code(() => import('#review/panel/automatic/automatic-screen.tsx'), 'AutomaticScreen'),
  },
  {
    path: '/rifas/:id/libros',
    ...ofOne,
    ...code(() => import('#reports/panel/books/books-screen.tsx'), 'BooksScreen'),
    prefetch: (client, { id }) => client.prefetchQuery(queryOf('GET /api/panel/rifas/:id/libros', { params: { id } })),
  },
  {
    path: '/rifas/*',
    only: LOOKS,
    menu: { name: 'Rifas', icon: 'ticket', group: 'negocio' },
    ...code(() => import('#raffles/panel/list/raffles-screen.tsx'), 'RafflesScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/rifas')),
  },
]
