/** Most that the browser may load, in bytes after brotli. Raising a figure is a decision (docs/decisions/). */
export const BUDGETS = {
  /** JavaScript before the raffle page answers fully. React and its renderer are 43,000 of it (docs/decisions/013). */
  shopFirstLoad: 49_000,
  /** The same and what 'Comprar' opens: amount, methods, the hold (docs/decisions/013-shop-pages.md). */
  shopOpened: 52_000,
  /** The same and the payment, to 'Pago enviado', with whatever interrupts it. */
  shopPurchase: 74_000,
  /** The grid of numbers, beside all that. */
  shopGrid: 7_000,
  /** All that a purchase may load, with the grid: 80 KiB. */
  shopWhole: 81_920,
  /** Requests before the raffle page answers fully: the document, the picture, scripts and styles. */
  shopRequests: 3,
  /** Requests of what a sales page asks for ahead, once it answers: the flow, the payment and its form, the look-up, their styles. */
  shopRequestsAhead: 5,
  /** CSS inlined in a page. */
  inlinedCss: 3_000,
  /** JavaScript and CSS of the panel where an operator arrives: its home, or the desk. */
  panelFirstScreen: 120_000,
}
