import { Link } from 'wouter'
import { Icon } from '#platform/panel/parts/icon.tsx'
import type { FirstStep } from '../home-contract.ts'
import { STEP_WORDS } from './step-words.ts'

interface Props {
  step: FirstStep
  place: number
  /** The one to take now: open, with its reason and its button. */
  current: boolean
  onOpen: () => void
}

/** One step: done ones are a quiet line, the one to take now is open, the others open at a tap. */
export function StartStep({ step, place, current, onOpen }: Props) {
  const { titulo, porque, hacer, minutos, donde } = STEP_WORDS[step.paso]
  const open = current && !step.listo
  return (
    <li className={open ? 'start-step start-step-open' : 'start-step'} {...(open ? { 'aria-current': 'step' } : {})}>
      <span className={step.listo ? 'start-mark start-mark-done' : open ? 'start-mark start-mark-now' : 'start-mark'}>
        {step.listo ? (
          <>
            <Icon name="check" />
            <span className="sr">Hecho: </span>
          </>
        ) : (
          place
        )}
      </span>
      <div className="start-text">
        <h3>
          {step.listo || open ? (
            titulo
          ) : (
            <button type="button" className="start-opens" aria-expanded={false} onClick={onOpen}>
              {titulo}
            </button>
          )}
        </h3>
        {step.listo ? <p className="faint">{step.detalle}</p> : <p className="soft">{porque}</p>}
        {open ? (
          <>
            {step.detalle === '' ? null : <p className="start-missing">{step.detalle}</p>}
            <Link href={donde(step.rifa_id)} className="button button-main start-do">
              {step.rifa_id !== null && step.paso === 'rifa' ? 'Agregar la imagen' : hacer}
            </Link>
          </>
        ) : null}
      </div>
      {step.listo ? (
        <Link href={donde(step.rifa_id)} className="text-link">
          {step.paso === 'publicar' ? 'Ver' : 'Editar'}
          <span className="sr"> {titulo}</span>
        </Link>
      ) : (
        <span className="faint small start-time">{minutos} min</span>
      )}
    </li>
  )
}
