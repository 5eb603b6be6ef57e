import { useEffect, useRef, useState } from 'react'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { IMAGE_BYTES } from '../../image-contract.ts'
import { ImageDialog } from './image-dialog.tsx'
import type { NewImage } from './images-query.ts'

const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** Chooses a file, and asks what of it is shown before it is sent. */
export function AddImage({ first, onAdd }: { first: boolean; onAdd: (image: Omit<NewImage, 'clave'>) => void }) {
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null)
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen])

  function choose(file: File | undefined) {
    if (!file) return
    const wrong = whatIsWrong(file)
    setProblem(wrong)
    if (wrong === '') setChosen({ file, url: URL.createObjectURL(file) })
  }

  return (
    <li className="image-add">
      <label className="image-add-place">
        <Icon name="plus" />
        <span>{first ? 'Subir la portada' : 'Añadir imagen'}</span>
        <span className="field-hint">JPG, PNG, WebP o AVIF, hasta 15 MB</span>
        <input
          ref={input}
          className="sr"
          type="file"
          accept={ACCEPTED.join(',')}
          onChange={({ currentTarget }) => {
            choose(currentTarget.files?.[0])
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
      </label>
      {problem ? <FieldProblem>{problem}</FieldProblem> : null}
      {chosen ? (
        <ImageDialog
          title="Imagen nueva"
          src={chosen.url}
          alt=""
          recorte={null}
          does="Subir"
          onApply={(alt, recorte) => {
            onAdd({ file: chosen.file, alt, recorte })
            setChosen(null)
          }}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </li>
  )
}

/** What can be said before it is sent. Some phones name no type: then the server looks. */
function whatIsWrong(file: File): string {
  if (file.type !== '' && !ACCEPTED.includes(file.type)) return 'Elige una imagen JPG, PNG, WebP o AVIF.'
  if (file.size > IMAGE_BYTES) return 'La imagen pesa más de 15 MB. Elige una más liviana.'
  return file.size === 0 ? 'El archivo está vacío.' : ''
}
