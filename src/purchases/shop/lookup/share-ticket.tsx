import { useEffect, useState } from 'react'
import { Button } from '#platform/web/button.tsx'
import { Dialog } from '#platform/web/dialog.tsx'
import { Icon } from '#platform/web/icon.tsx'
import { rafflePath } from '#raffles/raffle-path.ts'
import type { SiteSettings } from '#site/contract.ts'
import { pageSite } from '#site/shop/page-site.ts'
import type { OwnPurchase } from '../../contract.ts'
import { drawText } from './own-purchase-text.ts'

/** Numbers that a text names before the count of the others. */
const NAMED = 10

/** Shows a confirmed ticket to others: as a picture, by WhatsApp, or on paper. */
export function ShareTicket({ purchase }: { purchase: OwnPurchase }) {
  const [site] = useState(pageSite)
  const [drawing, setDrawing] = useState(false)
  const [picture, setPicture] = useState<File | null>(null)
  const [failed, setFailed] = useState(false)
  const text = shareText(purchase, `${location.origin}${rafflePath(purchase.rifa_id, site)}`)

  /** @param handOver to the apps of the phone; otherwise, and when that does not work, the picture is shown. */
  async function draw(handOver: boolean): Promise<void> {
    if (drawing) return
    setDrawing(true)
    setFailed(false)
    try {
      const file = await drawFile(purchase, site)
      if (!(handOver && canSend(file) && (await send(file, text)))) setPicture(file)
    } catch {
      setFailed(true)
    } finally {
      setDrawing(false)
    }
  }

  return (
    <section className="own-share" aria-label="Compartir">
      <button type="button" className="btn btn-go" onClick={() => draw(true)} aria-busy={drawing}>
        <Icon name="upload" small />
        {drawing ? 'Preparando la imagen…' : 'Compartir mis números'}
      </button>
      <div>
        <a
          className="btn"
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label="Compartir por WhatsApp"
        >
          <Icon name="chat" small />
          WhatsApp
        </a>
        <Button text="Guardar imagen" onClick={() => draw(false)} aria-busy={drawing} />
      </div>
      <button type="button" className="link own-print" onClick={() => print()}>
        Imprimir o guardar en PDF
      </button>
      {failed && (
        <p className="own-failure" role="alert">
          No se pudo preparar la imagen. Comparte por WhatsApp o imprime tu ticket.
        </p>
      )}
      {picture && <PictureDialog picture={picture} text={text} onClose={() => setPicture(null)} />}
    </section>
  )
}

/** The drawing code is loaded when somebody wants a picture. */
async function drawFile(purchase: OwnPurchase, site: SiteSettings): Promise<File> {
  const { drawTicket } = await import('#platform/web/ticket-picture.ts')
  const { titulo, nombre, numeros } = purchase
  const linea = drawText(purchase, site)
  const blob = await drawTicket({ titulo, nombre, numeros, linea, marca: site, host: location.host })
  return new File([blob], 'mis-numeros.png', { type: 'image/png' })
}

/** Text sent with the picture, and alone by WhatsApp. */
export function shareText({ numeros, titulo }: Pick<OwnPurchase, 'numeros' | 'titulo'>, address: string): string {
  const more = numeros.length - NAMED
  const list = numeros.slice(0, NAMED).join(', ') + (more > 0 ? ` y ${more} más` : '')
  return `Ya tengo mis números para «${titulo}»: ${list}. Participa en ${address}`
}

interface Props {
  picture: File
  /** Text next to it. */
  text: string
  onClose: () => void
}

/** The picture itself: to download, to share with a fresh press, or, in browsers that do neither, to keep with a long one. */
function PictureDialog({ picture, text, onClose }: Props) {
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

/** Whether this browser hands files over to other apps; those inside of other apps often do not. */
function canSend(file: File): boolean {
  return typeof navigator.share === 'function' && navigator.canShare?.({ files: [file] }) === true
}

/** Hands the picture over. False when the browser would not after all: a cancelled share has shown the apps, and counts as done. */
async function send(file: File, text: string): Promise<boolean> {
  try {
    await navigator.share({ files: [file], text })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
