import { useSyncExternalStore } from 'react'

const WIDE = matchMedia('(width >= 64rem)')

/** Whether queue and payment fit side by side; the same width as in desk.css. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (notify) => {
      WIDE.addEventListener('change', notify)
      return () => WIDE.removeEventListener('change', notify)
    },
    () => WIDE.matches,
  )
}
