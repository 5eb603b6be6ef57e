import './payment.css'

/** Everything from the first held ticket on: a part of its own, loaded while the visitor looks at the steps before it. */
export { holdTickets, leave } from '../hold/hold-tickets.ts'
export { PaymentSteps } from './payment-steps.tsx'

/**
 * Tells every dialog how much of the page a phone's keyboard covers without making it smaller: their feet stay
 * above it (`--covered`, dialog.css) and the focused field stays in sight. Once for the whole page.
 */
const view = window.visualViewport

view?.addEventListener('resize', () => {
  const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop)
  // Less is the address bar that comes and goes.
  document.documentElement.style.setProperty('--covered', covered > 100 ? `${covered}px` : '0px')
  if (covered > 100) document.activeElement?.scrollIntoView({ block: 'nearest' })
})
