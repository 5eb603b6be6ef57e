import { type ReactNode, useEffect, useState } from 'react'
import { showNotice } from '#platform/web/notice.ts'
import type { SalesData } from '../page-data.ts'

const RETRY = 10_000

export interface LoadedRaffle extends Pick<SalesData, 'raffle' | 'rate'> {
  picture?: ReactNode
}

/** The raffle that came with the page, or, with the API on a host of its own, the one that the browser asks for. */
export function useRaffle(data: SalesData): LoadedRaffle {
  const [loaded, setLoaded] = useState<LoadedRaffle>(data)

  useEffect(() => {
    if (!data.loads) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function load(): void {
      import('./load-raffle.tsx')
        .then((module) => module.loadRaffle(data.id))
        .then(setLoaded, () => {
          showNotice('No se pudo obtener la rifa', 'Volvemos a intentar en unos segundos.', 4000)
          timer = setTimeout(load, RETRY)
        })
    }
    load()
    return () => clearTimeout(timer)
  }, [data])

  return loaded
}
