import { useEffect, useState } from 'react'

/** Below this height, in pixels, the grid gets the room of what only accompanies it. */
const ENOUGH = 480

/** Whether little can be seen at once: the phone's keyboard is open, the phone lies, the page is zoomed. */
export function useCramped(): boolean {
  const [cramped, setCramped] = useState(isCramped)
  useEffect(() => {
    const look = () => setCramped(isCramped())
    const view = window.visualViewport ?? window
    view.addEventListener('resize', look)
    return () => view.removeEventListener('resize', look)
  }, [])
  return cramped
}

function isCramped(): boolean {
  // A pinch makes the visible part smaller and the page no less high.
  const { height = innerHeight, scale = 1 } = window.visualViewport ?? {}
  return height * scale < ENOUGH
}
