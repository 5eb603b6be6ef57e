import { useCallback, useEffect, useRef, useState } from 'react'
import { apiAddress, timeoutSignal } from '#platform/web/fetch-json.ts'
import { linkSecret } from '#platform/web/link-secret.ts'
import type { OwnPurchase } from '#purchases/contract.ts'

/** Between two looks at a purchase that is being reviewed, in milliseconds; doubled with each one that fails. */
const PAUSE = 30_000
const LONGEST_PAUSE = 300_000

type State =
  | { kind: 'loading' }
  /** The address carries no secret, or nobody's. */
  | { kind: 'unknown' }
  | { kind: 'failed'; details: string }
  /** `failures`: how many looks in a row have failed since. */
  | ({ kind: 'ready'; failures: number } & Told)

interface Loaded {
  state: State
  secret: string
  /** Queries again: now, with a loading state when there is nothing to show meanwhile. */
  refresh: () => void
  /** Takes the answer to a correction. */
  onPurchase: (purchase: OwnPurchase) => void
}

/** The purchase whose secret is in the address's fragment; queried again while an operator may be deciding on it. */
export function useOwnPurchase(): Loaded {
  const [secret, setSecret] = useState(linkSecret)
  const [state, setState] = useState<State>({ kind: 'loading' })
  /** Counts possible changes of the state; an overtaken answer changes nothing. */
  const turn = useRef(0)
  const etag = useRef('')

  const ask = useCallback(async () => {
    turn.current += 1
    const own = turn.current
    const asked = secret === '' ? { kind: 'unknown' as const } : await askOwnPurchase(secret, etag.current)
    if (own !== turn.current) return
    if (asked.kind === 'told') etag.current = asked.etag
    setState((before) => {
      if (asked.kind === 'told') return { ...asked, kind: 'ready', failures: 0 }
      if (asked.kind === 'unknown') return asked
      if (before.kind === 'ready') return { ...before, failures: asked.kind === 'same' ? 0 : before.failures + 1 }
      return asked.kind === 'failed' ? asked : before
    })
  }, [secret])

  useEffect(() => {
    etag.current = ''
    setState({ kind: 'loading' })
    ask()
  }, [ask])

  useEffect(() => {
    if (state.kind !== 'ready' || state.purchase.estado !== 'en revision') return
    const look = () => {
      if (document.visibilityState === 'visible') ask()
    }
    const timer = setTimeout(look, Math.min(PAUSE * 2 ** state.failures, LONGEST_PAUSE))
    return () => clearTimeout(timer)
  }, [state, ask])

  useEffect(() => {
    // A visitor who returns, or is back on line, sees the current state, whatever it was.
    const back = () => {
      if (document.visibilityState === 'visible') ask()
    }
    document.addEventListener('visibilitychange', back)
    addEventListener('online', back)
    const read = () => setSecret(linkSecret())
    addEventListener('hashchange', read)
    return () => {
      document.removeEventListener('visibilitychange', back)
      removeEventListener('online', back)
      removeEventListener('hashchange', read)
    }
  }, [ask])

  const refresh = useCallback(() => {
    setState((before) => (before.kind === 'ready' ? before : { kind: 'loading' }))
    ask()
  }, [ask])

  const onPurchase = useCallback((purchase: OwnPurchase) => {
    turn.current += 1
    etag.current = ''
    setState((before) => ({
      kind: 'ready',
      failures: 0,
      etag: '',
      ahead: before.kind === 'ready' ? before.ahead : 0,
      purchase,
    }))
  }, [])

  return { state, secret, refresh, onPurchase }
}

/** A purchase as the server sent it. */
export interface Told {
  purchase: OwnPurchase
  etag: string
  /** Milliseconds that the server's clock is ahead of this device's, to the second. */
  ahead: number
}

type Asked =
  | ({ kind: 'told' } & Told)
  /** Unchanged under that tag. */
  | { kind: 'same' }
  /** Nobody's secret. */
  | { kind: 'unknown' }
  /** No answer, or not now: in the server's words, if it has any. */
  | { kind: 'failed'; details: string }

/**
 * Asks for the purchase of that secret, which travels in the body: addresses end up in logs and histories.
 * @param etag tag of the known answer; empty for none.
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
