import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useStatusQuery } from '#operators/panel/sign-in/panel-status.ts'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'
import { saleChoicesQuery } from '#purchases/panel/sale/sell-query.ts'

const loadSale = () => import('#purchases/panel/sale/sell-screen.tsx')
// Who opens the panel here needs its code at once: it is asked for beside the status, not after it.
if (/\/compras\/nueva\/?$/.test(location.pathname)) loadSale().catch(() => undefined)
const Sale = lazy(async () => ({ default: (await loadSale()).SellScreen }))

/** 'Vender a mano': what can be sold is asked for together with the code of the screen. */
export function SellPlace({ site }: { site: string }) {
  const client = useQueryClient()
  const operator = useStatusQuery().data?.operador
  useState(() => void client.prefetchQuery(saleChoicesQuery))
  return (
    <Suspense
      fallback={
        <Loading label="Abriendo la venta">
          <Bone height="20rem" />
        </Loading>
      }
    >
      {operator ? <Sale site={site} operatorId={operator.id} /> : null}
    </Suspense>
  )
}
