import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { counted, formatCount } from '#platform/money.ts'
import { useWide } from '#platform/panel/device.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { Bone, EmptyState, ListState, RowBones } from '#platform/panel/parts/states.tsx'
import { formatCedula } from '../cedula.ts'
import type { PersonSummary, PurchasesPage } from '../panel-contract.ts'
import { type Meaning, understand } from '../search-text.ts'
import { PurchaseFilters } from './purchase-filters.tsx'
import { type Filters, purchasesOf, purchasesPath, readFilters } from './purchase-list.ts'
import { PurchaseCards, PurchasesTable } from './purchases-table.tsx'
import { StateMark } from './state-mark.tsx'
import { formatPhone, formatSum } from './wording.ts'

const NAMES: Record<Meaning['es'], string> = {
  codigo: 'código de compra',
  correo: 'correo',
  cedula: 'cédula',
  telefono: 'teléfono',
  numero: 'número de boleto',
  referencia: 'referencia',
  monto: 'monto',
  nombre: 'nombre',
}

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

  const cedula = understoodCedula(filters.buscar)
  const Lines = wide ? PurchasesTable : PurchaseCards
  return (
    <div className="pad-end-8">
      <div className="purchases-head row wrap apart gap-2-4">
        <Counted page={pages[0]} found={lines.length} more={hasNextPage} />
        <div className="maybe flow wrap">{actions?.(filters)}</div>
      </div>
      <PurchaseFilters filters={filters} onFilters={setFilters} />
      {filters.buscar && cedula === null ? (
        <p className="pad-edge-2 faint small">{understoodAs(filters.buscar)}</p>
      ) : null}
      {cedula === null ? null : <PersonHead cedula={cedula} />}
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

/** How the field understands a text: `Buscando como cédula, número de boleto o referencia.` */
function understoodAs(text: string): string {
  const meanings = understand(text)
  if (text.trim().length === 1 && meanings.some(({ es }) => es === 'nombre')) return 'Con dos letras busca el comienzo.'
  const names = [...new Set(meanings.map(({ es }) => NAMES[es]))]
  const last = names.pop()
  if (last === undefined) return 'Escribe letras o números.'
  return `Buscando como ${names.length === 0 ? last : `${names.join(', ')} o ${last}`}.`
}

/** The cédula that a text is with its letter, `V-12.345.678`, or null: then the list is a person's. */
function understoodCedula(text: string | undefined): string | null {
  if (text === undefined || !/^\s*[ve]/i.test(text)) return null
  const [only] = understand(text).flatMap((meaning) => (meaning.es === 'cedula' ? meaning.cedulas : []))
  return only ?? null
}

/** The person behind a cédula and their totals, above their purchases. */
function PersonHead({ cedula }: { cedula: string }) {
  const { data, isPending } = useAsk('GET /api/panel/personas/:cedula', { params: { cedula } })
  if (isPending) {
    return (
      <div className="buyer surface line-below flow wrap apart">
        <Bone width="12rem" height="1.25rem" />
        <Bone width="20rem" />
      </div>
    )
  }
  // A person without purchases has no head: the list below says that there is nothing.
  if (!data) return null
  const [name, ...otherNames] = data.nombres
  return (
    <section className="buyer surface line-below flow wrap apart" aria-label={`Persona ${formatCedula(cedula)}`}>
      <div className="buyer-who">
        <h2 className="heading">{name}</h2>
        <p className="soft">
          {formatCedula(cedula)}
          <CopyButton value={cedula.slice(1)} name="Copiar la cédula" />
          {data.telefonos[0] ? ` · ${formatPhone(data.telefonos[0])}` : ''} · {data.correos[0]}
        </p>
        <Also words="También escribió" values={otherNames} />
        <Also words="Otros teléfonos" values={data.telefonos.slice(1).map(formatPhone)} />
        <Also words="Otros correos" values={data.correos.slice(1)} />
      </div>
      <Bought compras={data.compras} />
    </section>
  )
}

function Also({ words, values }: { words: string; values: string[] }) {
  return values.length === 0 ? null : (
    <p className="faint small">
      {words}: {values.join(', ')}
    </p>
  )
}

function Bought({ compras }: { compras: PersonSummary['compras'] }) {
  return (
    <ul className="buyer-bought flow wrap">
      {compras.map((line) => (
        <li className="stack from-top compact" key={`${line.estado} ${line.moneda}`}>
          <StateMark state={line.estado} />
          <strong className="whole">{formatSum(line.total, line.moneda)}</strong>
          <span className="faint small">
            {counted(line.cuantas, 'compra')}, {counted(line.boletos, 'boleto')}
          </span>
        </li>
      ))}
    </ul>
  )
}
