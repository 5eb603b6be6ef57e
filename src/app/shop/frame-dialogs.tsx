import { type ComponentType, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { showNotice } from '#platform/web/notice.ts'
import type { SiteSettings } from '#site/contract.ts'

interface DialogProps {
  site: SiteSettings
  onClose: () => void
}

const DIALOGS: Readonly<Record<string, () => Promise<ComponentType<DialogProps>>>> = {
  reglas: () => import('#site/shop/rules-dialog.tsx').then((module) => module.RulesDialog),
  terminos: () => import('#site/shop/rules-dialog.tsx').then((module) => module.TermsDialog),
  privacidad: () => import('#site/shop/rules-dialog.tsx').then((module) => module.default),
}

/** The dialogs that the head and the foot open, each loaded on demand. */
function FrameDialogs({ site }: { site: SiteSettings }) {
  const [Open, setOpen] = useState<ComponentType<DialogProps> | null>(null)

  useEffect(() => {
    async function openAsked(): Promise<void> {
      const load = DIALOGS[window.tombola?.dialog ?? '']
      if (!window.tombola || !load) return
      window.tombola.dialog = null
      try {
        const Loaded = await load()
        setOpen(() => Loaded)
      } catch {
        showNotice('No se pudo abrir', 'Revisa tu conexión e intenta de nuevo.', 4000)
      }
    }
    openAsked()
    addEventListener('tombola', openAsked)
    return () => removeEventListener('tombola', openAsked)
  }, [])

  return Open && <Open site={site} onClose={() => setOpen(null)} />
}

/** Once, at the first dialog; later ones come by the event. */
export function startFrameDialogs(site: SiteSettings): void {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<FrameDialogs site={site} />)
}
