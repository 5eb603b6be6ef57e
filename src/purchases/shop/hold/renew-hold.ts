import { fetchJson } from '#platform/web/fetch-json.ts'
import type { HoldAnswer } from '#tickets/contract.ts'
import type { Hold } from './held.ts'
import { fromAnswer } from './hold.ts'

/** Asks once for more time. @throws CallFailure */
export async function renewHold(hold: Hold): Promise<Hold> {
  return fromAnswer(await fetchJson<HoldAnswer>(`/api/rifas/apartados/${hold.token}/renovar`, { method: 'POST' }))
}
