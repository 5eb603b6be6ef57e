import { useEffect, useRef, useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import { counted } from '#platform/money.ts'
import { readFailure } from '#platform/panel/api.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { tellUntil } from '#platform/panel/time.ts'
import type { ChainStretch } from '../contract.ts'

/** Whether anybody has changed the journal behind its back: started by a button, answered in a line. */
export function ChainCheckBar() {
  const { check, start } = useChainCheck()
  const again = check.state === 'done' || check.state === 'failed'
  return (
    <section className="chain narrow-wrap pad-3-4 row gap-4 card compact" aria-label="Comprobar el diario">
      <div className="flow gap-3 grow" aria-live="polite">
        <Mark check={check} />
        <div className="grow">
          <Outcome check={check} />
        </div>
      </div>
      <Button
        text={check.state === 'running' ? 'Revisando…' : again ? 'Revisar otra vez' : 'Comprobar'}
        disabled={check.state === 'running'}
        onClick={start}
      />
    </section>
  )
}

function Mark({ check }: { check: ChainCheck }) {
  if (check.state === 'done') return <VerdictShape level={check.problems.length > 0 ? 'grave' : 'bien'} word={false} />
  return <Icon name={check.state === 'failed' ? 'offline' : 'link'} />
}

function Outcome({ check }: { check: ChainCheck }) {
  if (check.state === 'idle')
    return 'Cada línea lleva el código de control de la anterior: si alguien cambia o borra una, se nota al revisar.'
  if (check.state === 'running') {
    return (
      <>
        Revisando {counted(check.done, 'línea')}
        {check.total > 0 ? ` de ${check.total.toLocaleString('es-VE')}` : ''}…
        <progress max={Math.max(check.total, 1)} value={check.done} aria-label="Líneas revisadas" />
      </>
    )
  }
  if (check.state === 'failed') {
    return (
      <>
        <strong className="bold">{readFailure(check.error).title}.</strong>{' '}
        <span className="soft">No se llegó a revisar todo.</span>
      </>
    )
  }
  if (check.problems.length > 0) {
    return (
      <>
        <strong className="bold">El diario fue alterado fuera del panel.</strong>
        <ul className="chain-problems bad">
          {check.problems.slice(0, 20).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        <p className="soft">Guarda un respaldo de ahora y compáralo con uno anterior.</p>
      </>
    )
  }
  return (
    <>
      <strong className="bold">
        Nadie ha cambiado ni borrado nada{check.until ? ` ${tellUntil(check.until)}` : ''}
      </strong>{' '}
      <span className="soft">
        · {counted(check.lines, 'línea')} revisadas, ninguna cambiada. Guarda fuera del servidor cómo termina: si
        alguien escribe el diario de nuevo, con eso se nota.
      </span>
      <CopyButton value={check.end} name="Copiar cómo termina el diario" word="Copiar" />
    </>
  )
}

type ChainCheck =
  | { state: 'idle' }
  /** `done` of `total` lines. */
  | { state: 'running'; done: number; total: number }
  /** `until` is the newest line checked. */
  | { state: 'done'; lines: number; until: string | null; problems: string[]; end: string }
  | { state: 'failed'; error: unknown }

/** Recomputes every chain, stretch by stretch, as long as the screen is open. */
function useChainCheck(): { check: ChainCheck; start: () => void } {
  const [check, setCheck] = useState<ChainCheck>({ state: 'idle' })
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])

  async function run(): Promise<void> {
    const { cadenas, final } = await ask('GET /api/panel/diario/cadenas')
    const total = cadenas.reduce((sum, chain) => sum + chain.lineas, 0)
    let done = 0
    let until: string | null = null
    const problems: string[] = []
    setCheck({ state: 'running', done, total })
    for (const { ambito } of cadenas) {
      let from: number | null = 1
      while (from !== null && open.current) {
        const query = { ambito, desde: from }
        const stretch: ChainStretch = await ask('GET /api/panel/diario/cadenas/revisar', { query })
        done += stretch.revisadas
        if (stretch.hasta !== null && (until === null || stretch.hasta > until)) until = stretch.hasta
        problems.push(...stretch.problemas)
        from = stretch.siguiente
        setCheck({ state: 'running', done, total: Math.max(total, done) })
      }
    }
    setCheck({ state: 'done', lines: done, until, problems, end: final })
  }

  return {
    check,
    start: () => {
      setCheck({ state: 'running', done: 0, total: 0 })
      run().catch((error: unknown) => setCheck({ state: 'failed', error }))
    },
  }
}
