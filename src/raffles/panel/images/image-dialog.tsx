import { useState } from 'react'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { type Crop, largestCrop } from '../../image-crop.ts'
import { CropBox } from './crop-box.tsx'

interface Props {
  title: string
  /** Of the whole picture; null where it was not kept. */
  src: string | null
  alt: string
  recorte: Crop | null
  /** What the main button says. */
  does: string
  pending?: boolean
  /** Why the last try failed. */
  failure?: string
  onApply: (alt: string, recorte: Crop | null) => void
  onClose: () => void
}

/** One picture: the part of it that visitors see, and its words for who does not see it. */
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
          autoComplete="off"
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
          <button type="button" className="button" onClick={onClose}>
            Cancelar
          </button>
          <button type="button" className="button button-main" aria-busy={pending} onClick={apply}>
            {does}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

/** What the dialog focuses when it opens. */
function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}
