import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { methodsQuery } from '#payment-methods/panel/methods-query.ts'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'
import { rateHistoryQuery, rateQuery } from '#rates/panel/rate-query.ts'

const MethodsScreen = lazy(async () => ({
  default: (await import('#payment-methods/panel/methods-screen.tsx')).MethodsScreen,
}))
const RatesScreen = lazy(async () => ({ default: (await import('#rates/panel/rates-screen.tsx')).RatesScreen }))

/** 'Cobros y tasas': where buyers pay, and what a dollar is. The data is asked for together with the code of the screen. */
export function MoneyScreens(props: { here: 'metodos' | 'tasas'; selected?: string | null; owner: boolean }) {
  const { here, selected = null, owner } = props
  const client = useQueryClient()
  useState(() => {
    for (const query of here === 'metodos' ? [methodsQuery] : [rateQuery, rateHistoryQuery]) {
      void client.prefetchQuery<unknown>(query)
    }
  })
  const tabs = owner ? <Tabs here={here} /> : null
  return (
    <Suspense
      fallback={
        <Loading label="Abriendo">
          <Bone width="14rem" height="2.25rem" />
          <Bone height="12rem" />
        </Loading>
      }
    >
      {here === 'metodos' ? (
        <MethodsScreen selected={selected} tabs={tabs} />
      ) : (
        <RatesScreen tabs={tabs} canChange={owner} />
      )}
    </Suspense>
  )
}

function Tabs({ here }: { here: 'metodos' | 'tasas' }) {
  const current = (tab: typeof here) => (tab === here ? { 'aria-current': 'page' as const } : {})
  return (
    <nav className="segments money-tabs" aria-label="Cobros y tasas">
      <Link href="/cobros" {...current('metodos')}>
        Métodos de pago
      </Link>
      <Link href="/tasas" {...current('tasas')}>
        Tasas
      </Link>
    </nav>
  )
}
