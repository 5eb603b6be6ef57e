import { Suspense, useState } from 'react'
import { part } from '#platform/panel/part.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { useSources } from './sources.ts'

const PasteDialog = part(() => import('./paste-dialog.tsx'), 'PasteDialog')

/** Notices of a bank, copied from a phone and pasted here. */
export function PasteWay() {
  const [open, setOpen] = useState(false)
  const list = useSources(open)
  return (
    <>
      <Button icon="copy" text="Pegar avisos" onClick={() => setOpen(true)} />
      {open && list.data ? (
        <Suspense>
          <PasteDialog accounts={list.data.cuentas} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
