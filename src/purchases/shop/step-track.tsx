interface Props {
  steps: readonly string[]
  current: number
  /** Instead of the step's own name. */
  name?: string | undefined
}

/** `Método, paso 2 de 4` and as many strokes. */
export function StepTrack({ steps, current, name }: Props) {
  return (
    <p className="track">
      <span>
        <b>{name ?? steps[current]}</b>, paso {current + 1} de {steps.length}
      </span>
      <span aria-hidden="true">
        {steps.map((step, index) => (
          <i key={step} className={index <= current ? 'on' : undefined} />
        ))}
      </span>
    </p>
  )
}
