import { ruleQuery } from '#draw/panel/rule/rule-query.ts'
import { raffleQuery, rafflesQuery } from '#raffles/panel/raffles-query.ts'
import { ALL, code, OWNER, PAGE, type Screen } from './screen.tsx'

/** What stands around the code of every screen of one raffle. */
const ofOne = {
  title: 'Rifas',
  only: ALL,
  menu: null,
  prefetch: (client, { id }) => [client.prefetchQuery(raffleQuery(id ?? 0)), client.prefetchQuery(ruleQuery(id ?? 0))],
  bones: PAGE,
} satisfies Partial<Screen>

/** The raffles, each with its rule and its draw. */
export const RAFFLE_SCREENS: readonly Screen[] = [
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
    path: '/rifas/*',
    only: ALL,
    menu: { name: 'Rifas', icon: 'ticket', group: 'negocio', bar: true, words: 'sorteo premio boletos publicar' },
    ...code(
      () => import('#raffles/panel/list/raffles-screen.tsx'),
      ({ RafflesScreen }, { owner }) => <RafflesScreen canEdit={owner} />,
    ),
    prefetch: (client) => client.prefetchQuery(rafflesQuery),
    bones: PAGE,
  },
]
