import type { Told } from '../../movement.ts'

/** Rows of one part, and those of one amount that a part may have. */
const [TOGETHER, MOST] = [500, 1_000]

/**
 * The rows of a list as they are recorded, some hundreds together. Those of one amount are in one part, so that none takes the movement that a
 * later one names. Of more than a part may have, those with a number and a payer come first, and those with neither last.
 */
export function* inParts<Row extends Omit<Told, 'dia' | 'en' | 'moneda'>>(rows: Row[]): Generator<Row[]> {
  const said = (row: Row) =>
    Number(row.referencia.length > 5) + Number(row.telefono_origen + row.documento_origen !== '')
  const sorted = rows.length > TOGETHER ? rows.toSorted((a, b) => a.centimos - b.centimos || said(b) - said(a)) : rows
  for (let at = 0, end = 0; at < rows.length; at = end) {
    const beyond = sorted[at + TOGETHER]
    const isOfIt = ({ centimos }: Row) => centimos === beyond?.centimos
    const first = sorted.findIndex(isOfIt)
    end = !beyond ? rows.length : first > at ? first : Math.min(at + MOST, 1 + sorted.findLastIndex(isOfIt))
    yield sorted.slice(at, end)
  }
}
