import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { refresh } from '#access/panel/ask.ts'
import { PasteWay } from '#movements/panel/sources/paste-way.tsx'
import { part } from '#platform/panel/part.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Bone } from '#platform/panel/parts/states.tsx'
import { MONEY_SHOWN } from './shown-money.ts'

const StatementImport = part(() => import('#movements/panel/statement/statement-import.tsx'), 'StatementImport')

/** Ways to bring in more money data. @param first nothing has come yet. */
export function WaysIn({ first }: { first: boolean }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const close = () => setOpen(false)
  const name = first ? 'Subir extracto' : 'Otro extracto'
  return (
    <div className="recon-ways-in thumbs narrow-grow row wrap">
      <ButtonLink text="Fuentes" href="/conciliacion/fuentes" />
      <PasteWay />
      <Button icon="up" text={name} aria-haspopup="dialog" onClick={() => setOpen(true)} />
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
