import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearch } from 'wouter'
import type { Operator, PanelStatus } from '#operators/contract.ts'
import { Bone, Loading } from '#platform/web/panel-states.tsx'
import { purchasesQuery, rafflesQuery, readFilters, sheetQuery } from '#purchases/panel/purchases-query.ts'
import { purchaseQuery } from '#review/panel/purchase-query.ts'

const loadList = () => import('#purchases/panel/purchases-screen.tsx')
const loadSheet = () => import('./purchase-place.tsx')
const List = lazy(async () => ({ default: (await loadList()).PurchasesScreen }))
const Sheet = lazy(async () => ({ default: (await loadSheet()).PurchasePlace }))

/** 'Compras': the list, or one of them. The data is asked for together with the code of the screen. */
export function PurchasesPlace(props: { operator: Operator; status: PanelStatus; selected: number | null }) {
  const { operator, status, selected } = props
  const client = useQueryClient()
  const filters = readFilters(useSearch())
  useState(() => {
    void client.prefetchInfiniteQuery(purchasesQuery(filters))
    if (selected === null) void client.prefetchQuery(rafflesQuery)
    else {
      void client.prefetchQuery(sheetQuery(selected))
      void client.prefetchQuery(purchaseQuery(selected))
    }
  })
  return (
    <Suspense
      fallback={
        <Loading label="Abriendo">
          <Bone height="2.25rem" />
          <Bone height="20rem" />
        </Loading>
      }
    >
      {selected === null ? <List /> : <Sheet key={selected} id={selected} operator={operator} site={status.sitio} />}
    </Suspense>
  )
}
