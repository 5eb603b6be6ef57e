import { useEffect, useRef } from 'react'
import { Button } from '#platform/web/button.tsx'
import { Icon } from '#platform/web/icon.tsx'
import { numberText } from '#raffles/digits.ts'
import type { Lost, Picks } from './use-picks.ts'

interface Props {
  picks: Picks
  digits: number
  /** How many are still to be picked. */
  missing: number
  /** Whether the free numbers are known. */
  ready: boolean
  onDrop: (place: number) => void
}

/** The picks, each removable, and those that somebody else took meanwhile, each replaceable with one tap. */
export function PickedTray({ picks, digits, missing, ready, onDrop }: Props) {
  const { places, lost } = picks
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(0)
  useEffect(() => {
    // The newest is visible; removing one from the middle leaves the list where it is.
    if (list.current && places.length > before.current) list.current.scrollLeft = list.current.scrollWidth
    before.current = places.length
  }, [places.length])
  return (
    <div className="tray">
      {lost.length > 0 && (
        <div role="alert">
          <ul className="lost">
            {lost.map((one) => (
              <LostLine key={one.place} lost={one} digits={digits} picks={picks} />
            ))}
          </ul>
        </div>
      )}
      <div className="tray-row">
        {places.length > 0 ? (
          <ul ref={list} className="picked" aria-label="Tus números">
            {places.map((place) => {
              const text = numberText(place, digits)
              return (
                <li key={place}>
                  <b>{text}</b>
                  <button type="button" aria-label={`Quitar el ${text}`} onClick={() => onDrop(place)}>
                    <Icon name="close" small />
                  </button>
                </li>
              )
            })}
          </ul>
        ) : (
          <p>Toca los números que quieras, o déjalo al azar.</p>
        )}
        {missing > 0 && (
          <button type="button" className="tray-fill" disabled={!ready} onClick={picks.complete}>
            {places.length === 0 ? `Elegir ${missing} al azar` : `Completar al azar (${missing})`}
          </button>
        )}
      </div>
    </div>
  )
}

function LostLine({ lost, digits, picks }: { lost: Lost; digits: number; picks: Picks }) {
  const text = numberText(lost.place, digits)
  return (
    <li>
      <Icon name="alert" />
      <span>
        El <b>{text}</b> ya no está disponible. Elige otro.
      </span>
      {lost.instead >= 0 ? (
        <button type="button" className="btn" onClick={() => picks.replace(lost)}>
          Tomar {numberText(lost.instead, digits)}
        </button>
      ) : (
        <Button text="Entendido" onClick={() => picks.forget(lost)} />
      )}
    </li>
  )
}
