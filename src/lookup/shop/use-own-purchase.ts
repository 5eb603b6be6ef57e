import { useCallback, useEffect, useRef, useState } from 'react'
import type { OwnPurchase } from '#purchases/contract.ts'
import { askOwnPurchase, type Told } from './ask-own-purchase.ts'

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
  /** Asks again: now, and saying so when there is nothing to show meanwhile. */
  refresh: () => void
  /** What the answer to a correction told. */
  onPurchase: (purchase: OwnPurchase) => void
}

/** The purchase whose secret is in the address's fragment; looked at again while an operator may be deciding on it. */
export function useOwnPurchase(): Loaded {
  const [secret, setSecret] = useState(readSecret)
  const [state, setState] = useState<State>({ kind: 'loading' })
  /** Counts what may change the state; an answer that is overtaken changes nothing. */
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
    // Whoever comes back, or is back on line, sees what is so now, whatever the state was.
    const back = () => {
      if (document.visibilityState === 'visible') ask()
    }
    document.addEventListener('visibilitychange', back)
    addEventListener('online', back)
    const read = () => setSecret(readSecret())
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

/** Chats make the full stop or the bracket behind a link part of it. */
function readSecret(): string {
  return /^#([\w-]*)/.exec(location.hash)?.[1] ?? ''
}
