import { useSyncExternalStore } from 'react'

function followNetwork(notify: () => void): () => void {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}

/** Whether the browser believes that it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(followNetwork, () => navigator.onLine)
}

// Chrome 99 reads no ranges; in the styles the build writes them so that it does.
const WIDE = '(min-width: 64rem)'

function followWidth(notify: () => void): () => void {
  const width = matchMedia(WIDE)
  width.addEventListener('change', notify)
  return () => width.removeEventListener('change', notify)
}

/** Whether two panes, or a table, fit side by side; the same width as in the styles that lay them out. */
export function useWide(): boolean {
  return useSyncExternalStore(followWidth, () => matchMedia(WIDE).matches)
}
