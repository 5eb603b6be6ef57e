import { useEffect, useState } from 'react'
import { Dialog } from '#platform/web/dialog.tsx'
import { Icon } from '#platform/web/icon.tsx'
import { canSend, send } from './send-picture.ts'

interface Props {
  picture: File
  /** What is said beside it. */
  text: string
  onClose: () => void
}

/** The picture itself: to download, to share with a fresh press, or, in browsers that do neither, to keep with a long one. */
export function PictureDialog({ picture, text, onClose }: Props) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return (
    <Dialog
      title="Tu ticket"
      onClose={onClose}
      foot={
        address && (
          <>
            <a className="btn btn-go" href={address} download={picture.name}>
              Descargar imagen
            </a>
            {canSend(picture) && (
              <button type="button" className="btn" onClick={() => send(picture, text)}>
                <Icon name="upload" small />
                Compartir imagen
              </button>
            )}
          </>
        )
      }
    >
      <p>Si la descarga no empieza, mantén presionada la imagen para guardarla, o toma una captura de pantalla.</p>
      {address && <img className="own-picture" src={address} alt="Imagen de tu ticket con tus números" />}
    </Dialog>
  )
}
