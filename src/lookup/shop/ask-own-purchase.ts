import { apiAddress } from '#platform/web/fetch-json.ts'
import { timeoutSignal } from '#platform/web/timeout-signal.ts'
import type { OwnPurchase } from '#purchases/contract.ts'

/** A purchase as the server told it. */
export interface Told {
  purchase: OwnPurchase
  etag: string
  /** Milliseconds that the server's clock is ahead of this device's, to the second. */
  ahead: number
}

export type Asked =
  | ({ kind: 'told' } & Told)
  /** Still as it was told under that tag. */
  | { kind: 'same' }
  /** Nobody's secret. */
  | { kind: 'unknown' }
  /** No answer, or not now: in the server's words, if it has any. */
  | { kind: 'failed'; details: string }

/**
 * Asks for the purchase of that secret, which travels in the body: addresses end up in logs and histories.
 * @param etag what is known already; empty for nothing.
 */
export async function askOwnPurchase(secret: string, etag = ''): Promise<Asked> {
  try {
    const answer = await fetch(apiAddress('/api/rifas/mi-compra'), {
      method: 'POST',
      referrerPolicy: 'no-referrer',
      signal: timeoutSignal(15_000),
      headers: { 'content-type': 'application/json', ...(etag === '' ? {} : { 'if-none-match': etag }) },
      body: JSON.stringify({ secreto: secret }),
    })
    if (answer.status === 304) return { kind: 'same' }
    if (answer.status === 404 || answer.status === 422) return { kind: 'unknown' }
    const body = (await answer.json()) as OwnPurchase & { details?: unknown }
    if (!answer.ok) return { kind: 'failed', details: typeof body.details === 'string' ? body.details : '' }
    const now = Date.parse(answer.headers.get('date') ?? '')
    return {
      kind: 'told',
      purchase: body,
      etag: answer.headers.get('etag') ?? '',
      ahead: Number.isNaN(now) ? 0 : now - Date.now(),
    }
  } catch {
    return { kind: 'failed', details: '' }
  }
}
