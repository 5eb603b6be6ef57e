import { lazy, Suspense, useState } from 'react'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { useSources } from './sources.ts'

const PasteDialog = lazy(async () => ({ default: (await import('./paste-dialog.tsx')).PasteDialog }))

/** Notices of a bank, copied from a phone and pasted here. */
export function PasteWay() {
  const [open, setOpen] = useState(false)
  const list = useSources(open)
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <Icon name="copy" />
        Pegar avisos
      </button>
      {open && list.data ? (
        <Suspense>
          <PasteDialog accounts={list.data.cuentas} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
