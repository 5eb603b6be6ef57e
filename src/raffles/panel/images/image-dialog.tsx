import { useState } from 'react'
import { Button } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { type Crop, cropOfWidth, largestCrop, narrowestShare, type Size, widestShare } from '../../image-crop.ts'

interface Props {
  title: string
  /** Of a picture that is not sent yet, to choose its visible part; null to change only its words. */
  src: string | null
  alt: string
  /** Words of the main button. */
  does: string
  pending?: boolean
  /** Why the last try failed. */
  failure?: string
  onApply: (alt: string, recorte: Crop | null) => void
  onClose: () => void
}

/** One picture: its words for screen readers, and of a new one its visible part. */
export function ImageDialog({ title, src, does, pending = false, failure, onApply, onClose, ...begun }: Props) {
  const [alt, setAlt] = useState(begun.alt)
  const [problem, setProblem] = useState<string>()
  const [crop, setCrop] = useState<Crop | null>(null)

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
        {src === null ? null : <CropBox src={src} crop={crop} onChange={setCrop} />}
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

/** The whole picture with the part that visitors will see, which sliders size and move. */
function CropBox({ src, crop, onChange }: { src: string; crop: Crop | null; onChange: (crop: Crop) => void }) {
  const [size, setSize] = useState<Size | null>(null)
  const [unreadable, setUnreadable] = useState(false)
  if (unreadable) return <p className="soft">Este navegador no puede mostrarla. Se tomará la parte del medio.</p>
  return (
    <div className="field">
      <div className="mid stack">
        <div className="crop-stage round clip anchor">
          <img
            src={src}
            alt=""
            onLoad={({ currentTarget }) => {
              const found = { ancho: currentTarget.naturalWidth, alto: currentTarget.naturalHeight }
              setSize(found)
              onChange(largestCrop(found))
            }}
            onError={() => setUnreadable(true)}
          />
          {crop ? (
            <div
              className="crop-box"
              style={{
                left: percent(crop.x),
                top: percent(crop.y),
                width: percent(crop.ancho),
                height: percent(crop.alto),
              }}
            />
          ) : null}
        </div>
        {crop && size ? <CropSliders size={size} crop={crop} onChange={onChange} /> : null}
      </div>
      <span className="field-hint">Lo de adentro del marco es lo que se ve en la página.</span>
    </div>
  )
}

function CropSliders({ size, crop, onChange }: { size: Size; crop: Crop; onChange: (crop: Crop) => void }) {
  const [least, most] = [narrowestShare(size), widestShare(size)]
  const [across, down] = [crop.x + crop.ancho / 2, crop.y + crop.alto / 2]
  const sliders = [
    {
      name: 'Acercar',
      from: most,
      to: least,
      value: crop.ancho,
      moved: (share: number) => cropOfWidth(size, share, across, down),
    },
    {
      name: 'A lo ancho',
      from: crop.ancho / 2,
      to: 1 - crop.ancho / 2,
      value: across,
      moved: (x: number) => cropOfWidth(size, crop.ancho, x, down),
    },
    {
      name: 'A lo alto',
      from: crop.alto / 2,
      to: 1 - crop.alto / 2,
      value: down,
      moved: (y: number) => cropOfWidth(size, crop.ancho, across, y),
    },
  ]
  return sliders.map(({ name, from, to, value, moved }) =>
    // Nothing to choose where the part is as wide as the whole.
    Math.abs(to - from) > 0.02 ? (
      <label key={name} className="crop-size full target row gap-3 compact">
        <span>{name}</span>
        <input
          type="range"
          min={0}
          max={100}
          value={Math.round(((value - from) / (to - from)) * 100)}
          onChange={({ target }) => onChange(moved(from + (Number(target.value) / 100) * (to - from)))}
        />
      </label>
    ) : null,
  )
}

function percent(share: number): string {
  return `${share * 100}%`
}
