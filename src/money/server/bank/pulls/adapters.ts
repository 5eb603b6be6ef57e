import type { SourceKind } from '../../../movement.ts'
import type { PullAdapter } from '../sources/pull-adapter.ts'
import { bancamiga } from './bancamiga.ts'
import { createBanesco } from './banesco.ts'
import { bdv } from './bdv.ts'
import { binance } from './binance.ts'
import { createBnc } from './bnc/bnc.ts'
import { pabilo } from './pabilo.ts'
import { zelle } from './zelle/zelle.ts'

/** How each bank or wallet is polled; the others send by themselves. */
export const PULL_ADAPTERS: Partial<Record<SourceKind, PullAdapter>> = {
  bdv,
  bnc: createBnc(),
  bancamiga,
  binance,
  zelle,
  banesco: createBanesco(),
  pabilo,
}
