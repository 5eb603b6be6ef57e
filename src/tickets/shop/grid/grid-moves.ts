/** Tallest element that every browser scrolls and draws to the pixel, in CSS pixels, on screens of four points a pixel too. */
const TALLEST = 2_000_000
/** At both ends of a squeezed list a pixel of scrolling is a pixel of the list, so that they are reached by hand. */
const EXACT = TALLEST / 4

/** Where a key moves in a grid of `count` cells, `columns` a row and `page` rows a screen; null when it is no moving key. */
export function moveByKey(
  key: string,
  control: boolean,
  from: number,
  grid: { count: number; columns: number; page: number },
): number | null {
  const { count, columns, page } = grid
  const last = count - 1
  const column = from % columns
  const within = (to: number) => (to >= 0 && to <= last ? to : from)
  switch (key) {
    case 'ArrowRight':
      return within(from + 1)
    case 'ArrowLeft':
      return within(from - 1)
    case 'ArrowDown':
      return within(from + columns)
    case 'ArrowUp':
      return within(from - columns)
    case 'Home':
      return control ? 0 : from - column
    case 'End':
      return control ? last : Math.min(from - column + columns - 1, last)
    case 'PageDown':
      return Math.min(from + page * columns, last)
    case 'PageUp':
      return Math.max(from - page * columns, column)
    default:
      return null
  }
}

/** Places from which a jump is offered: at most twenty, at round numbers. */
export function jumpStops(count: number): number[] {
  if (count <= 100) return []
  let step = 100
  for (const factor of [2, 2.5, 2]) {
    if (count / step <= 20) break
    step *= factor
  }
  while (count / step > 20) step *= 10
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}

export interface ScrollShape {
  /** Of the scrolled element, in pixels. */
  height: number
  /** A list taller than browsers scroll is squeezed: between its ends a pixel of the scrollbar is several of the list. */
  squeezed: boolean
  /** The furthest that the list moves, in its own pixels. */
  end: number
  /** Pixels of the list above the viewport's top edge, for that place of the scrollbar. */
  offset(scrollTop: number): number
  /** The place of the scrollbar that shows that pixel of the list at the top. */
  scrollFor(offset: number): number
}

/** How a list of `rows` rows scrolls in a viewport of that height. */
export function scrollShape(rows: number, rowHeight: number, viewport: number): ScrollShape {
  const full = rows * rowHeight
  const height = Math.min(full, TALLEST)
  const squeezed = full > TALLEST
  const end = Math.max(full - viewport, 0)
  const scrollEnd = Math.max(height - viewport, 0)
  const ratio = squeezed ? (end - 2 * EXACT) / (scrollEnd - 2 * EXACT) : 1
  return {
    height,
    squeezed,
    end,
    offset(scrollTop) {
      const top = Math.min(Math.max(scrollTop, 0), scrollEnd)
      if (top <= EXACT || !squeezed) return top
      if (top >= scrollEnd - EXACT) return end - (scrollEnd - top)
      return EXACT + (top - EXACT) * ratio
    },
    scrollFor(offset) {
      const wanted = Math.min(Math.max(offset, 0), end)
      if (wanted <= EXACT || !squeezed) return wanted
      if (wanted >= end - EXACT) return scrollEnd - (end - wanted)
      return EXACT + (wanted - EXACT) / ratio
    },
  }
}
