import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'

const BASE = '/panel'

let asks: ((go: () => void) => void) | null = null

/** For navigation without a link: goes, unless something unsaved asks first. */
export function leave(go: () => void): void {
  if (asks) asks(go)
  else go()
}

/**
 * Asks before a link or a closed tab leaves something unsaved. Going back in the browser does not ask.
 * @param kept whether this browser keeps unsaved edits, so that leaving loses nothing.
 */
export function LeaveGuard({
  dirty,
  kept = true,
  onDiscard,
}: {
  dirty: boolean
  kept?: boolean
  onDiscard: () => void
}) {
  const [, navigate] = useLocation()
  const [go, setGo] = useState<{ on: () => void } | null>(null)

  useEffect(() => {
    if (!dirty) return undefined
    const stay = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      event.returnValue = ''
    }
    function catchLink(event: MouseEvent) {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link.target === '_blank')
        return
      const { origin, pathname, search } = new URL(link.href)
      if (
        origin !== location.origin ||
        !pathname.startsWith(BASE) ||
        pathname + search === location.pathname + location.search
      )
        return
      // The link is stopped, but its container may close.
      event.preventDefault()
      setGo({ on: () => navigate(pathname.slice(BASE.length) + search || '/') })
    }
    const ask = (on: () => void) => setGo({ on })
    asks = ask
    addEventListener('beforeunload', stay)
    document.addEventListener('click', catchLink, { capture: true })
    return () => {
      if (asks === ask) asks = null
      removeEventListener('beforeunload', stay)
      document.removeEventListener('click', catchLink, { capture: true })
    }
  }, [dirty, navigate])

  if (go === null) return null
  function leave() {
    setGo(null)
    go?.on()
  }
  return (
    <Dialog label="Cambios sin guardar" onClose={() => setGo(null)}>
      <div className="dialog-body">
        <div>
          <h2>Tienes cambios sin guardar</h2>
          <p className="soft">
            {kept
              ? 'Si sales, quedan en este navegador y los encuentras al volver. Nadie más los ve.'
              : 'Si sales, se pierden.'}
          </p>
        </div>
        <div className="dialog-actions">
          <Button
            look="bad"
            text="Descartarlos"
            onClick={() => {
              onDiscard()
              leave()
            }}
          />
          {kept ? <Button text="Salir" onClick={leave} /> : null}
          <Button look="go" text="Seguir editando" onClick={() => setGo(null)} />
        </div>
      </div>
    </Dialog>
  )
}
