/** What the browser may load, in bytes after brotli. Raising a figure is a decision (docs/decisions/). */
export const BUDGETS = {
  /** JavaScript before the raffle page answers fully. React and its renderer are 58,100 of it. */
  shopFirstLoad: 64_000,
  /** The same and what 'Comprar' opens: amount, methods, the hold (docs/decisions/013-flow-size.md). */
  shopOpened: 67_000,
  /** The same and the payment, to 'Pago enviado'. */
  shopPurchase: 80_000,
  /** The grid of numbers, beside all that. */
  shopGrid: 7_000,
  /** Requests before the raffle page answers fully: the document, the picture, scripts and styles. */
  shopRequests: 4,
  /** Requests of what a sales page asks for ahead, once it answers: the flow, the payment, its interruptions, the look-up. */
  shopRequestsAhead: 6,
  /** CSS inlined in a page. */
  inlinedCss: 3_000,
  /** JavaScript and CSS of the panel where an operator arrives: its home, or the desk. */
  panelFirstScreen: 120_000,
}
