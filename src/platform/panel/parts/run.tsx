import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../money.ts'
import { readFailure } from '../api.ts'
import { Button } from './button.tsx'
import { FieldProblem } from './field.tsx'

/** How far a run over many has come. */
export interface Run<Told> {
  total: number
  told: readonly Told[]
  going: boolean
  /** Why it stopped before the end; empty when it did not. */
  stopped: string
  /** Of the portion whose answer never came: nobody here knows whether they were done. */
  unknown: number
}

/**
 * Sends lines as they were shown, a portion at a time, and keeps what is told of each. An interrupted run goes on with the portion
 * that had no answer: the server knows the finished ones and does nothing twice.
 */
export function useRun<Line, Told>(props: {
  lines: readonly Line[]
  portion: number
  send: (lines: readonly Line[]) => Promise<readonly Told[]>
  onEnd: () => void
}) {
  const { lines, portion } = props
  const [run, setRun] = useState<Run<Told> | null>(null)
  const stop = useRef(false)
  // A second tap comes before the first has been drawn.
  const busy = useRef(false)
  function halt() {
    stop.current = true
  }
  useEffect(
    () => () => {
      stop.current = true
    },
    [],
  )

  async function go(): Promise<void> {
    if (busy.current) return
    busy.current = true
    stop.current = false
    const total = lines.length
    let told = run?.told ?? []
    let stopped = ''
    let unknown = 0
    const show = (going: boolean) => setRun({ total, told, going, stopped, unknown })
    show(true)
    while (told.length < total && !stop.current && !stopped) {
      const some = lines.slice(told.length, told.length + portion)
      try {
        told = [...told, ...(await props.send(some))]
        show(told.length < total)
      } catch (error) {
        const { status, title, details } = readFailure(error)
        stopped = `${title}. ${details}`
        unknown = status === 0 ? some.length : 0
      }
    }
    if (!stopped && told.length < total) stopped = 'Lo detuviste.'
    busy.current = false
    show(false)
    props.onEnd()
  }
  return { run, go: () => void go(), halt }
}

/** Progress of a run, why it stopped, and the ways on. @param className of the button that continues. */
export function RunProgress(props: {
  run: Run<unknown>
  label: string
  className: string
  children: ReactNode
  onHalt: () => void
  onGoOn: () => void
  onClose: () => void
}) {
  const { total, told, going, stopped } = props.run
  const left = total - told.length
  return (
    <>
      {left > 0 ? <progress className="full" max={total} value={told.length} aria-label={props.label} /> : null}
      {stopped ? <FieldProblem>{stopped}</FieldProblem> : null}
      {props.children}
      <div className="dialog-foot surface dialog-actions">
        {going ? (
          <Button text="Detener" onClick={props.onHalt} />
        ) : (
          <Button look={left > 0 ? undefined : 'go'} text="Listo" onClick={props.onClose} />
        )}
        {left > 0 && !going ? (
          <button type="button" className={props.className} onClick={props.onGoOn}>
            {left === 1 ? 'Seguir con el que falta' : `Seguir con los ${formatCount(left)} que faltan`}
          </button>
        ) : null}
      </div>
    </>
  )
}
