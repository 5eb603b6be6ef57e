import { formatCount } from '../../money.ts'
import { Button } from './button.tsx'

/** Buttons for a run of decisions: stop, and go on with the rest. */
export function RunButtons(props: {
  going: boolean
  left: number
  /** Of the button that continues. */
  className: string
  onHalt: () => void
  onGoOn: () => void
  onClose: () => void
}) {
  const { left } = props
  if (props.going) return <Button text="Detener" onClick={props.onHalt} />
  return (
    <>
      <Button look={left > 0 ? undefined : 'go'} text="Listo" onClick={props.onClose} />
      {left > 0 ? (
        <button type="button" className={props.className} onClick={props.onGoOn}>
          {left === 1 ? 'Seguir con el que falta' : `Seguir con los ${formatCount(left)} que faltan`}
        </button>
      ) : null}
    </>
  )
}
