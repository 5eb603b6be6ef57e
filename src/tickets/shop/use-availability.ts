import { useEffect, useState } from 'react'
import { fetchJson } from '#platform/web/fetch-json.ts'
import { showNotice } from '#platform/web/notice.ts'
import type { AvailabilityAnswer } from '../contract.ts'
import type { Availability } from './availability.tsx'

const REFRESH = 120_000

/** Availability of a raffle: what came with the page, asked again at once and every two minutes once its id is known. */
export function useAvailability(raffleId: number | null, initial: Availability | null): Availability | null {
  const [availability, setAvailability] = useState(initial)

  useEffect(() => {
    if (raffleId === null) return
    let current = true
    async function refresh(): Promise<void> {
      try {
        const answer = await fetchJson<AvailabilityAnswer>(`/api/rifas/${raffleId}/status`)
        if (current) setAvailability(answer.data.rifa)
      } catch {
        if (current) showNotice('Error', 'No se pudo obtener la disponibilidad actual')
      }
    }
    refresh()
    const timer = setInterval(refresh, REFRESH)
    return () => {
      current = false
      clearInterval(timer)
    }
  }, [raffleId])

  return availability
}
