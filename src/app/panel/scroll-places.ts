import { useEffect, useLayoutEffect, useRef } from 'react'

/** Time that a list takes to be drawn again, in frames. */
const FRAMES = 20

/** Scrolling parts: the page on a desk, the stage or the queue on a phone. */
const parts = () => document.querySelectorAll('html, .stage, .queue-scroll')

const topOf = ({ scrollTop }: Element) => scrollTop

/**
 * A screen opens at its top. Back and forward return to where the screen was left.
 * @param location the path of the screen.
 */
export function useScrollPlaces(location: string): void {
  const left = useRef(new Map<string, number[]>())
  const stepped = useRef(false)
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const step = ({ navigationType }: NavigateEvent) => {
      if (navigationType !== 'replace') stepped.current = navigationType === 'traverse'
    }
    const keep = () => left.current.set(window.location.pathname, Array.from(parts(), topOf))
    // A browser without it opens each screen at its top.
    window.navigation?.addEventListener('navigate', step)
    document.addEventListener('scroll', keep, { capture: true, passive: true })
    return () => {
      window.navigation?.removeEventListener('navigate', step)
      document.removeEventListener('scroll', keep, { capture: true })
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another screen.
  useLayoutEffect(() => {
    const tops = (stepped.current && left.current.get(window.location.pathname)) || []
    let frame = 0
    const put = (frames: number) => {
      for (const [at, part] of parts().entries()) part.scrollTop = tops[at] ?? 0
      const missing = tops.length > 0 && Array.from(parts(), topOf).join() !== tops.join()
      if (missing && frames > 0) frame = requestAnimationFrame(() => put(frames - 1))
    }
    put(FRAMES)
    return () => cancelAnimationFrame(frame)
  }, [location])
}
