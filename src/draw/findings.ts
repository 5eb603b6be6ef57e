import type { Sha256 } from './bytes.ts'
import type { Clocks } from './check-time.ts'
import type { Outcome, Standing } from './follow-rule.ts'
import type { Ticket } from './list.ts'
import type { DrawRule } from './rule.ts'
import { BrokenRule } from './steps.ts'

/** Something that was looked at. `aviso`: nothing is wrong, and somebody should know. */
export interface Finding {
  estado: 'bien' | 'mal' | 'aviso'
  texto: string
}

/** Messages to a waiting person: each finding as it is made, and `ahora` for a slow part before the next. */
export type Told = Finding | { estado: 'ahora'; texto: string }

export interface Checked {
  /** Nothing is wrong, as far as the draw has come. */
  bien: boolean
  /** Whether the due step is still in time; null if that depends on the clocks. */
  aTiempo: boolean | null
  hallazgos: Finding[]
  /** Null where it could not be followed. */
  rule: DrawRule | null
  tickets: readonly Ticket[] | null
  outcomes: Outcome[]
  standings: Standing[]
}

/** Facts from elsewhere, such as a mail from before the draw. */
export interface Known {
  regla?: string
  lista?: string
  /** Of the steps that there were then. */
  pasos?: string
  /** The time: a step that was due long ago and is missing was withheld. */
  horas?: Clocks
}

/** Ends the check: after a fault nothing can be concluded. */
export class Wrong extends Error {}

/** A check on its way: what it knows, what it has found, and how it says more. */
export interface Look {
  checked: Checked
  known: Known
  sha256: Sha256
  found(finding: Finding): void
  well(texto: string): void
  now(texto: string): void
  /** @throws Wrong if it does not hold. */
  must(holds: boolean, right: string, wrong: string): void
}

/** Gathers the findings of a check, until the first fault. */
export async function look(
  { known, sha256 }: Pick<Look, 'known' | 'sha256'>,
  tell: (told: Told) => void,
  check: (look: Look) => Promise<void>,
): Promise<Checked> {
  const checked: Checked = {
    ...{ bien: false, aTiempo: true, hallazgos: [], rule: null, tickets: null },
    ...{ outcomes: [], standings: [] },
  }
  const found = (finding: Finding) => {
    checked.hallazgos.push(finding)
    tell(finding)
  }
  const well = (texto: string) => found({ estado: 'bien', texto })
  const must = (holds: boolean, right: string, wrong: string) => {
    if (!holds) throw new Wrong(wrong)
    well(right)
  }
  try {
    await check({ checked, known, sha256, found, well, must, now: (texto) => tell({ estado: 'ahora', texto }) })
    checked.bien = true
  } catch (error) {
    if (!(error instanceof Wrong || error instanceof BrokenRule)) throw error
    const texto = error instanceof Wrong ? error.message : `Un paso no sigue la regla: ${error.message}.`
    found({ estado: 'mal', texto })
  }
  return checked
}
