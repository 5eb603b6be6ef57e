import { hydrateRoot } from 'react-dom/client'
import { setMailLeaves } from '#mail/mail-leaves.ts'
import { Boundary } from '#platform/web/boundary.tsx'
import { showNotice } from '#platform/web/notice.ts'
import { loadLookup } from '#purchases/shop/lookup/verify-ticket.tsx'
import type { ClientData } from '../page-data.ts'
import { RafflePage } from './pages/raffle-page.tsx'

const loadFlow = () => import('#purchases/shop/flow.tsx')

const place = document.getElementById('pagina')
const { data, site, mail } = JSON.parse(document.getElementById('datos')?.textContent ?? '{}') as ClientData
setMailLeaves(mail)
let started = false
let dialogs: Promise<void> | undefined

/** Makes the page React's. Once; at idle, or at the first touch of something that needs it. */
function start(): void {
  if (started || !place) return
  started = true
  const takeOver = window.tombola?.takeOver
  if (data.kind === 'raffle') {
    hydrateRoot(
      place,
      <Boundary>
        <RafflePage data={data} site={site} loadFlow={loadFlow} {...(takeOver ? { takeOver } : {})} />
      </Boundary>,
    )
    whenIdle(() =>
      loadFlow()
        .then(loadLookup, () => undefined)
        .catch(() => undefined),
    )
  } else if (data.kind !== 'static') {
    import('./open-part.tsx').then((module) => module.openPart(place, data.kind))
  }
}

/** The inline script reports a press on something that needs React. */
function onPress(): void {
  start()
  if (!window.tombola?.dialog) return
  dialogs ??= import('./frame-dialogs.tsx').then((module) => module.startFrameDialogs(site))
  dialogs.catch(() => {
    dialogs = undefined
    showNotice('No se pudo abrir', 'Revisa tu conexión e intenta de nuevo.', 4000)
  })
}

if (document.querySelector('[data-waits]')) start()
else whenIdle(start)
addEventListener('tombola', onPress)
for (const touch of ['pointerdown', 'keydown', 'focusin'] as const)
  place?.addEventListener(touch, start, { once: true, passive: true })

/** Runs when the browser has nothing better to do, at the latest after two seconds. */
function whenIdle(job: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(job, { timeout: 2000 })
  else setTimeout(job, 300)
}
