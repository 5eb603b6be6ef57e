import { useCallback, useEffect, useState } from 'react'
import { fetchJson, whileSeen } from '#platform/web/fetch-json.ts'
import { showNotice } from '#platform/web/notice.ts'
import { availabilityText, leftText } from '../availability-text.ts'
import type { AvailabilityAnswer } from '../contract.ts'

const REFRESH = 120_000

export type Availability = AvailabilityAnswer['data']['rifa']

/** The available percentage as a bar, with how many tickets that is. */
export function AvailabilityBar({ availability }: { availability: Availability | null }) {
  const percentage = availability?.porcentaje_disponible ?? 0
  return (
    <div className="left">
      <p>
        <b>{availability ? availabilityText(percentage) : ' '}</b>
        {availability && <span>{leftText(availability.numeros_disponibles, availability.total_numeros)}</span>}
      </p>
      <progress value={percentage} max={100} aria-label="Boletos disponibles" />
    </div>
  )
}

/**
 * Availability of a raffle: the page's own, queried again immediately and every two minutes once its id is known. A hidden
 * page does not ask; it does when it is seen again.
 * @returns it, and a function that asks now: it gives the fresh one, or null when it could not be had.
 */
export function useAvailability(
  raffleId: number | null,
  initial: Availability | null,
): [Availability | null, () => Promise<Availability | null>] {
  const [availability, setAvailability] = useState(initial)

  const refresh = useCallback(async () => {
    if (raffleId === null) return null
    try {
      const { success, data } = await fetchJson<AvailabilityAnswer>(`/api/rifas/${raffleId}/status`)
      if (!success) throw new Error()
      setAvailability(data.rifa)
      return data.rifa
    } catch {
      showNotice('Error', 'No se pudo obtener la disponibilidad actual')
      return null
    }
  }, [raffleId])

  useEffect(() => {
    if (!document.hidden) refresh()
    return whileSeen(refresh, REFRESH)
  }, [refresh])

  return [availability, refresh]
}
