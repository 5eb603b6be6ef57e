import { useCallback, useEffect, useState } from 'react'
import type { SalesData } from '../page-data.ts'

interface LoadedRaffle extends Pick<SalesData, 'raffle' | 'rate'> {
  failed: boolean
  retry: () => void
}

/** The raffle that came with the page, or, with the API on a host of its own, the one that the browser asks for. */
export function useRaffle(data: SalesData): LoadedRaffle {
  const [loaded, setLoaded] = useState<Pick<SalesData, 'raffle' | 'rate'>>(data)
  const [failed, setFailed] = useState(false)

  const load = useCallback(async () => {
    setFailed(false)
    try {
      const { loadRaffle } = await import('./load-raffle.ts')
      setLoaded(await loadRaffle(data.id))
    } catch {
      setFailed(true)
    }
  }, [data.id])

  useEffect(() => {
    if (data.loads) load()
  }, [data.loads, load])

  return { ...loaded, failed, retry: load }
}
