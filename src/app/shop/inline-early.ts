import { showNotice, watchNotices } from '#platform/web/notice.ts'
import { hasOpenPurchase } from '#purchases/shop/open-purchase.ts'
import { watchPictures } from '#raffles/shop/failed-picture.ts'
import { startFrame } from '#site/shop/frame-behaviour.ts'
import { type EarlyChoice, startEarlyPicker } from '#tickets/shop/early-picker.ts'
import { readPicks } from '#tickets/shop/picks.ts'
import type { ClientData } from '../page-data.ts'
import { BEFORE_LOAD } from './pages/sales-state.ts'

declare global {
  interface Window {
    tombola?: Early
  }
}

/**
 * The end of every page: its head works, and the picker of a sales page answers, before React is there. Pages that need no React load it only for a
 * dialog.
 */
startFrame()
watchNotices()
watchPictures()
const { data } = JSON.parse(document.getElementById('datos')?.textContent ?? '{}') as ClientData
const early: Early = { dialog: null, takeOver: null }
window.tombola = early

const { script = '', later } = document.documentElement.dataset
// Picture and text go first on a narrow line; until React comes, this script answers.
if (later !== undefined) addEventListener('load', () => import(/* @vite-ignore */ script).catch(() => undefined))

/** React is needed now, whether it was loaded for something else before or not. */
function wake(): Promise<void> {
  return import(/* @vite-ignore */ script).then(
    () => void dispatchEvent(new Event('tombola')),
    () => {
      document.querySelector('[data-buy]')?.removeAttribute('aria-busy')
      // A browser remembers a failed script: only reloading the page requests it again.
      showNotice('No se pudo abrir', 'Revisa tu conexión y carga la página de nuevo.', 6000)
    },
  )
}

if (data.kind === 'raffle') {
  // The phone closed the page behind the bank's app: the visitor returns to the payment.
  const opens = hasOpenPurchase(data.id)
  const manual = startEarlyMode(data.id) || data.raffle?.seleccion === 'manual'
  early.takeOver = startEarlyPicker(data.raffle ?? BEFORE_LOAD, opens, manual ? readPicks(data.id).length : 0)
  if (opens) wake()
}

// A form that React does not know yet must not send a cédula to this address. Its button is pressed once more when React is
// there: of a press, unlike of a form that is sent, React takes notice while it is still taking over.
let sent = false
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return
  event.preventDefault()
  sent = !sent
  if (sent) wake().then(() => event.submitter?.click())
})

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLElement>('[data-open],[data-buy]')
  if (!button) return
  early.dialog = button.dataset['open'] ?? early.dialog
  wake()
})

/**
 * Keeps 'Al azar' or 'Elegir a mano' across reloads, and puts it back before React is there. It runs inline.
 * @returns whether numbers are picked by hand.
 */
function startEarlyMode(raffleId: number): boolean {
  const place = `modo:${raffleId}`
  try {
    const kept = document.querySelector<HTMLInputElement>(`[name=modo][value="${sessionStorage.getItem(place)}"]`)
    if (kept) kept.checked = true
  } catch {
    // Some in-app browsers keep nothing: the visitor chooses again.
  }
  document.addEventListener('change', ({ target }) => {
    const { name, value } = target as HTMLInputElement
    if (name !== 'modo') return
    try {
      sessionStorage.setItem(place, value)
    } catch {
      // The same.
    }
  })
  return document.querySelector('[name=modo][value=manual]:checked') !== null
}

/** State that the inline script hands to React. */
interface Early {
  /** The last requested dialog of the frame: `reglas`, `terminos` or `privacidad`. */
  dialog: string | null
  /** Ends the early picker; null on pages without one. */
  takeOver: (() => EarlyChoice) | null
}
