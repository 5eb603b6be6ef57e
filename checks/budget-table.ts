/** What the browser may load, in bytes after brotli. Raising a figure is a decision (docs/decisions/). */
export const BUDGETS = {
  /** JavaScript before the raffle page answers fully. */
  shopFirstLoad: 64_000,
  /** The same and everything that the purchase needs (docs/decisions/013-flow-size.md). */
  shopWithFlow: 80_000,
  /** CSS inlined in a page. */
  inlinedCss: 3_000,
  /** JavaScript and CSS of the panel's first screen. */
  panelFirstScreen: 120_000,
}
