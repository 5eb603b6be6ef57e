import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'
import { siteQuery } from '#site/panel/site-query.ts'
import { ContactDialog } from '../contact-dialog.tsx'

const SiteScreen = lazy(async () => ({ default: (await import('#site/panel/site-screen.tsx')).SiteScreen }))

/** The settings of the public pages; the data is asked for together with the code of the screen. */
export function SitePlace() {
  const client = useQueryClient()
  useState(() => void client.prefetchQuery(siteQuery))
  return (
    <Suspense
      fallback={
        <Loading label="Abriendo">
          <Bone width="14rem" height="2.25rem" />
          <Bone height="12rem" />
        </Loading>
      }
    >
      <SiteScreen ContactDialog={ContactDialog} />
    </Suspense>
  )
}
