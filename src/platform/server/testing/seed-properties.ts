import fc from 'fast-check'
import { SEED } from './soak.ts'

// Vitest's set-up of each file: fast-check tries the same values in every run, and others in `npm run soak`.
fc.configureGlobal({ seed: SEED })
