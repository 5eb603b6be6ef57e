import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailure, fetchJson, whileSeen } from '#platform/web/fetch-json.ts'
import { linkSecret } from '#platform/web/link-secret.ts'
import type { OwnPurchase } from '../../contract.ts'

/** Between two looks at a purchase that is being reviewed, in milliseconds; doubled with each one that fails. */
const PAUSE = 30_000
/** And at any other. */
const LONGEST = 300_000

type State =
  | { kind: 'loading' }
  /** The address carries no secret, or nobody's. */
  | { kind: 'unknown' }
  /** No answer, or not now: in the server's words, if it has any. */
  | { kind: 'failed'; details: string }
  | Told

/** A purchase as the server sent it. */
export interface Told {
  kind: 'ready'
  purchase: OwnPurchase
  /** Milliseconds that the server's clock is ahead of this device's, to the second. */
  ahead: number
  /** How many looks in a row have failed since. */
  failures: number
}

/** The purchase whose secret is in the address's fragment; queried again while an operator may be deciding on it. */
export function useOwnPurchase() {
  const [secret, setSecret] = useState(linkSecret)
  const [state, setState] = useState<State>({ kind: 'loading' })
  /** Counts possible changes of the state; an overtaken answer changes nothing. */
  const turn = useRef(0)

  const ask = useCallback(async () => {
    turn.current += 1
    const own = turn.current
    const asked = secret === '' ? { kind: 'unknown' as const } : await askOwnPurchase(secret)
    if (own !== turn.current) return
    setState((before) =>
      asked.kind === 'failed' && before.kind === 'ready' ? { ...before, failures: before.failures + 1 } : asked,
    )
  }, [secret])

  useEffect(() => {
    setState({ kind: 'loading' })
    ask()
    const read = () => setSecret(linkSecret())
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [ask])

  // A visitor who returns, or is back on line, sees the current state, whatever it was.
  const pause =
    state.kind === 'ready' && state.purchase.estado === 'en revision' ? PAUSE * 2 ** state.failures : LONGEST
  useEffect(() => whileSeen(ask, Math.min(pause, LONGEST)), [ask, pause])

  /** Queries again: now, with a loading state when there is nothing to show meanwhile. */
  const refresh = useCallback(() => {
    setState((before) => (before.kind === 'ready' ? before : { kind: 'loading' }))
    ask()
  }, [ask])

  /** Takes the answer to a correction. */
  const onPurchase = useCallback((purchase: OwnPurchase) => {
    turn.current += 1
    setState((before) => ({ kind: 'ready', failures: 0, ahead: before.kind === 'ready' ? before.ahead : 0, purchase }))
  }, [])

  return { state, secret, refresh, onPurchase }
}

/** Asks for the purchase of that secret, which travels in the body: addresses end up in logs and histories. */
export async function askOwnPurchase(secreto: string): Promise<Exclude<State, { kind: 'loading' }>> {
  let ahead = 0
  const heard = (headers: Headers) => {
    ahead = Date.parse(headers.get('date') ?? '') - Date.now() || 0
  }
  try {
    const body = { secreto }
    const purchase = await fetchJson<OwnPurchase>('/api/rifas/mi-compra', { method: 'POST', body, heard })
    return { kind: 'ready', purchase, ahead, failures: 0 }
  } catch (error) {
    const { status, body } = error instanceof CallFailure ? error : new CallFailure(0)
    return status === 404 || status === 422 ? { kind: 'unknown' } : { kind: 'failed', details: body.details ?? '' }
  }
}
