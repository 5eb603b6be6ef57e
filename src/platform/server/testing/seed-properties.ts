import fc from 'fast-check'
import { SEED } from './soak.ts'

// Vitest's set-up of each file: what fast-check tries is the same in every run, and other in `npm run soak`.
fc.configureGlobal({ seed: SEED })
