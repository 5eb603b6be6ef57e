import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Dialog } from '#platform/web/dialog.tsx'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { numberText, placeOf } from '#raffles/digits.ts'
import { allPlaces, BitSet, searchPlaces } from './bit-set.ts'
import { jumpStops } from './grid-moves.ts'
import type { GridView } from './grid-view.ts'
import {
  confirmText,
  exactlyText,
  gridTitle,
  LOAD_FAILED_TEXT,
  LOAD_FAILED_TITLE,
  onlyLeftText,
  QUANTITY_FIRST,
} from './messages.ts'
import { NumberGrid } from './number-grid.tsx'
import { PickedTray } from './picked-tray.tsx'
import { useNumbers } from './use-numbers.ts'
import { usePicks } from './use-picks.ts'
import './grid.css'

interface Props {
  raffle: RaffleAnswer
  quantity: number
  /** The visible place in the purchase, under the name of this step. */
  head: (name: string) => ReactNode
  /** Numbers that this visitor holds already: taken for others, free for him. */
  mine: readonly string[]
  /** Numbers that the server just refused because somebody else has them. */
  taken: readonly string[]
  onConfirm: (numbers: string[]) => void
  onBack?: (() => void) | undefined
  onCancel: () => void
}

/** The manual grid: exactly as many numbers as tickets, picked from thousands. */
export default function NumbersStep({ raffle, quantity, head, mine, taken, onConfirm, onBack, onCancel }: Props) {
  const { digitos: digits, total_numeros: total } = raffle
  const { numbers, failed, reload } = useNumbers(raffle)
  const free = useMemo(() => numbers && withMine(numbers.free, mine, digits), [numbers, mine, digits])
  const picks = usePicks(raffle, quantity, free, taken)
  const [typed, setTyped] = useState('')
  const [onlyFree, setOnlyFree] = useState(false)
  const [top, setTop] = useState(0)
  const [said, setSaid] = useState('')
  const [asked, setAsked] = useState(false)
  const view = useRef<GridView>(null)

  const everything = useMemo(() => allPlaces(total), [total])
  const shown = useMemo(() => {
    const base = onlyFree && free ? free : everything
    return typed === '' ? base : searchPlaces(base, typed, digits)
  }, [everything, free, onlyFree, typed, digits])
  const picked = useMemo(() => new Set(picks.places), [picks.places])
  const content = useMemo(() => free && { shown, free, picked, digits }, [shown, free, picked, digits])
  const count = picks.places.length
  const complete = count === quantity
  const title = gridTitle(count, quantity)

  function toggle(place: number): void {
    const text = numberText(place, digits)
    switch (picks.toggle(place)) {
      case 'picked':
        setSaid(`${text} seleccionado. ${count + 1} de ${quantity}.`)
        return
      case 'dropped':
        setSaid(`${text} fuera. ${count - 1} de ${quantity}.`)
        return
      case 'full':
        setSaid(`Ya tienes ${quantity}. Quita uno para cambiarlo.`)
        return
      case 'taken':
        setSaid(`El ${text} no está disponible.`)
    }
  }
  function confirm(): void {
    setAsked(!complete)
    if (complete) onConfirm(picks.places.map((place) => numberText(place, digits)))
  }

  if (quantity < 1 || failed || (free && free.count < quantity)) {
    const [name, text] = failed
      ? [LOAD_FAILED_TITLE, LOAD_FAILED_TEXT]
      : quantity < 1
        ? ['Selecciona tus números', QUANTITY_FIRST]
        : ['Selecciona tus números', onlyLeftText(free?.count ?? 0)]
    return (
      <Dialog
        title={name}
        size="small"
        onClose={onCancel}
        foot={
          <>
            {failed && (
              <button type="button" className="btn btn-go" onClick={reload}>
                Reintentar
              </button>
            )}
            <button type="button" className="btn" onClick={onCancel}>
              Cancelar
            </button>
          </>
        }
      >
        <p>{text}</p>
      </Dialog>
    )
  }
  const stops = jumpStops(shown.count)
  return (
    <Dialog
      title={title}
      titleHidden
      size="tall"
      onClose={onCancel}
      {...(onBack ? { onBack } : {})}
      place={head(title)}
      foot={
        <>
          <PickedTray picks={picks} digits={digits} missing={quantity - count - picks.lost.length} onDrop={toggle} />
          {asked && !complete && (
            <p className="grid-needs" role="alert">
              {exactlyText(quantity)}
            </p>
          )}
          <div className="grid-buttons">
            <button type="button" className="btn" onClick={onCancel}>
              Cancelar
            </button>
            <button type="button" className="btn btn-go" aria-disabled={!complete} onClick={confirm}>
              {confirmText(count, quantity)}
            </button>
          </div>
        </>
      }
    >
      <div className="grid-tools">
        <input
          type="search"
          className="input"
          inputMode="numeric"
          autoComplete="off"
          placeholder="Buscar un número"
          aria-label="Buscar un número"
          value={typed}
          onChange={(event) => setTyped(event.target.value.trim().toLowerCase())}
          onKeyDown={(event) => {
            const place = placeOf(typed, digits, total)
            if (event.key === 'Enter' && place !== null && !event.nativeEvent.isComposing) toggle(place)
          }}
        />
        <label className="grid-only">
          <input type="checkbox" checked={onlyFree} onChange={(event) => setOnlyFree(event.target.checked)} />
          Solo disponibles
        </label>
      </div>
      {stops.length > 0 && (
        <nav className="grid-stops" aria-label="Ir a un tramo">
          {stops.map((k, index) => {
            const from = shown.at(k)
            const next = shown.at(stops[index + 1] ?? -1)
            const here = top >= from && (next < 0 || top < next)
            return (
              <button
                key={k}
                type="button"
                {...(here ? { 'aria-current': 'true' } : {})}
                onClick={() => view.current?.goTo(from)}
              >
                {numberText(from, digits)}
              </button>
            )
          })}
        </nav>
      )}
      <p className="grid-legend" aria-hidden="true">
        <span>
          <i className="cell" /> Disponible
        </span>
        <span>
          <i className="cell cell-on" /> Seleccionado
        </span>
        <span>
          <i className="cell-off">01</i> No disponible
        </span>
      </p>
      {content ? (
        shown.count > 0 ? (
          <NumberGrid content={content} view={view} onToggle={toggle} onTop={setTop} />
        ) : (
          <p className="grid-none">
            {onlyFree ? 'Ningún número disponible contiene' : 'Ningún número contiene'} «{typed}».
          </p>
        )
      ) : (
        <div className="grid-scroll grid-bones" role="status" aria-label="Cargando los números">
          {Array.from({ length: 40 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes without identity
            <i key={index} className="cell" />
          ))}
        </div>
      )}
      <p className="sr" role="status">
        {said}
      </p>
    </Dialog>
  )
}

/** The free numbers and those that the visitor holds himself. */
function withMine(free: BitSet, mine: readonly string[], digits: number): BitSet {
  if (mine.length === 0) return free
  const bits = free.bits.slice()
  for (const text of mine) {
    const place = placeOf(text, digits, free.size)
    if (place !== null) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
  }
  return new BitSet(free.size, bits)
}
