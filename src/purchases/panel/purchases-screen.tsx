import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { formatCount } from '#platform/money.ts'
import { useWide } from '#platform/panel/device.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { EmptyState, ListState, RowBones } from '#platform/panel/parts/states.tsx'
import type { PurchasesPage } from '../panel-contract.ts'
import { PurchaseFilters } from './purchase-filters.tsx'
import { type Filters, purchasesOf, purchasesPath, readFilters } from './purchase-list.ts'
import { PurchaseCards, PurchasesTable } from './purchases-table.tsx'
import { formatSum } from './wording.ts'

/** A search that finds little in the rows read so far continues by itself that many times. */
const GOES_ON = 10
const ENOUGH = 20
const LOADING = 'Cargando las compras'

/**
 * Every purchase, newest first, found by one field and narrowed by filters in the address.
 * @param actions buttons in the head for the shown purchases; it gets the filters.
 */
export function PurchasesScreen({ actions }: { actions?: (filters: Filters) => ReactNode }) {
  const [, navigate] = useLocation()
  const filters = readFilters(useSearch())
  const wide = useWide()
  const purchases = useInfiniteQuery(purchasesOf(filters))
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = purchases
  const pages = data?.pages ?? []
  const lines = pages.flatMap((page) => page.compras)
  const filtered = Object.keys(filters).length > 0

  const goesOn = hasNextPage && !isFetchingNextPage && !isError && lines.length < ENOUGH && pages.length < GOES_ON
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])

  const setFilters = useCallback((next: Filters) => navigate(purchasesPath(next), { replace: true }), [navigate])
  useReturn(lines.length > 0)

  const Lines = wide ? PurchasesTable : PurchaseCards
  return (
    <div className="pad-end-8">
      <div className="purchases-head row wrap apart gap-2-4">
        <Counted page={pages[0]} found={lines.length} more={hasNextPage} />
        <div className="maybe flow wrap">{actions?.(filters)}</div>
      </div>
      <PurchaseFilters filters={filters} onFilters={setFilters} />
      <div>
        <div className="purchases-stale maybe">
          <ListState query={purchases} label={LOADING} />
        </div>
        {data && lines.length === 0 && !hasNextPage ? (
          <Nothing filtered={filtered} searched={filters.buscar !== undefined} />
        ) : null}
        {lines.length > 0 ? <Lines lines={lines} pathOf={(id) => purchasesPath(filters, id)} /> : null}
        {lines.length === 0 && (goesOn || isFetchingNextPage) ? <RowBones label={LOADING} /> : null}
      </div>
      {hasNextPage && !(lines.length === 0 && (goesOn || isFetchingNextPage)) ? (
        <Button
          text={isFetchingNextPage ? 'Cargando…' : lines.length === 0 ? 'Buscar en las más viejas' : 'Ver más'}
          className="purchases-more flow gap-0"
          aria-busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        />
      ) : null}
    </div>
  )
}

/** Back from a purchase, an operator finds its row in its place, under finger and keyboard. */
function useReturn(ready: boolean) {
  const done = useRef(false)
  useEffect(() => {
    if (!ready || done.current) return
    done.current = true
    const row = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'center' })
  }, [ready])
}

/** Count and sum, next to the actions. A search is counted only as far as it was read. */
function Counted({ page, found, more }: { page: PurchasesPage | undefined; found: number; more: boolean }) {
  if (!page) return <p className="compact soft">{'\u00a0'}</p>
  const count = page.cuenta?.cuantas ?? found
  return (
    <p className="compact soft" role="status">
      <strong>{page.cuenta === null && more ? `Más de ${formatCount(found)}` : formatCount(count)}</strong>{' '}
      {count === 1 ? 'compra' : 'compras'}
      {page.cuenta?.sumas.map(({ moneda, monto }) => (
        <Fragment key={moneda}>
          {' '}
          <span className="whole">· {formatSum(monto, moneda)}</span>
        </Fragment>
      ))}
    </p>
  )
}

function Nothing({ filtered, searched }: { filtered: boolean; searched: boolean }) {
  if (!filtered) {
    return (
      <EmptyState icon="receipt" title="Todavía no hay compras">
        <p>Cuando alguien aparte boletos y reporte su pago, aparece aquí solo, con su comprobante y su historia.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="search" title="Nada con eso">
      <p>
        {searched
          ? 'Prueba con el apellido, la cédula completa, los últimos 4 dígitos de la referencia o un número de boleto.'
          : 'Quita un filtro o amplía los días.'}
      </p>
      <ButtonLink text="Ver todas" href="/compras" replace />
    </EmptyState>
  )
}
