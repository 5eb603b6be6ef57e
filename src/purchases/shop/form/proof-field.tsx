import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#platform/web/icon.tsx'
import { PROOF_UNREADABLE } from '../../messages.ts'
import { checkProof, formatBytes, PROOF_ACCEPT } from '../../proof.ts'
import { readProof } from './shrink-photo.ts'

interface Props {
  file: File | null
  error: string | undefined
  onChange: (file: File | null, error: string | undefined) => void
}

/**
 * The same file, no longer on the disk: another app may take away or change the file that it lent, and then no sending can succeed.
 * @returns null when it cannot be read even now.
 */
async function keepBytes(file: File): Promise<File | null> {
  return file.arrayBuffer().then(
    (bytes) => new File([bytes], file.name, file),
    () => null,
  )
}

/** 'Subir comprobante': choose, see the choice, remove it again. */
export function ProofField({ file, error, onChange }: Props) {
  const id = useId()
  const note = `${id}-nota`
  const [preparing, setPreparing] = useState(false)
  const [sealed, setSealed] = useState(false)
  const latest = useRef<File | null>(null)

  /** A photo that is too large may not be once it has been made smaller, so its size is judged after that. */
  async function choose(chosen: File, input: HTMLInputElement): Promise<void> {
    latest.current = chosen
    setPreparing(true)
    const { file, sealed } = await readProof(chosen).catch(() => ({ file: null, sealed: false }))
    const refusal = file && checkProof(file)
    const kept = file && refusal === null ? await keepBytes(file) : null
    if (latest.current !== chosen) return
    setPreparing(false)
    setSealed(sealed)
    if (!kept) input.value = ''
    onChange(kept, kept ? undefined : (refusal ?? PROOF_UNREADABLE))
  }
  // The pressed control gave its place to another: the focus goes there.
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another is drawn.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.querySelector<HTMLElement>('input,button')?.focus()
  }, [file])
  return (
    <div className="field proof" ref={place}>
      <span className="label" id={`${id}-titulo`}>
        Subir comprobante
      </span>
      {file ? (
        <ChosenFile file={file} onRemove={() => onChange(null, undefined)} />
      ) : (
        <label className="drop">
          <input
            type="file"
            name="comprobante"
            accept={PROOF_ACCEPT}
            required
            aria-labelledby={`${id}-titulo`}
            aria-describedby={note}
            aria-invalid={error ? true : undefined}
            onKeyDown={(event) => {
              // It would send the form; a visitor on it wants to choose.
              if (event.key !== 'Enter') return
              event.preventDefault()
              event.currentTarget.click()
            }}
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0]
              if (chosen) choose(chosen, event.currentTarget)
            }}
          />
          {preparing ? <span className="spin" aria-hidden="true" /> : <Icon name="upload" />}
          <b>{preparing ? 'Preparando la foto…' : 'Elegir foto o PDF'}</b>
          <span>JPG, PNG o PDF, máximo 5 MB</span>
        </label>
      )}
      <p id={note} className={error ? 'field-error' : 'field-hint'} aria-live="polite">
        {error && <Icon name="info" small />}
        {error ??
          (file &&
            sealed &&
            'Si ese PDF pide una clave para abrirse, no lo podremos ver: sube una captura de pantalla.')}
      </p>
    </div>
  )
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [thumbnail, setThumbnail] = useState<string | null>(null)
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    const address = URL.createObjectURL(file)
    setThumbnail(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return (
    <div className="chosen">
      {thumbnail ? <img src={thumbnail} alt="" width={56} height={68} /> : <span className="num pdf">PDF</span>}
      <p>
        <b>{file.name}</b>
        <span>{formatBytes(file.size)}</span>
      </p>
      <button type="button" className="icon-btn" aria-label="Quitar comprobante" onClick={onRemove}>
        <Icon name="trash" />
      </button>
    </div>
  )
}
