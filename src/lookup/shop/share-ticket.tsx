import { useState } from 'react'
import { Icon } from '#platform/web/icon.tsx'
import type { OwnPurchase } from '#purchases/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import { pageSite } from '#site/shop/page-site.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { canSend, send } from './send-picture.ts'
import { raffleAddress, shareText } from './share-text.ts'

/** Shows a confirmed ticket to others: as a picture, by WhatsApp, or on paper. */
export function ShareTicket({ purchase }: { purchase: OwnPurchase }) {
  const [site] = useState(pageSite)
  const [drawing, setDrawing] = useState(false)
  const [picture, setPicture] = useState<File | null>(null)
  const [failed, setFailed] = useState(false)
  const text = shareText(purchase, raffleAddress(location.origin, purchase.rifa_id, site))

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
        <button type="button" className="btn" onClick={() => draw(false)} aria-busy={drawing}>
          Guardar imagen
        </button>
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

/** What draws is loaded when somebody wants a picture. */
async function drawFile(purchase: OwnPurchase, site: SiteSettings): Promise<File> {
  const { drawTicket } = await import('./ticket-picture.ts')
  const blob = await drawTicket(purchase, site, location.host)
  return new File([blob], 'mis-numeros.png', { type: 'image/png' })
}
