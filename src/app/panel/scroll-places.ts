import { useEffect, useLayoutEffect, useRef } from 'react'

/** What a list takes to be drawn again, in frames. */
const FRAMES = 20

/** How far each part of a screen is scrolled, by its class. The page itself has none. */
type Places = Map<string, number>

const partOf = (className: string) =>
  className === '' ? document.scrollingElement : document.getElementsByClassName(className)[0]

/**
 * A screen opens at its top. Back and forward return to where the screen was left.
 * @param location the path of the screen.
 */
export function useScrollPlaces(location: string): void {
  const left = useRef(new Map<string, Places>())
  const stepped = useRef(false)
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const step = ({ navigationType }: NavigateEvent) => {
      if (navigationType !== 'replace') stepped.current = navigationType === 'traverse'
    }
    const keep = ({ target }: Event) => {
      const part = target instanceof Element ? target : document.scrollingElement
      const places = left.current.get(window.location.pathname) ?? new Map()
      left.current.set(
        window.location.pathname,
        places.set(target instanceof Element ? target.className : '', part?.scrollTop ?? 0),
      )
    }
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
    const before: Places = new Map(stepped.current ? left.current.get(window.location.pathname) : [['', 0]])
    let frames = 0
    let frame = 0
    const put = () => {
      let missing = false
      for (const part of document.querySelectorAll('.stage')) if (!before.has(part.className)) part.scrollTop = 0
      for (const [name, top] of before) {
        const part = partOf(name)
        if (part) part.scrollTop = top
        missing ||= part?.scrollTop !== top
      }
      frames += 1
      if (missing && frames < FRAMES) frame = requestAnimationFrame(put)
    }
    put()
    return () => cancelAnimationFrame(frame)
  }, [location])
}
