import { useCallback, useEffect, useRef, useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import { PanelFailure } from '#platform/panel/api.ts'
import type { ReviewClaim } from '../../contract.ts'

/** Well before the two minutes of a claim are over. */
const RENEW_EVERY = 45_000

/**
 * Claims the open payment and renews the claim while it is visible; leaving releases it.
 * @param id null when there is nothing to claim: no payment, one that is decided, or a reader.
 * @returns the other reviewer, and the way to take it over.
 */
export function useClaim(id: number | null): { taken: ReviewClaim | null; takeOver: () => void } {
  const [taken, setTaken] = useState<ReviewClaim | null>(null)
  const open = useRef<number | null>(null)
  const claim = useCallback(async (of: number, force: boolean) => {
    const other = await inTurn(of, () => take(of, force))
    // On a slow line the answer may come when another payment is open.
    if (other !== undefined && open.current === of) setTaken(other)
  }, [])
  useEffect(() => {
    open.current = id
    setTaken(null)
    if (id === null) return undefined
    void claim(id, false)
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void claim(id, false)
    }, RENEW_EVERY)
    const release = () => void letGo(id)
    addEventListener('pagehide', release)
    return () => {
      open.current = null
      clearInterval(timer)
      removeEventListener('pagehide', release)
      void inTurn(id, () => letGo(id))
    }
  }, [id, claim])
  const takeOver = useCallback(() => {
    if (id !== null) void claim(id, true)
  }, [id, claim])
  return { taken, takeOver }
}

const turns = new Map<number, Promise<unknown>>()

/** Requests about one payment are sent in the order of the calls: a release never overtakes the claim. */
function inTurn<T>(id: number, ask: () => Promise<T>): Promise<T> {
  const asked = (turns.get(id) ?? Promise.resolve()).then(ask)
  turns.set(id, asked)
  void asked.then(() => turns.get(id) === asked && turns.delete(id))
  return asked
}

/** Claims the first of those payments that nobody else has, one after the other. @returns its id, or that of the first where all are taken. */
export async function takeFirst(ids: readonly number[]): Promise<number | undefined> {
  for (const id of ids) if (!(await take(id, false))) return id
  return ids[0]
}

/** @returns the other reviewer, null when it is ours, undefined without an answer: the version still guards the decision. */
async function take(id: number, forzar: boolean): Promise<ReviewClaim | null | undefined> {
  try {
    await ask('POST /api/panel/compras/:id/tomar', { params: { id }, body: { forzar } })
    return null
  } catch (error) {
    if (error instanceof PanelFailure && error.code === 'LA_REVISA_OTRO') return error.body['revisa'] as ReviewClaim
    return undefined
  }
}

/** It outlives the page; one that is lost only means that the claim ends by its time. */
async function letGo(id: number): Promise<void> {
  const headers = { 'x-tombola': 'panel' }
  await fetch(`/api/panel/compras/${id}/soltar`, { method: 'POST', headers, keepalive: true }).catch(() => undefined)
}
