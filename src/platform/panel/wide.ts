import { useSyncExternalStore } from 'react'

// Chrome 99 reads no ranges; in the styles the build writes them so that it does.
const WIDE = matchMedia('(min-width: 64rem)')

/** Whether two panes, or a table, fit side by side; the same width as in the styles that lay them out. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (notify) => {
      WIDE.addEventListener('change', notify)
      return () => WIDE.removeEventListener('change', notify)
    },
    () => WIDE.matches,
  )
}
