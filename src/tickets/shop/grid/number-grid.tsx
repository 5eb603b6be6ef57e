import { type RefObject, useEffect, useRef } from 'react'
import type { GridContent } from './grid-rows.ts'
import { createGridView, type GridView } from './grid-view.ts'

/** The grid as a React element; grid-view.ts draws its contents. */
export function NumberGrid(props: {
  content: GridContent
  view: RefObject<GridView | null>
  onToggle: (place: number) => void
  onTop: (place: number) => void
}) {
  const { content, view } = props
  const scroller = useRef<HTMLDivElement>(null)
  const calls = useRef(props)
  calls.current = props
  useEffect(() => {
    if (!scroller.current) return undefined
    const made = createGridView(
      scroller.current,
      (place) => calls.current.onToggle(place),
      (place) => calls.current.onTop(place),
    )
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [view])
  useEffect(() => view.current?.show(content), [view, content])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table would need an element for each of a million cells
    <div
      ref={scroller}
      className="grid-scroll"
      role="grid"
      tabIndex={0}
      aria-label="Números; muévete con las flechas y elige con la barra espaciadora"
      aria-multiselectable="true"
    >
      <div className="grid-sizer" role="presentation" />
    </div>
  )
}

/** The shape of the grid until the numbers are here. */
export function GridBones() {
  return (
    <div className="grid-scroll grid-bones" role="status" aria-label="Cargando los números">
      {Array.from({ length: 60 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes without identity
        <i key={index} className="cell" />
      ))}
    </div>
  )
}
