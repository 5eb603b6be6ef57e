import { useCallback, useEffect, useRef, useState } from 'react'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { type LoadedNumbers, loadNumbers } from './load-numbers.ts'

/** While the grid is open: what others take shows within this time. */
const REFRESH = 12_000

/** The free numbers, asked for again while the grid is looked at. `failed` only while nothing was ever loaded. */
export function useNumbers(raffle: RaffleAnswer): {
  numbers: LoadedNumbers | null
  failed: boolean
  reload: () => void
} {
  const [numbers, setNumbers] = useState<LoadedNumbers | null>(null)
  const [failed, setFailed] = useState(false)
  const known = useRef<LoadedNumbers | null>(null)
  const loading = useRef(false)
  const reload = useCallback(() => {
    // Two answers on their way could arrive in the wrong order.
    if (loading.current) return
    loading.current = true
    setFailed(false)
    loadNumbers(raffle, known.current)
      .then(
        (fresh) => {
          known.current = fresh
          setNumbers(fresh)
        },
        () => setFailed(known.current === null),
      )
      .finally(() => {
        loading.current = false
      })
  }, [raffle])
  useEffect(() => {
    reload()
    const again = () => {
      if (document.visibilityState === 'visible') reload()
    }
    const timer = setInterval(again, REFRESH)
    document.addEventListener('visibilitychange', again)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
      removeEventListener('online', again)
    }
  }, [reload])
  return { numbers, failed, reload }
}
