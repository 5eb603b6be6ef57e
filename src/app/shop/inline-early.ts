import { startFrame } from '#site/shop/frame-behaviour.ts'
import { startEarlyPicker } from '#tickets/shop/early-picker.ts'
import type { ClientData } from '../page-data.ts'
import type { Early } from './early.ts'

/**
 * The end of every page: its head works, and the picker of a sales page answers, before React is there. Pages that need
 * no React load it only when a dialog is asked for.
 */
startFrame()
const { data } = JSON.parse(document.getElementById('datos')?.textContent ?? '{}') as ClientData
const early: Early = { dialog: null, takeOver: null }
if (data.kind === 'raffle' && data.raffle) early.takeOver = startEarlyPicker(data.raffle)
window.tombola = early

// A form that React does not know yet must not send a cédula to this address.
document.addEventListener('submit', (event) => event.preventDefault())

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLElement>('[data-open],[data-buy]')
  if (!button) return
  early.dialog = button.dataset['open'] ?? early.dialog
  const script = document.documentElement.dataset['script']
  if (script) import(/* @vite-ignore */ script).then(() => dispatchEvent(new Event('tombola')))
})
