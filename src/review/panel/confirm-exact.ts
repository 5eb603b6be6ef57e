import { ask } from '#access/panel/ask.ts'
import type { Confirm } from '#money/panel/confirm/confirm-dialog.tsx'

/** Confirms reports whose money came in, as they were shown: each has its result. */
export const confirmExact: Confirm = (pares) => ask('POST /api/panel/conciliacion/confirmar', { body: { pares } })
