import type { Mutant } from './mutant.ts'
import { RATES } from './rates.ts'

/** Every dangerous change, room by room. */
export const MUTANTS: readonly Mutant[] = [...RATES]
