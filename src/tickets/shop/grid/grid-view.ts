import { numberText } from '#raffles/digits.ts'
import type { BitSet } from './bit-set.ts'
import { moveByKey, scrollShape } from './grid-moves.ts'

/** What the grid shows: `shown` says which numbers, in order. */
export interface GridContent {
  shown: BitSet
  free: BitSet
  picked: ReadonlySet<number>
  digits: number
}

export interface GridView {
  show(content: GridContent): void
  /** Brings a number into view and makes it the one that keys move from. */
  goTo(place: number): void
  destroy(): void
}

/** Rows beyond the edges that are there already when they come into view. */
const SPARE = 3
const ROW = 50
const GAP = 6

/**
 * A grid that scrolls over any number of cells with the elements of one screen. It writes to the document by itself: what React
 * would compare for each row that comes into view is the difference between smooth and not on a cheap phone.
 * @param onTop tells the first number in view when it changes.
 */
export function createGridView(
  scroller: HTMLElement,
  onToggle: (place: number) => void,
  onTop: (place: number) => void,
): GridView {
  const sizer = scroller.firstElementChild as HTMLElement
  const rows: HTMLElement[] = []
  /** Which row of the list each element shows; -1 for none. */
  let shows: number[] = []
  let content: GridContent | null = null
  let columns = 1
  let active = 0
  let frame = 0
  let top = -1
  let typed = ''
  let typedAt = 0

  const rowCount = () => Math.ceil((content?.shown.count ?? 0) / columns)
  const shape = () => scrollShape(rowCount(), ROW, scroller.clientHeight)

  function measure(): void {
    const cell = 26 + 8 * (content?.digits ?? 4)
    const next = Math.max(2, Math.floor((scroller.clientWidth + GAP) / (Math.max(cell, 52) + GAP)))
    const needed = Math.ceil(scroller.clientHeight / ROW) + 1 + SPARE * 2
    if (next === columns && rows.length === needed) return
    const first = content?.shown.at(firstShown()) ?? 0
    columns = next
    scroller.style.setProperty('--columns', String(columns))
    scroller.setAttribute('aria-colcount', String(columns))
    sizer.replaceChildren()
    rows.length = 0
    for (let index = 0; index < needed; index++) rows.push(sizer.appendChild(createRow(columns)))
    shows = rows.map(() => -1)
    if (content && first > 0) scrollTo(content.shown.rank(first))
  }

  const firstShown = () => Math.floor(shape().offset(scroller.scrollTop) / ROW) * columns

  function scrollTo(k: number): void {
    scroller.scrollTop = shape().scrollFor(Math.floor(k / columns) * ROW)
  }

  function draw(): void {
    frame = 0
    if (!content) return
    const { height, offset } = shape()
    const above = offset(scroller.scrollTop)
    sizer.style.height = `${height}px`
    scroller.setAttribute('aria-rowcount', String(rowCount()))
    const first = Math.max(0, Math.floor(above / ROW) - SPARE)
    for (let row = first; row < first + rows.length; row++) {
      const slot = row % rows.length
      const element = rows[slot]
      if (!element) continue
      if (row >= rowCount()) {
        element.hidden = true
        shows[slot] = -1
        continue
      }
      // The list may be squeezed: a row is placed where the viewport is, not where it would be without.
      element.style.transform = `translateY(${scroller.scrollTop + row * ROW - above}px)`
      if (shows[slot] !== row) fill(element, row)
      shows[slot] = row
    }
    const leading = content.shown.at(firstShown())
    if (leading !== top) {
      top = leading
      onTop(leading)
    }
  }

  function fill(element: HTMLElement, row: number): void {
    if (!content) return
    element.hidden = false
    element.setAttribute('aria-rowindex', String(row + 1))
    for (let column = 0; column < columns; column++) {
      const cell = element.children[column] as HTMLElement
      const k = row * columns + column
      const place = content.shown.at(k)
      if (place < 0) {
        cell.hidden = true
        cell.removeAttribute('id')
        continue
      }
      const free = content.free.has(place)
      const picked = content.picked.has(place)
      cell.hidden = false
      cell.id = `celda-${k}`
      cell.dataset['place'] = String(place)
      cell.textContent = numberText(place, content.digits)
      cell.className = picked ? 'cell cell-on' : free ? 'cell' : 'cell cell-off'
      cell.ariaSelected = String(picked)
      cell.ariaDisabled = String(!free && !picked)
      if (k === active) cell.dataset['active'] = ''
      else delete cell.dataset['active']
    }
  }

  function redraw(): void {
    shows.fill(-1)
    draw()
  }

  function schedule(): void {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  function activate(k: number): void {
    if (!content || content.shown.count === 0) return
    active = Math.min(Math.max(k, 0), content.shown.count - 1)
    const { offset, scrollFor } = shape()
    const above = offset(scroller.scrollTop)
    const y = Math.floor(active / columns) * ROW
    if (y < above) scroller.scrollTop = scrollFor(y)
    else if (y + ROW > above + scroller.clientHeight) scroller.scrollTop = scrollFor(y + ROW - scroller.clientHeight)
    redraw()
    scroller.setAttribute('aria-activedescendant', `celda-${active}`)
  }

  function toggleActive(): void {
    const place = content?.shown.at(active) ?? -1
    if (place >= 0) onToggle(place)
  }

  function press(event: KeyboardEvent): void {
    if (!content || event.altKey || event.metaKey) return
    if (event.key === ' ' || event.key === 'Enter') toggleActive()
    else if (/^\d$/.test(event.key) && !event.ctrlKey) find(event.key)
    else {
      const page = Math.max(1, Math.floor(scroller.clientHeight / ROW) - 1)
      const to = moveByKey(event.key, event.ctrlKey, active, { count: content.shown.count, columns, page })
      if (to === null) return
      activate(to)
    }
    event.preventDefault()
  }

  /** Digits typed one after the other go to the first number that begins so. */
  function find(digit: string): void {
    if (!content) return
    typed = performance.now() - typedAt < 1_000 ? (typed + digit).slice(-content.digits) : digit
    typedAt = performance.now()
    activate(content.shown.rank(Number(typed) * 10 ** (content.digits - typed.length)))
  }

  function click(event: MouseEvent): void {
    const cell = (event.target as Element).closest<HTMLElement>('.cell')
    if (!cell || !content) return
    const place = Number(cell.dataset['place'])
    active = content.shown.rank(place)
    onToggle(place)
  }

  const observer = new ResizeObserver(() => {
    measure()
    redraw()
  })
  observer.observe(scroller)
  scroller.addEventListener('scroll', schedule, { passive: true })
  scroller.addEventListener('keydown', press)
  scroller.addEventListener('click', click)

  return {
    show(next) {
      const other = content !== null && content.shown !== next.shown
      content = next
      measure()
      if (other) {
        active = 0
        scroller.scrollTop = 0
      }
      redraw()
    },
    goTo(place) {
      if (!content) return
      const k = content.shown.rank(place)
      scrollTo(k)
      activate(k)
    },
    destroy() {
      cancelAnimationFrame(frame)
      observer.disconnect()
      scroller.removeEventListener('scroll', schedule)
      scroller.removeEventListener('keydown', press)
      scroller.removeEventListener('click', click)
    },
  }
}

function createRow(columns: number): HTMLElement {
  const row = document.createElement('div')
  row.className = 'cells'
  row.role = 'row'
  for (let column = 0; column < columns; column++) {
    const cell = document.createElement('div')
    cell.role = 'gridcell'
    cell.ariaColIndex = String(column + 1)
    row.append(cell)
  }
  return row
}
