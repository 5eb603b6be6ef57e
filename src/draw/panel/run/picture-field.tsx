import type { ReactNode } from 'react'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon, IconButton } from '#platform/panel/parts/icon.tsx'
import { useUpload } from '#platform/panel/upload.ts'
import { imageAddress, nearestWidth } from '#raffles/image-set.ts'
import type { DrawPicture } from '../../draw-contract.ts'
import { useDrawRun } from './draw-query.ts'

/** Pictures that belong to something, with the way to add one and to take one away. */
export function PictureField(props: {
  id: number
  label: string
  /** `Foto de la entrega` */
  alt: string
  most: number
  pictures: readonly DrawPicture[]
  hint?: ReactNode
  onChange: (pictures: DrawPicture[]) => void
}) {
  const { pictures, alt, onChange } = props
  const { upload } = useDrawRun()
  const { pending, problem, choose } = useUpload(async (file) => onChange([...pictures, await upload(props.id, file)]))

  return (
    <div className="field">
      <span className="label">{props.label}</span>
      <div className="row gap-3 wrap">
        {pictures.map((picture, place) => (
          <span key={picture.id} className="draw-picture">
            <DrawImage picture={picture} alt={`${alt} ${place + 1}`} />
            <IconButton
              icon="cross"
              label={`Quitar ${alt.toLowerCase()} ${place + 1}`}
              onClick={() => onChange(pictures.filter(({ id }) => id !== picture.id))}
            />
          </span>
        ))}
        {pictures.length < props.most ? (
          <label className="btn ring" aria-busy={pending}>
            <Icon name="picture" />
            {pending ? 'Subiendo…' : 'Subir foto'}
            <input
              className="sr"
              type="file"
              accept="image/jpeg,image/png,image/webp"
              disabled={pending}
              onChange={({ target }) => void choose(target)}
            />
          </label>
        ) : null}
      </div>
      {props.hint ? <span className="field-hint">{props.hint}</span> : null}
      {problem === '' ? null : <FieldProblem>{problem}</FieldProblem>}
    </div>
  )
}

/** A picture of the draw, which opens whole. */
export function DrawImage({ picture: { imagen }, alt }: { picture: DrawPicture; alt: string }) {
  return (
    <a
      className="draw-photo"
      href={imageAddress(imagen, Math.max(...imagen.anchos), 'jpg')}
      target="_blank"
      rel="noreferrer"
    >
      <img
        src={imageAddress(imagen, nearestWidth(imagen, 240), 'jpg')}
        width={imagen.ancho}
        height={imagen.alto}
        alt={alt}
        loading="lazy"
      />
    </a>
  )
}
