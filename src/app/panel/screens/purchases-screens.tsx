import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearch } from 'wouter'
import type { Operator, PanelStatus, Role } from '#operators/contract.ts'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'
import { purchasesQuery, rafflesQuery, readFilters, sheetQuery } from '#purchases/panel/purchases-query.ts'
import { ExportLinks } from '#reports/panel/export-links.tsx'
import { purchaseQuery } from '#review/panel/purchase-query.ts'

const loadList = () => import('#purchases/panel/purchases-screen.tsx')
const loadSheet = () => import('./purchase-place.tsx')
const List = lazy(async () => ({ default: (await loadList()).PurchasesScreen }))
const Sheet = lazy(async () => ({ default: (await loadSheet()).PurchasePlace }))

// Who opens the panel here needs its code at once: it is asked for beside the status, not after it.
if (/\/compras\/\d/.test(location.pathname)) loadSheet().catch(() => undefined)
else if (/\/compras\/?$/.test(location.pathname)) loadList().catch(() => undefined)

/** 'Compras': the list, or one of them. The data is asked for together with the code of the screen. */
export function PurchasesPlace(props: { operator: Operator; status: PanelStatus; selected: number | null }) {
  const { operator, status, selected } = props
  return (
    <Suspense
      fallback={
        <Loading label="Abriendo">
          <Bone height="2.25rem" />
          <Bone height="20rem" />
        </Loading>
      }
    >
      {selected === null ? (
        <ListPlace role={operator.rol} />
      ) : (
        <SheetPlace key={selected} id={selected} operator={operator} site={status.sitio} />
      )}
    </Suspense>
  )
}

function ListPlace({ role }: { role: Role }) {
  const client = useQueryClient()
  const filters = readFilters(useSearch())
  useState(() => {
    void client.prefetchInfiniteQuery(purchasesQuery(filters))
    void client.prefetchQuery(rafflesQuery)
  })
  return (
    <List
      actions={(shown) => (
        <>
          {role === 'lector' ? null : (
            <Link href="/compras/nueva" className="button button-main">
              Vender a mano
            </Link>
          )}
          {role === 'dueno' ? <ExportLinks what="compras" query={new URLSearchParams(shown).toString()} /> : null}
        </>
      )}
    />
  )
}

function SheetPlace(props: { id: number; operator: Operator; site: string }) {
  const client = useQueryClient()
  useState(() => {
    void client.prefetchQuery(sheetQuery(props.id))
    void client.prefetchQuery(purchaseQuery(props.id))
  })
  return <Sheet {...props} />
}
