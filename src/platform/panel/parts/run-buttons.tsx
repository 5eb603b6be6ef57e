import { formatCount } from '../../money.ts'

/** What can be done while many are decided one after another: stop, and go on with those that are left. */
export function RunButtons(props: {
  going: boolean
  left: number
  /** Of the button that goes on. */
  className: string
  onHalt: () => void
  onGoOn: () => void
  onClose: () => void
}) {
  const { left } = props
  if (props.going) {
    return (
      <button type="button" className="btn" onClick={props.onHalt}>
        Detener
      </button>
    )
  }
  return (
    <>
      <button type="button" className={left > 0 ? 'btn' : 'btn btn-go'} onClick={props.onClose}>
        Listo
      </button>
      {left > 0 ? (
        <button type="button" className={props.className} onClick={props.onGoOn}>
          {left === 1 ? 'Seguir con el que falta' : `Seguir con los ${formatCount(left)} que faltan`}
        </button>
      ) : null}
    </>
  )
}
