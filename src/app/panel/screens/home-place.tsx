import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { Operator, PanelStatus } from '#operators/contract.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'
import { firstStepsQuery, homeQuery } from '#reports/panel/home-query.ts'

const loadHome = () => import('#reports/panel/home-screen.tsx')
// The panel mostly opens here: its code is asked for beside the status, not after it.
if (/\/panel\/?$/.test(location.pathname)) loadHome().catch(() => undefined)
const HomeScreen = lazy(async () => ({ default: (await loadHome()).HomeScreen }))
const StartScreen = lazy(async () => ({ default: (await import('#reports/panel/start-screen.tsx')).StartScreen }))

/** 'Inicio': the data is asked for together with the code of the screen. */
export function HomePlace({ status, operator }: { status: PanelStatus; operator: Operator }) {
  const client = useQueryClient()
  useState(() => {
    void client.prefetchQuery(homeQuery)
    if (operator.rol === 'dueno') void client.prefetchQuery(firstStepsQuery)
  })
  return (
    <Opening>
      <HomeScreen status={status} operator={operator} />
    </Opening>
  )
}

/** In the head of the home. */
export function SellLink({ operator }: { operator: Operator }) {
  if (operator.rol === 'lector') return null
  return (
    <Link href="/compras/nueva" className="button">
      <Icon name="plus" />
      Vender a mano
    </Link>
  )
}

/** 'Primeros pasos' */
export function StartPlace() {
  const client = useQueryClient()
  useState(() => void client.prefetchQuery(firstStepsQuery))
  return (
    <Opening>
      <StartScreen />
    </Opening>
  )
}

function Opening({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <Loading label="Abriendo">
          <Bone width="11rem" height="2.25rem" />
          <Bone height="12rem" />
        </Loading>
      }
    >
      {children}
    </Suspense>
  )
}
