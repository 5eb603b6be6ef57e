import type { Flow } from './purchase-state.ts'

interface Props {
  flow: Flow
  /** The step's name in the list. */
  at: string
  /** What is shown instead. */
  name?: string
}

/** `Método, paso 2 de 4` and as many strokes. */
export function StepTrack({ flow: { steps }, at, name = at }: Props) {
  const current = steps.indexOf(at)
  return (
    <p className="track">
      <span>
        <b>{name}</b>, paso {current + 1} de {steps.length}
      </span>
      <span aria-hidden="true">
        {steps.map((step, index) => (
          <i key={step} className={index <= current ? 'on' : undefined} />
        ))}
      </span>
    </p>
  )
}
