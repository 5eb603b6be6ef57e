import { useEffect, useRef, useState } from 'react'
import { ask, useDeed } from '#access/panel/ask.ts'
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
  const { check, progress } = useChainCheck()
  return (
    <section className="chain narrow-wrap pad-3-4 row gap-4 card compact" aria-label="Comprobar el diario">
      <div className="flow gap-3 grow" aria-live="polite">
        {check.isSuccess ? (
          <VerdictShape level={check.data.problems.length > 0 ? 'grave' : 'bien'} word={false} />
        ) : (
          <Icon name={check.isError ? 'offline' : 'link'} />
        )}
        <div className="grow">
          <Outcome check={check} progress={progress} />
        </div>
      </div>
      <Button
        text={check.isPending ? 'Revisando…' : check.isIdle ? 'Comprobar' : 'Revisar otra vez'}
        disabled={check.isPending}
        onClick={() => check.mutate()}
      />
    </section>
  )
}

function Outcome({ check, progress: { done, total } }: ReturnType<typeof useChainCheck>) {
  if (check.isIdle)
    return 'Cada línea lleva el código de control de la anterior: si alguien cambia o borra una, se nota al revisar.'
  if (check.isPending) {
    return (
      <>
        Revisando {counted(done, 'línea')}
        {total > 0 ? ` de ${total.toLocaleString('es-VE')}` : ''}…
        <progress max={Math.max(total, 1)} value={done} aria-label="Líneas revisadas" />
      </>
    )
  }
  if (check.isError) {
    return (
      <>
        <strong className="bold">{readFailure(check.error).title}.</strong>{' '}
        <span className="soft">No se llegó a revisar todo.</span>
      </>
    )
  }
  const { lines, until, problems, end } = check.data
  if (problems.length > 0) {
    return (
      <>
        <strong className="bold">El diario fue alterado fuera del panel.</strong>
        <ul className="chain-problems bad">
          {problems.slice(0, 20).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        <p className="soft">Guarda un respaldo de ahora y compáralo con uno anterior.</p>
      </>
    )
  }
  return (
    <>
      <strong className="bold">Nadie ha cambiado ni borrado nada{until ? ` ${tellUntil(until)}` : ''}</strong>{' '}
      <span className="soft">
        · {counted(lines, 'línea')} revisadas, ninguna cambiada. Guarda fuera del servidor cómo termina: si alguien
        escribe el diario de nuevo, con eso se nota.
      </span>
      <CopyButton value={end} name="Copiar cómo termina el diario" word="Copiar" />
    </>
  )
}

/** Recomputes every chain, stretch by stretch, as long as the screen is open. */
function useChainCheck() {
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  const check = useDeed(async () => {
    setProgress({ done: 0, total: 0 })
    const { cadenas, final } = await ask('GET /api/panel/diario/cadenas')
    const total = cadenas.reduce((sum, chain) => sum + chain.lineas, 0)
    let done = 0
    /** Instant of the newest line checked. */
    let until: string | null = null
    const problems: string[] = []
    setProgress({ done, total })
    for (const { ambito } of cadenas) {
      let from: number | null = 1
      while (from !== null && open.current) {
        const query = { ambito, desde: from }
        const stretch: ChainStretch = await ask('GET /api/panel/diario/cadenas/revisar', { query })
        done += stretch.revisadas
        if (stretch.hasta !== null && (until === null || stretch.hasta > until)) until = stretch.hasta
        problems.push(...stretch.problemas)
        from = stretch.siguiente
        setProgress({ done, total: Math.max(total, done) })
      }
    }
    return { lines: done, until, problems, end: final }
  })
  return { check, progress }
}
