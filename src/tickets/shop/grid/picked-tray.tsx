import { Icon } from '#platform/web/icon.tsx'
import { numberText } from '#raffles/digits.ts'
import type { Lost, Picks } from './use-picks.ts'

/** What is picked, each removable, and what somebody else took meanwhile, each replaceable with one tap. */
export function PickedTray(props: { picks: Picks; digits: number; missing: number; onDrop: (place: number) => void }) {
  const { picks, digits } = props
  return (
    <div className="tray">
      {picks.lost.length > 0 && (
        <div role="alert">
          <ul className="lost">
            {picks.lost.map((lost) => (
              <LostLine key={lost.place} lost={lost} digits={digits} picks={picks} />
            ))}
          </ul>
        </div>
      )}
      {picks.places.length > 0 && (
        <ul className="picked" aria-label="Tus números">
          {picks.places.map((place) => {
            const text = numberText(place, digits)
            return (
              <li key={place}>
                <b>{text}</b>
                <button type="button" aria-label={`Quitar el ${text}`} onClick={() => props.onDrop(place)}>
                  <Icon name="close" />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {props.missing > 0 && (
        <button type="button" className="tray-fill" onClick={picks.complete}>
          {picks.places.length === 0 ? 'Elegir todos al azar' : `Completar al azar (faltan ${props.missing})`}
        </button>
      )}
    </div>
  )
}

function LostLine({ lost, digits, picks }: { lost: Lost; digits: number; picks: Picks }) {
  const text = numberText(lost.place, digits)
  return (
    <li>
      <span>
        El <b>{text}</b> ya no está disponible.
      </span>
      {lost.instead >= 0 ? (
        <button type="button" className="btn" onClick={() => picks.replace(lost)}>
          Tomar {numberText(lost.instead, digits)}
        </button>
      ) : (
        <button type="button" className="btn" onClick={() => picks.forget(lost)}>
          Entendido
        </button>
      )}
    </li>
  )
}
