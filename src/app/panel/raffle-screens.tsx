import { queryOf } from '#access/panel/ask.ts'
import { at, code, LOOKS, OWNER, type Screen } from './screen.tsx'

/** Shared parts of every screen of one raffle. */
const ofOne = {
  prefetch: (client, { id }) => [
    client.prefetchQuery(queryOf('GET /api/panel/rifas/:id', { params: { id } })),
    client.prefetchQuery(queryOf('GET /api/panel/rifas/:id/regla', { params: { id } })),
  ],
} satisfies Partial<Screen>

/** The raffles, each with its rule and its draw. */
export const RAFFLE_SCREENS: readonly Screen[] = [
  {
    ...at('/rifas/nueva', OWNER, '7-tu-primera-rifa'),
    title: 'Rifas',
    menu: { name: 'Rifa nueva', icon: 'plus', group: null },
    ...code(() => import('#raffles/panel/list/new-raffle.tsx'), 'NewRaffle'),
  },
  {
    ...at('/rifas/:id', LOOKS, 'las-rifas'),
    ...ofOne,
    ...code(() => import('./raffle-place.tsx'), 'RafflePlace'),
  },
  {
    ...at('/rifas/:id/regla', LOOKS, 'el-sorteo'),
    ...ofOne,
    ...code(() => import('#draw/panel/rule/rule-screen.tsx'), 'RuleScreen'),
  },
  {
    ...at('/rifas/:id/sorteo', LOOKS, 'hacer-el-sorteo'),
    ...ofOne,
    ...code(() => import('#draw/panel/run/draw-screen.tsx'), 'DrawScreen'),
    prefetch: (client, { id }) => client.prefetchQuery(queryOf('GET /api/panel/rifas/:id/sorteo', { params: { id } })),
  },
  {
    ...at('/rifas/:id/acta', LOOKS, 'hacer-el-sorteo'),
    ...ofOne,
    ...code(() => import('#draw/panel/acta/acta-screen.tsx'), 'ActaScreen'),
  },
  {
    ...at('/rifas/:id/cartas', LOOKS, 'los-correos'),
    ...ofOne,
    ...code(() => import('#letters/panel/letters-screen.tsx'), 'RaffleLettersScreen'),
    prefetch: (client, { id }) => client.prefetchQuery(queryOf('GET /api/panel/rifas/:id/cartas', { params: { id } })),
  },
  {
    ...at('/rifas/:id/confirmacion', LOOKS, 'que-el-banco-confirme-solo'),
    ...ofOne,
    ...code(() => import('#review/panel/automatic/automatic-screen.tsx'), 'AutomaticScreen'),
  },
  {
    ...at('/rifas/:id/libros', LOOKS, 'los-libros-y-el-expediente'),
    ...ofOne,
    ...code(() => import('#reports/panel/books/books-screen.tsx'), 'BooksScreen'),
    prefetch: (client, { id }) => client.prefetchQuery(queryOf('GET /api/panel/rifas/:id/libros', { params: { id } })),
  },
  {
    ...at('/rifas/*', LOOKS, 'las-rifas'),
    menu: { name: 'Rifas', icon: 'ticket', group: 'negocio' },
    ...code(() => import('#raffles/panel/list/raffles-screen.tsx'), 'RafflesScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/rifas')),
  },
]
