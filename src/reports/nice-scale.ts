/**
 * Round marks for an axis from 0 to at least `most`: three or four steps of 1, 2, 2.5 or 5 times a power of ten.
 * @returns the marks from 0 up; only 0 and 1 when there is nothing to show.
 */
export function niceScale(most: number): number[] {
  if (!(most > 0)) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(most / 3))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size * 4 >= most) ?? 10 * power
  const marks = [0]
  while ((marks.at(-1) ?? 0) < most) marks.push(marks.length * step)
  return marks
}
