import { asking } from '#access/panel/asking.ts'
import type { Confirm } from '#reconciliation/panel/confirm/use-confirm-run.ts'
import type { EXACT_CALLS } from '../calls.ts'

const ask = asking<typeof EXACT_CALLS>()

/** Confirms reports whose money came in, as they were shown: each tells whether it was. */
export const confirmExact: Confirm = (pares) => ask('POST /api/panel/conciliacion/confirmar', { body: { pares } })
