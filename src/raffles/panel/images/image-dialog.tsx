import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { Button } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { type Crop, cropOfWidth, largestCrop, narrowestShare, widestShare } from '../../image-crop.ts'

/** Shares of the picture that one key moves it by. */
const STEP = 0.02
const BIG_STEP = 0.1

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Props {
  title: string
  /** Of the whole picture; null if that was not kept. */
  src: string | null
  alt: string
  recorte: Crop | null
  /** Words of the main button. */
  does: string
  pending?: boolean
  /** Why the last try failed. */
  failure?: string
  onApply: (alt: string, recorte: Crop | null) => void
  onClose: () => void
}

/** One picture: its visible part, and its words for screen readers. */
export function ImageDialog({ title, src, does, pending = false, failure, onApply, onClose, ...begun }: Props) {
  const [alt, setAlt] = useState(begun.alt)
  const [problem, setProblem] = useState<string>()
  const [size, setSize] = useState<{ ancho: number; alto: number } | null>(null)
  const [crop, setCrop] = useState(begun.recorte)
  const [unreadable, setUnreadable] = useState(false)

  function apply() {
    if (pending) return
    if (alt.trim() === '') setProblem('Escribe qué se ve en la imagen.')
    else onApply(alt.trim(), crop)
  }

  return (
    <Dialog label={title} className="dialog image-dialog" onClose={onClose}>
      <div className="dialog-body">
        {/* Not the field: on a phone the keyboard would cover the picture. */}
        <h2 tabIndex={-1} ref={focusFirst}>
          {title}
        </h2>
        {src === null ? (
          <p className="soft">De esta no guardamos el original. Para cortarla de otra forma, súbela de nuevo.</p>
        ) : unreadable ? (
          <p className="soft">Este navegador no puede mostrarla. Se tomará la parte del medio.</p>
        ) : (
          <div className="field">
            <CropBox
              src={src}
              size={size}
              crop={size ? crop : null}
              onSize={(found) => {
                setSize(found)
                setCrop((now) => now ?? largestCrop(found))
              }}
              onChange={setCrop}
              onUnreadable={() => setUnreadable(true)}
            />
            <span className="field-hint">Arrastra el marco: lo de adentro es lo que se ve en la página.</span>
          </div>
        )}
        <Field
          label="Qué se ve"
          value={alt}
          maxLength={200}
          problem={problem}
          placeholder="Moto roja vista de lado"
          hint="Lo leen en voz alta a quien no ve la imagen, y sale si no carga."
          onChange={({ target }) => {
            setAlt(target.value)
            setProblem(undefined)
          }}
          onKeyDown={(event) => {
            // The form behind the dialog must not be saved by this key.
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
        />
        {failure ? <FieldProblem>{failure}</FieldProblem> : null}
        <div className="dialog-actions">
          <Button text="Cancelar" onClick={onClose} />
          <Button look="go" text={does} aria-busy={pending} onClick={apply} />
        </div>
      </div>
    </Dialog>
  )
}

/** Sets the dialog's first focus. */
function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}

interface CropBoxProps {
  src: string
  /** Of the whole picture; null until it is known. */
  size: { ancho: number; alto: number } | null
  crop: Crop | null
  onSize: (size: { ancho: number; alto: number }) => void
  onChange: (crop: Crop) => void
  /** This browser cannot show it. */
  onUnreadable: () => void
}

/** The whole picture with the part that visitors will see: dragged, moved by arrows, sized by the slider. */
function CropBox({ src, size, crop, onSize, onChange, onUnreadable }: CropBoxProps) {
  const stage = useRef<HTMLDivElement>(null)
  const grip = useRef<{ x: number; y: number } | null>(null)

  function moveTo(middleX: number, middleY: number, share = crop?.ancho ?? 1) {
    if (size) onChange(cropOfWidth(size, share, middleX, middleY))
  }

  function pointAt(event: PointerEvent): { x: number; y: number } {
    const place = stage.current?.getBoundingClientRect() ?? new DOMRect()
    return { x: (event.clientX - place.left) / place.width, y: (event.clientY - place.top) / place.height }
  }

  function take(event: PointerEvent<HTMLButtonElement>) {
    if (!crop) return
    const at = pointAt(event)
    grip.current = { x: at.x - (crop.x + crop.ancho / 2), y: at.y - (crop.y + crop.alto / 2) }
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function drag(event: PointerEvent) {
    if (!grip.current) return
    const at = pointAt(event)
    moveTo(at.x - grip.current.x, at.y - grip.current.y)
  }

  function byKeys(event: KeyboardEvent) {
    if (!crop) return
    const step = event.shiftKey ? BIG_STEP : STEP
    const [across, down] = ARROWS[event.key] ?? [0, 0]
    if (across === 0 && down === 0) return
    event.preventDefault()
    moveTo(crop.x + crop.ancho / 2 + across * step, crop.y + crop.alto / 2 + down * step)
  }

  const least = size ? narrowestShare(size) : 0
  const most = size ? widestShare(size) : 1
  return (
    <div className="mid stack">
      <div className="crop-stage round clip anchor" ref={stage}>
        <img
          src={src}
          alt=""
          draggable={false}
          onLoad={({ currentTarget }) =>
            onSize({ ancho: currentTarget.naturalWidth, alto: currentTarget.naturalHeight })
          }
          onError={onUnreadable}
        />
        {crop ? (
          <button
            type="button"
            className="crop-box"
            aria-label="Lo que se ve. Muévelo con las flechas."
            aria-describedby="crop-says"
            style={{
              left: percent(crop.x),
              top: percent(crop.y),
              width: percent(crop.ancho),
              height: percent(crop.alto),
            }}
            onPointerDown={take}
            onPointerMove={drag}
            onPointerUp={() => {
              grip.current = null
            }}
            onPointerCancel={() => {
              grip.current = null
            }}
            onKeyDown={byKeys}
          />
        ) : null}
      </div>
      <p className="sr" id="crop-says" role="status">
        {crop
          ? `Empieza a ${Math.round(crop.x * 100)} % de la izquierda y ${Math.round(crop.y * 100)} % de arriba.`
          : ''}
      </p>
      {crop && most - least > 0.02 ? (
        <label className="crop-size full target row gap-3 compact">
          <span>Acercar</span>
          <input
            type="range"
            min={0}
            max={100}
            value={Math.round(((most - crop.ancho) / (most - least)) * 100)}
            aria-valuetext={`${Math.round((crop.ancho / most) * 100)} % de lo que cabe`}
            onChange={({ target }) =>
              moveTo(
                crop.x + crop.ancho / 2,
                crop.y + crop.alto / 2,
                most - (Number(target.value) / 100) * (most - least),
              )
            }
          />
        </label>
      ) : null}
    </div>
  )
}

function percent(share: number): string {
  return `${share * 100}%`
}
