import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { PasteWay } from '#movements/panel/sources/paste-way.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Bone } from '#platform/panel/parts/states.tsx'
import { useForget } from './reconciliation-query.ts'

const StatementImport = lazy(async () => ({
  default: (await import('#movements/panel/statement/statement-import.tsx')).StatementImport,
}))

/** How more of what came in gets here. */
export function WaysIn() {
  const [open, setOpen] = useState(false)
  const forget = useForget()
  const close = () => setOpen(false)
  return (
    <div className="recon-ways-in row wrap">
      <Link href="/conciliacion/fuentes" className="btn">
        Fuentes
      </Link>
      <PasteWay />
      <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="up" />
        Otro extracto
      </button>
      {open ? (
        <Dialog label="Otro extracto" onClose={close}>
          <div className="dialog-body">
            <h2>Otro extracto</h2>
            <Suspense fallback={<Bone height="12rem" />}>
              <StatementImport
                onDone={close}
                onImported={() => {
                  forget()
                  close()
                }}
              />
            </Suspense>
          </div>
        </Dialog>
      ) : null}
    </div>
  )
}
