let asks: ((go: () => void) => void) | null = null

/** While something is unsaved, `ask` is given what would leave it. @returns how to stop. */
export function guardLeaving(ask: (go: () => void) => void): () => void {
  asks = ask
  return () => {
    if (asks === ask) asks = null
  }
}

/** For what leaves a screen without being a link: goes, unless something unsaved asks first. */
export function leave(go: () => void): void {
  if (asks) asks(go)
  else go()
}
