import { type ReactNode, useRef } from 'react'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon, IconButton } from '#platform/panel/parts/icon.tsx'
import { useUpload } from '#platform/panel/upload.ts'
import type { RaffleImage } from '#raffles/contract.ts'
import { imageAddress, nearestWidth } from '#raffles/image-set.ts'
import './pictures.css'

/** A picture with whatever names it. */
interface Pictured {
  imagen: RaffleImage
}

/** Pictures that belong to something, with the way to add one and to take one away. */
export function PictureField<Kept extends Pictured>(props: {
  label: string
  /** `Foto de la entrega` */
  alt: string
  most: number
  pictures: readonly Kept[]
  hint?: ReactNode
  /** They are looked at only. */
  fixed?: boolean
  /** Sends one. @throws PanelFailure */
  upload: (file: File) => Promise<Kept>
  onChange: (pictures: Kept[]) => void
}) {
  const { pictures, alt, most, onChange } = props
  const latest = useRef(props)
  latest.current = props
  const { pending, problem, choose } = useUpload(async (file) => {
    const sent = await props.upload(file)
    // Other edits of the form during the upload stay.
    latest.current.onChange([...latest.current.pictures, sent])
  })
  const called = (place: number) => (most === 1 ? alt : `${alt} ${place + 1}`)

  return (
    <div className="field">
      <span className="label">{props.label}</span>
      <div className="row gap-3 wrap">
        {pictures.map((picture, place) => (
          <span key={picture.imagen.id} className="row-top gap-0">
            <DrawImage picture={picture} alt={called(place)} />
            {props.fixed ? null : (
              <IconButton
                icon="cross"
                label={`Quitar ${lower(called(place))}`}
                onClick={() => onChange(pictures.filter((one) => one !== picture))}
              />
            )}
          </span>
        ))}
        {pictures.length < most && !props.fixed ? (
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
      {props.hint && !props.fixed ? <span className="field-hint">{props.hint}</span> : null}
      {problem === '' ? null : <FieldProblem>{problem}</FieldProblem>}
    </div>
  )
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** A picture of the draw, which opens whole. */
export function DrawImage({ picture: { imagen }, alt }: { picture: Pictured; alt: string }) {
  return (
    <a
      className="draw-photo to-start"
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
