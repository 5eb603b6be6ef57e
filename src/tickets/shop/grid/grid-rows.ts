import { numberText } from '#raffles/digits.ts'
import type { BitSet } from './bit-set.ts'

/** Contents of the grid: `shown` says which numbers, in order. */
export interface GridContent {
  shown: BitSet
  /** The filter: another one begins at the top, the same stays where it is when numbers come and go. */
  filter: string
  free: BitSet
  picked: ReadonlySet<number>
  digits: number
}

/** Attributes and not properties of elements: Firefox knows `ariaSelected` and the like only since 2023. */
export function createRow(columns: number): HTMLElement {
  const row = document.createElement('div')
  row.className = 'cells'
  row.setAttribute('role', 'row')
  for (let column = 0; column < columns; column++) {
    const cell = document.createElement('div')
    cell.setAttribute('role', 'gridcell')
    cell.setAttribute('aria-colindex', String(column + 1))
    row.append(cell)
  }
  return row
}

export const cellId = (k: number) => `celda-${k}`

/** Makes the element the row of that index. @param active the cell, counted over the whole list, that keys move from. */
export function fillRow(row: HTMLElement, index: number, content: GridContent, active: number): void {
  row.setAttribute('aria-rowindex', String(index + 1))
  const cells = row.children
  for (let column = 0; column < cells.length; column++) {
    const k = index * cells.length + column
    fillCell(cells[column] as HTMLElement, k, content, k === active)
  }
}

/** Unseen cells must not be found by name either. */
export function emptyRow(row: HTMLElement): void {
  for (const cell of row.children) emptyCell(cell as HTMLElement)
}

function emptyCell(cell: HTMLElement): void {
  cell.hidden = true
  cell.textContent = ''
  for (const name of ['id', 'data-place', 'data-active']) cell.removeAttribute(name)
}

function fillCell(cell: HTMLElement, k: number, { shown, free, picked, digits }: GridContent, active: boolean): void {
  const place = shown.at(k)
  if (place < 0) {
    emptyCell(cell)
    return
  }
  cell.hidden = false
  const on = picked.has(place)
  const off = !on && !free.has(place)
  cell.id = cellId(k)
  cell.textContent = numberText(place, digits)
  cell.className = on ? 'cell cell-on' : off ? 'cell cell-off' : 'cell'
  cell.dataset['place'] = String(place)
  cell.setAttribute('aria-selected', String(on))
  cell.setAttribute('aria-disabled', String(off))
  cell.toggleAttribute('data-active', active)
}
