import type { EarlyChoice } from '#tickets/shop/early-picker.ts'

/** What the inline script hands to React. */
export interface Early {
  /** The dialog of the frame that was asked for last: `reglas`, `terminos` or `privacidad`. */
  dialog: string | null
  /** Ends the early picker; null on pages without one. */
  takeOver: (() => EarlyChoice) | null
}

declare global {
  interface Window {
    tombola?: Early
  }
}
