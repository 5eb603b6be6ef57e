import { queryOf } from '#access/panel/ask.ts'
import { code, JUDGES, LIST, LOOKS, PAGE, type Screen } from './screen.tsx'

/** The money that came in, beside what was reported, in the order of the menu. */
export const MONEY_SCREENS: readonly Screen[] = [
  {
    path: '/conciliacion/sin-reporte',
    title: 'Conciliación',
    only: LOOKS,
    menu: null,
    ...code(
      () => import('#reconciliation/panel/lists/unreported-screen.tsx'),
      ({ UnreportedScreen }, { operator }) => <UnreportedScreen canDecide={JUDGES.includes(operator.rol)} />,
    ),
    prefetch: null,
    bones: LIST,
  },
  {
    path: '/conciliacion/sin-dinero',
    title: 'Conciliación',
    only: LOOKS,
    menu: null,
    ...code(
      () =>
        Promise.all([
          import('#reconciliation/panel/lists/unpaid-screen.tsx'),
          import('#review/panel/decision/rejecting.tsx'),
        ]),
      ([{ UnpaidScreen }, { Rejecting }], { operator, status }) =>
        JUDGES.includes(operator.rol) ? (
          <Rejecting>{(onReject) => <UnpaidScreen onReject={onReject} site={status.sitio} />}</Rejecting>
        ) : (
          <UnpaidScreen onReject={null} site={status.sitio} />
        ),
    ),
    prefetch: null,
    bones: LIST,
  },
  {
    path: '/conciliacion/por-devolver',
    title: 'Conciliación',
    only: LOOKS,
    menu: null,
    ...code(
      () => import('#reconciliation/panel/lists/to-return.tsx'),
      ({ ToReturnScreen }, { operator, status }) => (
        <ToReturnScreen canDecide={JUDGES.includes(operator.rol)} site={status.sitio} />
      ),
    ),
    prefetch: null,
    bones: LIST,
  },
  {
    path: '/conciliacion/fuentes/*',
    title: 'Fuentes',
    only: JUDGES,
    menu: null,
    ...code(
      () => import('#movements/panel/sources/sources-screen.tsx'),
      ({ SourcesScreen }, { which, owner }) => <SourcesScreen selected={which} owner={owner} />,
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/fuentes')),
    bones: PAGE,
  },
  {
    path: '/conciliacion',
    only: LOOKS,
    menu: {
      name: 'Conciliación',
      short: 'Conciliar',
      icon: 'match',
      group: 'dia',
      bar: true,
    },
    ...code(
      () =>
        Promise.all([
          import('#reconciliation/panel/reconciliation-screen.tsx'),
          import('#review/panel/confirm-exact.ts'),
        ]),
      ([{ ReconciliationScreen }, { confirmExact }], { operator }) => (
        <ReconciliationScreen canDecide={JUDGES.includes(operator.rol)} confirm={confirmExact} />
      ),
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/conciliacion')),
    bones: LIST,
  },
]
