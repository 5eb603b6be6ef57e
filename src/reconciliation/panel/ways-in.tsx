import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { refresh } from '#access/panel/ask.ts'
import { PasteWay } from '#movements/panel/sources/paste-way.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Bone } from '#platform/panel/parts/states.tsx'
import { MONEY_SHOWN } from './shown-money.ts'

const StatementImport = lazy(async () => ({
  default: (await import('#movements/panel/statement/statement-import.tsx')).StatementImport,
}))

/** How more of what came in gets here. @param first nothing has come yet. */
export function WaysIn({ first }: { first: boolean }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const close = () => setOpen(false)
  const name = first ? 'Subir extracto' : 'Otro extracto'
  return (
    <div className="recon-ways-in thumbs narrow-grow row wrap">
      <Link href="/conciliacion/fuentes" className="btn">
        Fuentes
      </Link>
      <PasteWay />
      <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="up" />
        {name}
      </button>
      {open ? (
        <Dialog label={name} onClose={close}>
          <div className="dialog-body">
            <h2>{name}</h2>
            <Suspense fallback={<Bone height="12rem" />}>
              <StatementImport
                onDone={close}
                onImported={() => {
                  void refresh(client, MONEY_SHOWN)
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
