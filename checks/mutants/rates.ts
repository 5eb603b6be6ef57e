import type { Mutant } from './mutant.ts'

export const RATES: readonly Mutant[] = []
