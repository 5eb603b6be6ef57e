import { useEffect, useState } from 'react'
import { Dialog } from '#platform/web/dialog.tsx'
import { Icon } from '#platform/web/icon.tsx'
import type { OwnPurchase } from '#purchases/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import { pageSite } from '#site/shop/page-site.ts'

/** Numbers that a text names before it says how many more there are. */
const NAMED = 10

/** Shows a confirmed ticket to others: as a picture, by WhatsApp, or on paper. */
export function ShareTicket({ purchase }: { purchase: OwnPurchase }) {
  const [site] = useState(pageSite)
  const [drawing, setDrawing] = useState(false)
  const [picture, setPicture] = useState<Blob | null>(null)
  const [failed, setFailed] = useState(false)
  const text = shareText(purchase, site)

  async function share(): Promise<void> {
    setDrawing(true)
    setFailed(false)
    try {
      const { drawTicket } = await import('./ticket-picture.ts')
      const blob = await drawTicket(purchase, site, location.host)
      const files = [new File([blob], 'mis-numeros.png', { type: 'image/png' })]
      if (navigator.canShare?.({ files })) {
        // Who changes his mind rejects it, and so does a browser that only says that it can.
        await navigator.share({ files, text }).catch((error: unknown) => {
          if (!(error instanceof DOMException && error.name === 'AbortError')) setPicture(blob)
        })
      } else setPicture(blob)
    } catch {
      setFailed(true)
    } finally {
      setDrawing(false)
    }
  }

  return (
    <section className="own-share" aria-label="Compartir">
      <button type="button" className="btn btn-go" onClick={share} aria-busy={drawing} disabled={drawing}>
        {drawing ? 'Preparando la imagen…' : 'Compartir mis números'}
      </button>
      <div>
        <a className="btn" href={`https://wa.me/?text=${encodeURIComponent(text)}`} target="_blank" rel="noopener">
          <Icon name="chat" small />
          WhatsApp
        </a>
        <button type="button" className="btn" onClick={() => print()}>
          Imprimir o PDF
        </button>
      </div>
      {failed && (
        <p className="own-failure" role="alert">
          No se pudo preparar la imagen. Comparte por WhatsApp o imprime tu ticket.
        </p>
      )}
      {picture && <PictureDialog picture={picture} onClose={() => setPicture(null)} />}
    </section>
  )
}

/** For browsers without sharing, and those inside other apps without downloads: the picture itself, to keep with a long press. */
function PictureDialog({ picture, onClose }: { picture: Blob; onClose: () => void }) {
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
          <a className="btn btn-go" href={address} download="mis-numeros.png">
            Descargar imagen
          </a>
        )
      }
    >
      <p>Mantén presionada la imagen para guardarla o enviarla.</p>
      {address && <img className="own-picture" src={address} alt="Imagen de tu ticket con tus números" />}
    </Dialog>
  )
}

/** What is sent with the picture, and alone by WhatsApp. It leads to the raffle, never to the private page. */
export function shareText(purchase: OwnPurchase, site: SiteSettings): string {
  const { numeros, titulo, rifa_id } = purchase
  const more = numeros.length - NAMED
  const list = numeros.slice(0, NAMED).join(', ') + (more > 0 ? ` y ${more} más` : '')
  const path = rifa_id === site.rifa_b ? '/rifa1' : '/rifa'
  return `Ya tengo mis números para «${titulo}»: ${list}. Participa en ${location.origin}${path}`
}
