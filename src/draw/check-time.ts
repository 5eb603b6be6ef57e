import { after, formatDatedInstant, type Instant } from '#platform/clock.ts'

/** How long what was drawn may take to be published. */
const WITHHELD = 48 * 3_600_000
/** Clocks that differ by less say the same. */
const ALIKE = 10 * 60_000

/** What hour it was when the document came: by the clock here, and by the shop's in its answer; null where that said none, as files do not. */
export interface Clocks {
  aqui: Instant
  tienda: Instant | null
}

/**
 * Whether what was due is still in time. A phone's clock says anything, and the shop's what the shop likes: only what both say is wrong, and
 * where it depends on which of them is right it is not known (docs/decisions/072).
 * @returns null where it is not known.
 */
export function isInTime(due: Instant, clocks: Clocks): boolean | null {
  return agreed((clock) => clock <= after(due, WITHHELD), clocks)
}

/** Whether that hour has come: what is said of a later one was made up. @returns null where it is not known. */
export function hasCome(instant: Instant, clocks: Clocks): boolean | null {
  return agreed((clock) => instant <= after(clock, ALIKE), clocks)
}

/** What is right by one clock alone is believed; what is wrong only where both say so. */
function agreed(isRight: (clock: Instant) => boolean, { aqui, tienda }: Clocks): boolean | null {
  const here = isRight(aqui)
  if (tienda === null) return here || null
  return here === isRight(tienda) ? here : null
}

/** Whether both clocks say the same hour, and what they say. */
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
