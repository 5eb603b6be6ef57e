import type { SourceKind } from '../../movement.ts'
import type { PullAdapter } from '../sources/pull-adapter.ts'
import { bdv } from './bdv.ts'

/** How each bank or wallet is asked; the others tell by themselves. */
export const PULL_ADAPTERS: Partial<Record<SourceKind, PullAdapter>> = { bdv }
