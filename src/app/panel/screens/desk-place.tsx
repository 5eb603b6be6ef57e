import { lazy, Suspense } from 'react'
import type { Operator } from '#operators/contract.ts'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'

const load = () => import('#review/panel/desk-screen.tsx')
// Who opens the panel on the desk needs it at once: its code is asked for beside the status, not after it.
if (/\/revision\b/.test(location.pathname)) load().catch(() => undefined)
const DeskScreen = lazy(async () => ({ default: (await load()).DeskScreen }))

/** The desk, whose code the other screens do not carry. */
export function DeskPlace({ operator, selected }: { operator: Operator; selected: number | null }) {
  return (
    <Suspense
      fallback={
        <Loading label="Abriendo la revisión">
          <Bone height="3rem" />
          <Bone height="20rem" />
        </Loading>
      }
    >
      <DeskScreen operator={operator} selected={selected} />
    </Suspense>
  )
}
