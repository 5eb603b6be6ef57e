import type { SourceKind } from '../../movement.ts'
import { bancamiga } from './bancamiga.ts'
import { bdv } from './bdv.ts'
import { bnc } from './bnc.ts'
import { r4 } from './r4.ts'
import type { Webhook } from './webhook.ts'

/** Banks that call us, each by its own rules. */
export const WEBHOOKS: Partial<Record<SourceKind, Webhook>> = { bnc, bdv, bancamiga, r4 }
