import { useCallback, useEffect, useState } from 'react'
import { callPanel, PanelFailure } from '#platform/web/panel-api.ts'
import type { ReviewClaim } from '../contract.ts'

/** Well before the two minutes of a claim are over. */
const RENEW_EVERY = 45_000

/**
 * Claims the open payment and renews the claim while it is looked at; leaving lets it go.
 * @param id null when there is nothing to claim: no payment, one that is decided, or a reader.
 * @returns who else has it, and the way to take it over.
 */
export function useClaim(id: number | null): { taken: ReviewClaim | null; takeOver: () => void } {
  const [taken, setTaken] = useState<ReviewClaim | null>(null)
  const claim = useCallback(async (of: number, forzar: boolean) => {
    try {
      await callPanel<ReviewClaim>('POST', `/compras/${of}/tomar`, { forzar })
      setTaken(null)
    } catch (error) {
      // Without an answer the version of the purchase still guards the decision.
      if (error instanceof PanelFailure && error.code === 'LA_REVISA_OTRO')
        setTaken(error.body['revisa'] as ReviewClaim)
    }
  }, [])
  useEffect(() => {
    setTaken(null)
    if (id === null) return undefined
    void claim(id, false)
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void claim(id, false)
    }, RENEW_EVERY)
    const release = () => letGo(id)
    addEventListener('pagehide', release)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', release)
      release()
    }
  }, [id, claim])
  const takeOver = useCallback(() => {
    if (id !== null) void claim(id, true)
  }, [id, claim])
  return { taken, takeOver }
}

/** It outlives the page; one that is lost only means that the claim ends by its time. */
function letGo(id: number): void {
  const headers = { 'x-tombola': 'panel' }
  fetch(`/api/panel/compras/${id}/soltar`, { method: 'POST', headers, keepalive: true }).catch(() => undefined)
}
