import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface Size {
  width: number
  height: number
}

/**
 * A picture in a pane that scrolls. Zoom 1 fits it: wholly in a large pane; in a low one the part with the amount, and the rest is
 * above and below. A turned picture takes the place of its turned shape.
 */
export function ProofPicture(props: {
  address: string
  zoom: number
  /** Degrees, a multiple of 90. */
  turn: number
  onZoom: (zoom: number) => void
  onBroken: () => void
}) {
  const pane = useRef<HTMLDivElement>(null)
  usePinch(pane, props.zoom, props.onZoom)
  const [space, setSpace] = useState<Size | null>(null)
  const [picture, setPicture] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return undefined
    const measure = () => setSpace({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // A low pane begins with the part where banks print the amount and the reference.
  useLayoutEffect(() => {
    const element = pane.current
    if (element && picture && element.clientHeight < LOW) element.scrollTop = element.scrollHeight * BEGINS
  }, [picture])

  const shape = place(space, picture, props.zoom, props.turn)
  return (
    <section
      ref={pane}
      className="proof-pane may-scroll flow gap-0 anchor fill ring-in"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Imagen del comprobante; se desplaza con las flechas"
    >
      <div
        className="proof-box clip anchor fixed"
        style={shape ? { width: shape.box.width, height: shape.box.height } : { visibility: 'hidden' }}
      >
        <img
          src={props.address}
          alt="Comprobante que envió el comprador"
          draggable={false}
          onLoad={(event) =>
            setPicture({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })
          }
          onError={props.onBroken}
          style={
            shape
              ? {
                  width: shape.image.width,
                  height: shape.image.height,
                  transform: `translate(-50%, -50%) rotate(${props.turn}deg)`,
                }
              : {}
          }
        />
      </div>
      {picture ? null : <span className="bone proof-bone" />}
    </section>
  )
}

const LOW = 360
/** Part of a tall capture that a low pane shows at first, and its top, as shares of its height. */
const SEEN = 0.4
const BEGINS = 0.14
const MARGIN = 16

function place(
  space: Size | null,
  picture: Size | null,
  zoom: number,
  turn: number,
): { box: Size; image: Size } | null {
  if (!space || !picture || picture.width === 0) return null
  const sideways = turn % 180 !== 0
  const turned = sideways ? { width: picture.height, height: picture.width } : picture
  const low = space.height < LOW
  const margin = low ? 0 : MARGIN * 2
  const byWidth = (space.width - margin) / turned.width
  const byHeight = (space.height - margin) / turned.height
  const scale = Math.min(byWidth, low ? byHeight / SEEN : byHeight) * zoom
  return {
    box: { width: turned.width * scale, height: turned.height * scale },
    image: { width: picture.width * scale, height: picture.height * scale },
  }
}

/**
 * Zooms a pane that scrolls: two fingers, or the wheel with Ctrl (which is also how a touchpad pinches). One
 * finger scrolls, as the browser does it.
 */
function usePinch(pane: RefObject<HTMLElement | null>, zoom: number, onZoom: (zoom: number) => void): void {
  const current = useRef({ zoom, onZoom })
  current.current = { zoom, onZoom }
  useEffect(() => {
    const element = pane.current
    if (!element) return undefined
    let pinch: { distance: number; zoom: number } | null = null

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
    const gone = new AbortController()
    const { signal } = gone
    element.addEventListener('wheel', wheel, { passive: false, signal })
    for (const kind of ['touchstart', 'touchmove', 'touchend'] as const)
      element.addEventListener(kind, touch, { passive: false, signal })
    return () => gone.abort()
  }, [pane])
}
