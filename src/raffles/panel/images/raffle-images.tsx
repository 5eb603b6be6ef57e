import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { anyOf, ask, useDeed } from '#access/panel/ask.ts'
import { readFailure } from '#platform/panel/api.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Failure, FieldProblem } from '#platform/panel/parts/field.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import { newKey } from '#platform/web/kept.ts'
import { IMAGE_BYTES, MOST_IMAGES, type PanelImage, type PanelImages } from '../../image-contract.ts'
import { ImageCard, UploadCard } from './image-card.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { imagesOf, type NewImage, useUploads } from './use-uploads.ts'
import './images.css'
import { Icon } from '#platform/panel/parts/icon.tsx'

const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** The pictures of a raffle, kept by themselves: sent, cut, ordered and removed apart from the form around them. */
export function RaffleImages({ raffleId, readOnly }: { raffleId: number; readOnly: boolean }) {
  const images = useQuery(imagesOf(raffleId))
  const deed = useDeed(anyOf<PanelImages>, { shows: imagesOf(raffleId), refreshes: ['GET /api/panel/rifas/:id'] })
  const params = { id: raffleId }
  const { uploads, add, retry, drop } = useUploads(raffleId)
  const [editing, setEditing] = useState<PanelImage | null>(null)
  const [removing, setRemoving] = useState<PanelImage | null>(null)

  if (!images.data) return <Waiting query={images} label="Cargando las imágenes" />
  const list = images.data.imagenes
  const ids = list.map(({ id }) => id)
  const [main] = list

  function move(from: number, to: number) {
    if (deed.isPending) return
    const orden = [...ids]
    orden.splice(to, 0, ...orden.splice(from, 1))
    deed.mutate(() => ask('POST /api/panel/rifas/:id/imagenes/orden', { params, body: { orden } }))
  }

  return (
    <section className="field" aria-labelledby="imagenes-titulo">
      <div className="flow gap-x-3 wrap apart baseline">
        <span className="label" id="imagenes-titulo">
          Imágenes
        </span>
        <span className="field-hint">La primera es la portada. Se guardan al subirlas.</span>
      </div>
      <ul className="image-cards gap-3 grid">
        {list.map((image, place) => (
          <ImageCard
            key={image.id}
            image={image}
            main={image === main}
            deeds={
              readOnly
                ? null
                : {
                    onEdit: () => setEditing(image),
                    onEarlier: place === 0 ? null : () => move(place, place - 1),
                    onLater: place === list.length - 1 ? null : () => move(place, place + 1),
                    onRemove: () => setRemoving(image),
                  }
            }
          />
        ))}
        {uploads.map((upload) => (
          <UploadCard key={upload.clave} upload={upload} onRetry={() => retry(upload)} onDrop={() => drop(upload)} />
        ))}
        {readOnly || list.length + uploads.length >= MOST_IMAGES ? null : (
          <AddImage first={list.length === 0} onAdd={(image) => add({ ...image, clave: newKey() })} />
        )}
      </ul>
      {readOnly && list.length === 0 ? <p className="soft">Esta rifa no tiene imágenes.</p> : null}
      {list.length >= MOST_IMAGES && !readOnly ? (
        <span className="field-hint">Hay {MOST_IMAGES}, las que caben. Quita una para agregar otra.</span>
      ) : null}
      <Failure of={editing ? null : deed.error} />
      {editing ? (
        <ImageDialog
          title="Editar la imagen"
          src={null}
          alt={editing.alt}
          does="Guardar"
          pending={deed.isPending}
          {...(deed.error ? { failure: sayFailure(deed.error) } : {})}
          onApply={(alt) => {
            const sent = { params: { ...params, imagen: editing.id }, body: { alt } }
            deed.mutate(() => ask('POST /api/panel/rifas/:id/imagenes/:imagen', sent), {
              onSuccess: () => setEditing(null),
            })
          }}
          onClose={() => {
            setEditing(null)
            deed.reset()
          }}
        />
      ) : null}
      {removing ? (
        <AskDialog
          label="Quitar la imagen"
          title={`¿Quitar «${removing.alt}»?`}
          lead={
            removing === main && list.length > 1
              ? 'Deja de verse en la página, y la siguiente pasa a ser la portada.'
              : 'Deja de verse en la página. No se puede deshacer: tendrías que subirla de nuevo.'
          }
          leave="Dejarla"
          action="Quitarla"
          danger
          pending={false}
          onConfirm={() => {
            const which = { ...params, imagen: removing.id }
            deed.mutate(() => ask('DELETE /api/panel/rifas/:id/imagenes/:imagen', { params: which }))
            setRemoving(null)
          }}
          onClose={() => setRemoving(null)}
        />
      ) : null}
    </section>
  )
}

function sayFailure(error: unknown): string {
  const { title, details } = readFailure(error)
  return `${title}. ${details}`
}

/** Chooses a file, and asks for the visible part before it is sent. */
function AddImage({ first, onAdd }: { first: boolean; onAdd: (image: Omit<NewImage, 'clave'>) => void }) {
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
    <li className="stack from-top">
      <label className="image-add-place round-3 middle text-centre mid press pad-3 ring stack gap-1 compact soft">
        <Icon name="plus" />
        <span>{first ? 'Subir la portada' : 'Agregar imagen'}</span>
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

/** Problem that is visible before sending. Some phones name no type: then the server checks. */
function whatIsWrong(file: File): string {
  if (file.type !== '' && !ACCEPTED.includes(file.type)) return 'Elige una imagen JPG, PNG, WebP o AVIF.'
  if (file.size > IMAGE_BYTES) return 'La imagen pesa más de 15 MB. Elige una más liviana.'
  return file.size === 0 ? 'El archivo está vacío.' : ''
}
