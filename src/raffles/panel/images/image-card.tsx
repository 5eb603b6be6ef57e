import { Button } from '#platform/panel/parts/button.tsx'
import { IconButton, type IconName } from '#platform/panel/parts/icon.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { PanelImage } from '../../image-contract.ts'
import { imageAddress, imageSet } from '../../image-set.ts'
import type { Upload } from './use-uploads.ts'

interface Deeds {
  onEdit: () => void
  onEarlier: (() => void) | null
  onLater: (() => void) | null
  onRemove: () => void
}

/** A picture of the raffle, and its actions. */
export function ImageCard(props: { image: PanelImage; main: boolean; deeds: Deeds | null }) {
  const { image, main, deeds } = props
  const { imagen } = image
  return (
    <li className="image-card round-3 grid clip edge" data-main={main || undefined}>
      <div className="image-thumb raised clip centre faint">
        <img
          src={imageAddress(imagen, imagen.anchos[0] ?? imagen.ancho, 'jpg')}
          srcSet={imageSet(imagen, 'webp')}
          sizes="12rem"
          alt={image.alt}
        />
      </div>
      <div className="pad-2 shrinks stack from-top gap-1">
        <p className="image-name clip compact soft">
          {main ? <strong>Portada</strong> : null}
          {main ? ' · ' : ''}
          {image.alt}
        </p>
        {deeds ? (
          <div className="image-deeds tiny-wrap row gap-0">
            <Deed icon="pencil" name={`Editar «${image.alt}»`} onClick={deeds.onEdit} />
            <Deed icon="back" name={`Poner antes «${image.alt}»`} onClick={deeds.onEarlier} />
            <Deed icon="next" name={`Poner después «${image.alt}»`} onClick={deeds.onLater} />
            <Deed icon="cross" name={`Quitar «${image.alt}»`} onClick={deeds.onRemove} />
          </div>
        ) : null}
      </div>
    </li>
  )
}

/** A picture on its way from this tab. */
export function UploadCard(props: { upload: Upload; onRetry: () => void; onDrop: () => void }) {
  const { upload, onRetry, onDrop } = props
  const [percent, says] = [Math.round(upload.part * 100), upload.part < 1 ? 'subiendo' : 'preparando']
  return (
    <li className="image-card round-3 grid clip edge">
      <div className="image-thumb raised clip centre faint">
        <img src={upload.url} alt="" />
      </div>
      <div className="pad-2 shrinks stack from-top gap-1">
        <p className="image-name clip compact soft">{upload.alt}</p>
        {upload.failure ? (
          <>
            <p className="flow bad small" role="alert">
              <VerdictShape level="grave" word={false} />
              <span>
                {upload.failure.title}. {upload.failure.details}
              </span>
            </p>
            <div className="image-deeds tiny-wrap row gap-0">
              <Button text="Reintentar" onClick={onRetry} />
              <Deed icon="cross" name={`Descartar «${upload.alt}»`} onClick={onDrop} />
            </div>
          </>
        ) : (
          <div className="stack gap-1 small faint">
            <progress max={100} value={percent} aria-label={says} />
            <span>{percent === 0 ? says : `${percent} %, ${says}`}</span>
          </div>
        )}
      </div>
    </li>
  )
}

function Deed({ icon, name, onClick }: { icon: IconName; name: string; onClick: (() => void) | null }) {
  return (
    <IconButton icon={icon} label={name} aria-disabled={onClick === null || undefined} onClick={onClick ?? undefined} />
  )
}
