import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { counted } from '#platform/money.ts'
import { Button } from '#platform/web/button.tsx'
import { Dialog } from '#platform/web/dialog.tsx'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { numberText, placeOf } from '#raffles/digits.ts'
import { allPlaces, BitSet, searchPlaces } from './bit-set.ts'
import type { GridContent } from './grid-rows.ts'
import { GridLegend, GridStops, GridTools, stopBefore, useStops } from './grid-tools.tsx'
import { createGridView, type GridView } from './grid-view.ts'
import { PickedTray } from './picked-tray.tsx'
import { useNumbers } from './use-numbers.ts'
import { usePicks } from './use-picks.ts'
import './grid.css'
import './tray.css'

/** Below this height, in pixels, the grid gets the room of its accompanying parts. */
const ENOUGH = 480

/** Texts of the specification for picking by hand, to the letter. */
const STEP_TITLE = 'Selecciona tus números'
const gridTitle = (picked: number, quantity: number) => `${STEP_TITLE} (${picked}/${quantity})`
const confirmText = (picked: number, quantity: number) => `Confirmar (${picked}/${quantity})`
const exactlyText = (quantity: number) => `Debes seleccionar exactamente ${quantity} números`
const onlyLeftText = (left: number) => `Solo quedan ${left} números disponibles`
const QUANTITY_FIRST = 'Primero selecciona cuántos boletos deseas comprar'
const LOAD_FAILED_TITLE = 'Error al cargar los números disponibles'
const LOAD_FAILED_TEXT = 'No se pudieron cargar los números disponibles'

/** Not of the specification: for screen readers. */
const foundText = (found: number, typed: string) =>
  `${counted(found, 'número contiene', 'números contienen')} ${typed}.`

interface Props {
  raffle: RaffleAnswer
  quantity: number
  /** The visible place in the purchase, under the name of this step. */
  head: (name: string) => ReactNode
  /** Numbers that this visitor holds already: taken for others, free here. */
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
  const [stop, setStop] = useState(0)
  const [said, setSaid] = useState<{ text: string; seen?: boolean }>({ text: '' })
  const [asked, setAsked] = useState(false)
  const view = useRef<GridView>(null)
  const cramped = useCramped()

  const everything = useMemo(() => allPlaces(total), [total])
  const shown = useMemo(() => {
    const base = onlyFree && free ? free : everything
    return typed === '' ? base : searchPlaces(base, typed, digits)
  }, [everything, free, onlyFree, typed, digits])
  const stops = useStops(shown)
  useEffect(() => {
    if (typed !== '') setSaid({ text: foundText(shown.count, typed) })
  }, [shown.count, typed])
  const picked = useMemo(() => new Set(picks.places), [picks.places])
  const filter = `${onlyFree} ${typed}`
  const content = useMemo(() => free && { shown, filter, free, picked, digits }, [shown, filter, free, picked, digits])
  const count = picks.places.length
  const complete = count === quantity && free !== null
  const title = gridTitle(count, quantity)

  function toggle(place: number): void {
    const text = numberText(place, digits)
    setAsked(false)
    switch (picks.toggle(place)) {
      case 'picked':
        setSaid({ text: `${text} seleccionado. ${count + 1} de ${quantity}.` })
        return
      case 'dropped':
        setSaid({ text: `${text} fuera. ${count - 1} de ${quantity}.` })
        return
      case 'full':
        setSaid({ text: `Ya tienes ${quantity}. Quita uno para cambiarlo.`, seen: true })
        return
      case 'taken':
        setSaid({ text: `El ${text} no está disponible.` })
    }
  }
  function enter(): void {
    const place = placeOf(typed, digits, total)
    if (place !== null) toggle(place)
  }
  function confirm(): void {
    setSaid({ text: '' })
    setAsked(!complete)
    if (complete) picks.settle()
    if (complete) onConfirm(picks.places.map((place) => numberText(place, digits)))
  }

  if (failed) {
    const retry = { onRetry: reload, onCancel }
    return <GridProblem title={LOAD_FAILED_TITLE} text={LOAD_FAILED_TEXT} {...retry} />
  }
  if (quantity < 1) return <GridProblem title={STEP_TITLE} text={QUANTITY_FIRST} onCancel={onCancel} />
  if (free && free.count < quantity)
    return <GridProblem title={STEP_TITLE} text={onlyLeftText(free.count)} onCancel={onCancel} />
  return (
    <Dialog
      title={title}
      titleHidden
      size="tall"
      onClose={onCancel}
      {...(onBack ? { onBack } : {})}
      place={head(title)}
      foot={
        <div className={cramped ? 'grid-foot grid-foot-flat' : 'grid-foot'}>
          <PickedTray picks={picks} digits={digits} missing={quantity - count} ready={free !== null} onDrop={toggle} />
          <p className={said.seen ? 'grid-note' : 'sr'} role="status">
            {said.text}
          </p>
          {asked && !complete && (
            <p className="grid-note" role="alert">
              {exactlyText(quantity)}
            </p>
          )}
          <div className="grid-buttons">
            <Button text="Cancelar" onClick={onCancel} />
            <Button look="go" text={confirmText(count, quantity)} aria-disabled={!complete} onClick={confirm} />
          </div>
        </div>
      }
    >
      <GridTools typed={typed} onType={setTyped} onEnter={enter} onlyFree={onlyFree} onOnlyFree={setOnlyFree} />
      {!cramped && (
        <GridStops stops={stops} stop={stop} digits={digits} onJump={(place) => view.current?.goTo(place)} />
      )}
      {!cramped && <GridLegend />}
      {!content ? (
        <GridBones />
      ) : shown.count > 0 ? (
        <NumberGrid
          content={content}
          view={view}
          onToggle={toggle}
          onTop={(place) => setStop(stopBefore(stops, place))}
        />
      ) : (
        <p className="grid-none" role="status">
          {onlyFree ? 'Ningún número disponible contiene' : 'Ningún número contiene'} «{typed}».
        </p>
      )}
    </Dialog>
  )
}

/** The free numbers and those that this visitor holds. */
function withMine(free: BitSet, mine: readonly string[], digits: number): BitSet {
  if (mine.length === 0) return free
  const bits = free.bits.slice()
  for (const text of mine) {
    const place = placeOf(text, digits, free.size)
    if (place !== null) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
  }
  return new BitSet(free.size, bits)
}

/** Whether the visible space is small: the phone's keyboard is open, the phone is turned, the page is zoomed. */
function useCramped(): boolean {
  const [cramped, setCramped] = useState(isCramped)
  useEffect(() => {
    const look = () => setCramped(isCramped())
    const view = window.visualViewport ?? window
    view.addEventListener('resize', look)
    return () => view.removeEventListener('resize', look)
  }, [])
  return cramped
}

function isCramped(): boolean {
  // A pinch makes the visible part smaller and the page no less high.
  const { height = innerHeight, scale = 1 } = window.visualViewport ?? {}
  return height * scale < ENOUGH
}

/** Why there is no grid to pick from. */
function GridProblem(props: { title: string; text: string; onRetry?: () => void; onCancel: () => void }) {
  const { title, text, onRetry, onCancel } = props
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onCancel}
      foot={
        <>
          {onRetry && <Button look="go" text="Reintentar" onClick={onRetry} />}
          <Button text="Cancelar" onClick={onCancel} />
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}

/** The grid as a React element; grid-view.ts draws its contents. */
function NumberGrid(props: {
  content: GridContent
  view: RefObject<GridView | null>
  onToggle: (place: number) => void
  onTop: (place: number) => void
}) {
  const { content, view } = props
  const scroller = useRef<HTMLDivElement>(null)
  const calls = useRef(props)
  calls.current = props
  useEffect(() => {
    if (!scroller.current) return undefined
    const made = createGridView(
      scroller.current,
      (place) => calls.current.onToggle(place),
      (place) => calls.current.onTop(place),
    )
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [view])
  useEffect(() => view.current?.show(content), [view, content])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table would need an element for each of a million cells
    <div
      ref={scroller}
      className="grid-scroll"
      role="grid"
      tabIndex={0}
      aria-label="Números; muévete con las flechas y elige con la barra espaciadora"
      aria-multiselectable="true"
    >
      <div className="grid-sizer" role="presentation" />
    </div>
  )
}

/** The shape of the grid until the numbers are here. */
function GridBones() {
  return (
    <div className="grid-scroll grid-bones" role="status" aria-label="Cargando los números">
      {Array.from({ length: 60 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes without identity
        <i key={index} className="cell" />
      ))}
    </div>
  )
}
