import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'
import { raffleQuery, rafflesQuery } from '#raffles/panel/raffles-query.ts'

const List = lazy(async () => ({ default: (await import('#raffles/panel/list/raffles-screen.tsx')).RafflesScreen }))
const New = lazy(async () => ({ default: (await import('#raffles/panel/list/new-raffle.tsx')).NewRaffle }))
const One = lazy(async () => ({ default: (await import('#raffles/panel/editor/raffle-screen.tsx')).RaffleScreen }))

/**
 * 'Rifas': the list, a new one, or one of them. The data is asked for together with the code of the screen.
 * @param which `nueva`, an id, or null for the list.
 */
export function RafflesScreens({ which, owner }: { which: string | null; owner: boolean }) {
  const client = useQueryClient()
  const id = which !== null && /^\d{1,9}$/.test(which) ? Number(which) : null
  useState(() => {
    if (id !== null) void client.prefetchQuery(raffleQuery(id))
    else if (which === null) void client.prefetchQuery(rafflesQuery)
  })
  return (
    <Suspense
      fallback={
        <Loading label="Abriendo">
          <Bone width="14rem" height="2.25rem" />
          <Bone height="12rem" />
        </Loading>
      }
    >
      {id !== null ? <One id={id} canEdit={owner} /> : which === 'nueva' && owner ? <New /> : <List canEdit={owner} />}
    </Suspense>
  )
}
