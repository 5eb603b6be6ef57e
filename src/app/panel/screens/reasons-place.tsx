import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'
import { reasonsQuery } from '#review/panel/reasons/reasons-query.ts'

const ReasonsScreen = lazy(async () => ({
  default: (await import('#review/panel/reasons/reasons-screen.tsx')).ReasonsScreen,
}))

/** The reasons to reject with; the data is asked for together with the code of the screen. */
export function ReasonsPlace() {
  const client = useQueryClient()
  useState(() => void client.prefetchQuery(reasonsQuery))
  return (
    <Suspense
      fallback={
        <Loading label="Abriendo">
          <Bone width="14rem" height="2.25rem" />
          <Bone height="12rem" />
        </Loading>
      }
    >
      <ReasonsScreen />
    </Suspense>
  )
}
