import { after, formatDatedInstant, type Instant } from '#platform/clock.ts'

/** How long the publication of a drawn step may take. */
const WITHHELD = 48 * 3_600_000
/** Clocks that differ by less count as equal. */
const ALIKE = 10 * 60_000

/** Time when the document arrived: by the clock here, and by the shop's in its answer; null if that had none, like files. */
export interface Clocks {
  aqui: Instant
  tienda: Instant | null
}

/**
 * Whether a due step is still in time. A phone's clock may be anything, and the shop's is under the shop's control: a step is late only by both, and
 * if the clocks disagree it is not known (docs/decisions/072).
 * @returns null if it is not known.
 */
export function isInTime(due: Instant, clocks: Clocks): boolean | null {
  return agreed((clock) => clock <= after(due, WITHHELD), clocks)
}

/** Whether that hour has come: a step of a later one was made up. @returns null if it is not known. */
export function hasCome(instant: Instant, clocks: Clocks): boolean | null {
  return agreed((clock) => instant <= after(clock, ALIKE), clocks)
}

/** A step that is right by one clock alone passes; it is wrong only by both. */
function agreed(isRight: (clock: Instant) => boolean, { aqui, tienda }: Clocks): boolean | null {
  const here = isRight(aqui)
  if (tienda === null) return here || null
  return here === isRight(tienda) ? here : null
}

/** Whether both clocks agree, and their times. */
export function tellClocks({ aqui, tienda }: Clocks): { alike: boolean; texto: string } {
  const here = formatDatedInstant(aqui)
  if (tienda === null) return { alike: false, texto: `La hora la dice solo este teléfono: ${here}` }
  if (Math.abs(aqui - tienda) < ALIKE)
    return { alike: true, texto: `Este teléfono y la tienda dicen la misma hora: ${here}` }
  return {
    alike: false,
    texto: `Este teléfono y la tienda no dicen la misma hora: uno ${here}; la otra, ${formatDatedInstant(tienda)}`,
  }
}
