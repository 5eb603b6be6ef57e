import { queryOf } from '#access/panel/ask.ts'
import { at, code, JUDGES, LOOKS, type Screen } from './screen.tsx'

/** The money that came in, compared with reports, in the order of the menu. */
export const MONEY_SCREENS: readonly Screen[] = [
  {
    ...at('/conciliacion/sin-reporte', LOOKS, 'conciliacion-lo-que-llego-al-lado-de-lo-que-reportaron'),
    ...code(() => import('#money/panel/lists/unreported-screen.tsx'), 'UnreportedScreen'),
  },
  {
    ...at('/conciliacion/sin-dinero', LOOKS, 'conciliacion-lo-que-llego-al-lado-de-lo-que-reportaron'),
    ...code(
      () =>
        Promise.all([import('#money/panel/lists/unpaid-screen.tsx'), import('#review/panel/decision/rejecting.tsx')]),
      ([{ UnpaidScreen }, { Rejecting }], { judges, site }) =>
        judges ? (
          <Rejecting>{(onReject) => <UnpaidScreen onReject={onReject} site={site} />}</Rejecting>
        ) : (
          <UnpaidScreen onReject={null} site={site} />
        ),
    ),
  },
  {
    ...at('/conciliacion/por-devolver', LOOKS, 'devolver-dinero'),
    ...code(() => import('#money/panel/lists/to-return.tsx'), 'ToReturnScreen'),
  },
  {
    ...at('/conciliacion/fuentes/*', JUDGES, 'bancos-y-avisos'),
    title: 'Fuentes',
    ...code(() => import('#money/panel/sources/sources-screen.tsx'), 'SourcesScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/fuentes')),
  },
  {
    ...at('/conciliacion', LOOKS, 'conciliacion-lo-que-llego-al-lado-de-lo-que-reportaron'),
    menu: { name: 'Conciliación', short: 'Conciliar', icon: 'match', group: 'dia', bar: true },
    ...code(
      () => Promise.all([import('#money/panel/reconciliation-screen.tsx'), import('#review/panel/confirm-exact.ts')]),
      ([{ ReconciliationScreen }, { confirmExact }], { owner, judges }) => (
        <ReconciliationScreen owner={owner} canDecide={judges} confirm={confirmExact} />
      ),
    ),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/conciliacion')),
  },
]
