import { type RefObject, useEffect, useRef } from 'react'

/**
 * Zooms a pane that scrolls: two fingers, or the wheel with Ctrl (which is also how a touchpad pinches). The mouse drags what is
 * larger than the pane. One finger scrolls, as the browser does it.
 */
export function usePinch(pane: RefObject<HTMLElement | null>, zoom: number, onZoom: (zoom: number) => void): void {
  const current = useRef({ zoom, onZoom })
  current.current = { zoom, onZoom }
  useEffect(() => {
    const element = pane.current
    if (!element) return undefined
    let pinch: { distance: number; zoom: number } | null = null
    let drag: { x: number; y: number; left: number; top: number } | null = null

    function wheel(event: WheelEvent) {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      current.current.onZoom(current.current.zoom * Math.exp(-event.deltaY / 300))
    }
    function touch(event: TouchEvent) {
      const [a, b] = event.touches
      if (!a || !b) {
        pinch = null
        return
      }
      event.preventDefault()
      const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
      pinch ??= { distance, zoom: current.current.zoom }
      current.current.onZoom((pinch.zoom * distance) / pinch.distance)
    }
    function down(event: PointerEvent) {
      if (event.pointerType !== 'mouse' || event.button !== 0 || !element) return
      drag = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop }
      element.setPointerCapture(event.pointerId)
    }
    function move(event: PointerEvent) {
      if (!drag || !element) return
      element.scrollLeft = drag.left - (event.clientX - drag.x)
      element.scrollTop = drag.top - (event.clientY - drag.y)
    }
    function up() {
      drag = null
    }
    element.addEventListener('wheel', wheel, { passive: false })
    for (const kind of ['touchstart', 'touchmove', 'touchend'] as const)
      element.addEventListener(kind, touch, { passive: false })
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    for (const kind of ['pointerup', 'pointercancel'] as const) element.addEventListener(kind, up)
    return () => {
      element.removeEventListener('wheel', wheel)
      for (const kind of ['touchstart', 'touchmove', 'touchend'] as const) element.removeEventListener(kind, touch)
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      for (const kind of ['pointerup', 'pointercancel'] as const) element.removeEventListener(kind, up)
    }
  }, [pane])
}
