import { moveByKey, type ScrollShape, scrollShape } from './grid-moves.ts'
import { cellId, createRow, emptyRow, fillRow, type GridContent } from './grid-rows.ts'

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
/** Pixels within a frame that no thumb and no wheel scrolls: the scrollbar was dragged. */
const FAR = 4_000
/** Milliseconds without scrolling after which the finger is taken to rest. */
const REST = 200

/**
 * A grid that scrolls over any number of cells with the elements of one screen. It writes to the document by itself: React's
 * comparison of each row that comes into view is the difference between smooth and not on a cheap phone.
 * @param onTop gets the first number in view when it changes.
 */
export function createGridView(
  scroller: HTMLElement,
  onToggle: (place: number) => void,
  onTop: (place: number) => void,
): GridView {
  const sizer = scroller.firstElementChild as HTMLElement
  const rows: HTMLElement[] = []
  /** Which row of the list each element shows; -1 for none, -2 for one that is no longer right. */
  let shows: number[] = []
  let content: GridContent | null = null
  let columns = 1
  let rowCount = 0
  let shape: ScrollShape = scrollShape(0, ROW, 0)
  /** Pixels of the list above the scrolled element: only a squeezed list has any. */
  let base = 0
  let lastTop = 0
  let active = 0
  let frame = 0
  let rest: ReturnType<typeof setTimeout> | undefined
  let top = -1
  let typed = ''
  let typedAt = 0

  const above = () => Math.min(Math.max(base + scroller.scrollTop, 0), shape.end)
  const firstInView = () => Math.ceil(above() / ROW) * columns

  /** Scrolls so that this pixel of the list is at the top. */
  function scrollTo(offset: number): void {
    scroller.scrollTop = shape.scrollFor(offset)
    lastTop = scroller.scrollTop
    base = shape.squeezed ? Math.round(Math.min(Math.max(offset, 0), shape.end) - lastTop) : 0
  }

  /** Fits rows and columns to the size of the screen and to the contents, which stay where they are. */
  function measure(from: GridContent | null): void {
    if (!content) return
    const first = from?.shown.at(Math.floor(above() / ROW) * columns) ?? 0
    const cut = above() % ROW
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
    const cell = Math.max((26 + 8 * content.digits) * scale, 52)
    const fitting = Math.max(2, Math.floor((scroller.clientWidth + GAP) / (cell + GAP)))
    const needed = Math.ceil(scroller.clientHeight / ROW) + 1 + SPARE * 2
    if (fitting !== columns || needed !== rows.length) {
      columns = fitting
      scroller.style.setProperty('--columns', String(columns))
      scroller.setAttribute('aria-colcount', String(columns))
      rows.length = 0
      for (let index = 0; index < needed; index++) rows.push(createRow(columns))
      sizer.replaceChildren(...rows)
    }
    rowCount = Math.ceil(content.shown.count / columns)
    shape = scrollShape(rowCount, ROW, scroller.clientHeight)
    sizer.style.height = `${shape.height}px`
    scroller.setAttribute('aria-rowcount', String(rowCount))
    scrollTo(first > 0 ? Math.floor(content.shown.rank(first) / columns) * ROW + cut : cut)
    shows = rows.map(() => -2)
  }

  function draw(): void {
    frame = 0
    if (!content) return
    const { scrollTop } = scroller
    const runsOut = base + scrollTop < 0 || base + scrollTop > shape.end
    if (shape.squeezed && (Math.abs(scrollTop - lastTop) > FAR || runsOut))
      base = Math.round(shape.offset(scrollTop) - scrollTop)
    lastTop = scrollTop
    const first = Math.max(0, Math.floor(above() / ROW) - SPARE)
    for (let row = first; row < first + rows.length; row++) {
      const slot = row % rows.length
      const element = rows[slot]
      if (!element) continue
      element.hidden = row >= rowCount
      if (element.hidden) {
        if (shows[slot] !== -1) emptyRow(element)
        shows[slot] = -1
        continue
      }
      element.style.transform = `translateY(${row * ROW - base}px)`
      if (shows[slot] !== row) fillRow(element, row, content, active)
      shows[slot] = row
    }
    const there = shows.includes(Math.floor(active / columns))
    if (there) scroller.setAttribute('aria-activedescendant', cellId(active))
    else scroller.removeAttribute('aria-activedescendant')
    const leading = content.shown.at(firstInView())
    if (leading !== top) onTop(leading)
    top = leading
  }

  function redraw(): void {
    shows.fill(-2)
    draw()
  }

  function scrolled(): void {
    if (frame === 0) frame = requestAnimationFrame(draw)
    if (!shape.squeezed) return
    clearTimeout(rest)
    // A list is pulled by a finger pixel for pixel; once it rests, the scrollbar moves to where that part of the list is.
    rest = setTimeout(() => {
      scrollTo(above())
      draw()
    }, REST)
  }

  function activate(k: number): void {
    if (!content || content.shown.count === 0) return
    active = Math.min(Math.max(k, 0), content.shown.count - 1)
    const y = Math.floor(active / columns) * ROW
    if (y < above()) scrollTo(y)
    else if (y + ROW > above() + scroller.clientHeight) scrollTo(y + ROW - scroller.clientHeight)
    redraw()
  }

  function press(event: KeyboardEvent): void {
    if (!content || event.altKey || event.metaKey) return
    if (event.key === ' ' || event.key === 'Enter') {
      const place = content.shown.at(active)
      if (place >= 0) onToggle(place)
    } else if (/^\d$/.test(event.key) && !event.ctrlKey) find(event.key, content)
    else {
      const page = Math.max(1, Math.floor(scroller.clientHeight / ROW) - 1)
      const to = moveByKey(event.key, event.ctrlKey, active, { count: content.shown.count, columns, page })
      if (to === null) return
      activate(to)
    }
    event.preventDefault()
  }

  /** Digits typed one after the other go to the first number that begins so. */
  function find(digit: string, { shown, digits }: GridContent): void {
    typed = performance.now() - typedAt < 1_000 ? (typed + digit).slice(-digits) : digit
    typedAt = performance.now()
    activate(shown.rank(Number(typed) * 10 ** (digits - typed.length)))
  }

  function click(event: MouseEvent): void {
    const cell = (event.target as Element).closest<HTMLElement>('.cell')
    if (!cell || !content) return
    const place = Number(cell.dataset['place'])
    active = content.shown.rank(place)
    onToggle(place)
    redraw()
  }

  /** Keys begin at the visible part. */
  function focus(): void {
    const y = Math.floor(active / columns) * ROW
    if (y < above() || y + ROW > above() + scroller.clientHeight) activate(firstInView())
  }

  const observer = new ResizeObserver(() => {
    measure(content)
    draw()
  })
  observer.observe(scroller)
  scroller.addEventListener('scroll', scrolled, { passive: true })
  scroller.addEventListener('keydown', press)
  scroller.addEventListener('click', click)
  scroller.addEventListener('focus', focus)

  return {
    show(next) {
      const before = content
      content = next
      if (before?.shown !== next.shown) {
        const same = before?.filter === next.filter
        active = same ? next.shown.rank(before.shown.at(active)) : 0
        if (!same) scrollTo(0)
        measure(same ? before : null)
      }
      redraw()
    },
    goTo(place) {
      if (!content) return
      const k = content.shown.rank(place)
      scrollTo(Math.floor(k / columns) * ROW)
      activate(k)
    },
    destroy() {
      cancelAnimationFrame(frame)
      clearTimeout(rest)
      observer.disconnect()
    },
  }
}
