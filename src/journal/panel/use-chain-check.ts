import { useEffect, useRef, useState } from 'react'
import { callPanel } from '#platform/panel/api.ts'
import type { ChainStretch, JournalChains } from '../contract.ts'

export type ChainCheck =
  | { state: 'idle' }
  /** `done` of `total` lines. */
  | { state: 'running'; done: number; total: number }
  /** `until` is the newest line checked. */
  | { state: 'done'; lines: number; until: string | null; problems: string[] }
  | { state: 'failed'; error: unknown }

/** Recomputes every chain, stretch by stretch, as long as the screen is open. */
export function useChainCheck(): { check: ChainCheck; start: () => void } {
  const [check, setCheck] = useState<ChainCheck>({ state: 'idle' })
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])

  async function run(): Promise<void> {
    const { cadenas } = await callPanel<JournalChains>('GET', '/diario/cadenas')
    const total = cadenas.reduce((sum, chain) => sum + chain.lineas, 0)
    let done = 0
    let until: string | null = null
    const problems: string[] = []
    setCheck({ state: 'running', done, total })
    for (const { ambito } of cadenas) {
      let from: number | null = 1
      while (from !== null && open.current) {
        const search = new URLSearchParams({ ambito, desde: String(from) })
        const stretch: ChainStretch = await callPanel<ChainStretch>('GET', `/diario/cadenas/revisar?${search}`)
        done += stretch.revisadas
        if (stretch.hasta !== null && (until === null || stretch.hasta > until)) until = stretch.hasta
        problems.push(...stretch.problemas)
        from = stretch.siguiente
        setCheck({ state: 'running', done, total: Math.max(total, done) })
      }
    }
    setCheck({ state: 'done', lines: done, until, problems })
  }

  return {
    check,
    start: () => {
      setCheck({ state: 'running', done: 0, total: 0 })
      run().catch((error: unknown) => setCheck({ state: 'failed', error }))
    },
  }
}
