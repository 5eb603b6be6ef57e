import { queryOf } from '#access/panel/ask.ts'
import { code, JUDGES, LIST, LOOKS, type Screen } from './screen.tsx'

/** The money that came in, compared with reports, in the order of the menu. */
export const MONEY_SCREENS: readonly Screen[] = [
  {
    path: '/conciliacion/sin-reporte',
    title: 'Conciliación',
    only: LOOKS,
    ...code(() => import('#reconciliation/panel/lists/unreported-screen.tsx'), 'UnreportedScreen'),
    bones: LIST,
  },
  {
    path: '/conciliacion/sin-dinero',
    title: 'Conciliación',
    only: LOOKS,
    ...code(
      () =>
        Promise.all([
          import('#reconciliation/panel/lists/unpaid-screen.tsx'),
          import('#review/panel/decision/rejecting.tsx'),
        ]),
      ([{ UnpaidScreen }, { Rejecting }], { judges, site }) =>
        judges ? (
          <Rejecting>{(onReject) => <UnpaidScreen onReject={onReject} site={site} />}</Rejecting>
        ) : (
          <UnpaidScreen onReject={null} site={site} />
        ),
    ),
    bones: LIST,
  },
  {
    path: '/conciliacion/por-devolver',
    title: 'Conciliación',
    only: LOOKS,
    ...code(() => import('#reconciliation/panel/lists/to-return.tsx'), 'ToReturnScreen'),
    bones: LIST,
  },
  {
    path: '/conciliacion/fuentes/*',
    title: 'Fuentes',
    only: JUDGES,
    ...code(() => import('#movements/panel/sources/sources-screen.tsx'), 'SourcesScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/fuentes')),
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
      ([{ ReconciliationScreen }, { confirmExact }], { owner, judges }) => (
        <ReconciliationScreen owner={owner} canDecide={judges} confirm={confirmExact} />
      ),
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/conciliacion')),
    bones: LIST,
  },
]
