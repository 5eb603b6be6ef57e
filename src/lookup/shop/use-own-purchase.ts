import { useCallback, useEffect, useState } from 'react'
import { CallFailure, fetchJson } from '#platform/web/fetch-json.ts'
import type { OwnPurchase } from '#purchases/contract.ts'

const REFRESH = 30_000

type State =
  | { kind: 'loading' }
  /** The address carries no secret, or nobody's. */
  | { kind: 'unknown' }
  | { kind: 'failed' }
  | { kind: 'ready'; purchase: OwnPurchase }

interface Loaded {
  state: State
  secret: string
  retry: () => void
  onPurchase: (purchase: OwnPurchase) => void
}

/** The purchase whose secret is in the address's fragment; asked for again while an operator may be deciding on it. */
export function useOwnPurchase(): Loaded {
  const [secret, setSecret] = useState(() => location.hash.slice(1))
  const [state, setState] = useState<State>({ kind: 'loading' })
  const onPurchase = useCallback((purchase: OwnPurchase) => setState({ kind: 'ready', purchase }), [])

  const load = useCallback(async () => {
    if (secret === '') return setState({ kind: 'unknown' })
    try {
      const body = { secreto: secret }
      onPurchase(await fetchJson<OwnPurchase>('/api/rifas/mi-compra', { method: 'POST', body }))
    } catch (error) {
      const unknown = error instanceof CallFailure && [404, 422].includes(error.status)
      // A refresh that failed leaves what is shown.
      setState((before) => (unknown ? { kind: 'unknown' } : before.kind === 'ready' ? before : { kind: 'failed' }))
    }
  }, [secret, onPurchase])

  useEffect(() => {
    setState({ kind: 'loading' })
    load()
  }, [load])

  const waiting = state.kind === 'ready' && state.purchase.estado === 'en revision'
  useEffect(() => {
    if (!waiting) return
    const refresh = () => {
      if (document.visibilityState === 'visible') load()
    }
    const timer = setInterval(refresh, REFRESH)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [waiting, load])

  useEffect(() => {
    const read = () => setSecret(location.hash.slice(1))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])

  const retry = useCallback(() => {
    setState({ kind: 'loading' })
    load()
  }, [load])
  return { state, secret, retry, onPurchase }
}
