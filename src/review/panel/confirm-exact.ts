import { ask } from '#access/panel/ask.ts'
import type { Confirm } from '#reconciliation/panel/confirm/use-confirm-run.ts'

/** Confirms reports whose money came in, as they were shown: each has its result. */
export const confirmExact: Confirm = (pares) => ask('POST /api/panel/conciliacion/confirmar', { body: { pares } })
