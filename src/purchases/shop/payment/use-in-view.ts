import { type RefCallback, useCallback, useState } from 'react'

/** Whether the element that gets the reference can be seen; true until that is known. */
export function useInView(): [RefCallback<HTMLElement>, boolean] {
  const [seen, setSeen] = useState(true)
  const at = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watcher = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? true))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [at, seen]
}
