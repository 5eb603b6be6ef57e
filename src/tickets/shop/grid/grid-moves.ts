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
export function jumpStops(count: number, most = 20): number[] {
  if (count <= 100) return []
  let step = 100
  for (const factor of [2, 2.5, 2]) {
    if (count / step <= most) break
    step *= factor
  }
  while (count / step > most) step *= 10
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}
