import { useState } from 'react'
import { Icon } from '#platform/web/icon.tsx'
import type { OwnPurchase as Purchase } from '#purchases/contract.ts'
import { pageSite } from '#site/shop/page-site.ts'
import { whatsappAddress } from '#site/whatsapp.ts'
import { CorrectReport } from './correct-report.tsx'
import '#purchases/shop/parts.css'
import './own-purchase.css'
import { STATE_TEXTS } from './own-purchase-text.ts'
import { PurchaseTicket } from './purchase-ticket.tsx'
import { PurchaseTimeline } from './purchase-timeline.tsx'
import { ShareTicket } from './share-ticket.tsx'
import { useOwnPurchase } from './use-own-purchase.ts'

/** `/mi-compra`: one purchase, for whoever has its link. The secret stays in the fragment and is sent only in bodies. */
export default function OwnPurchase() {
  const { state, secret, retry, onPurchase } = useOwnPurchase()
  switch (state.kind) {
    case 'loading':
      return (
        <main className="page own" aria-busy="true">
          <h1 className="sr">Buscando tu compra</h1>
          <span className="bone" />
          <span className="bone own-bone" />
          <span className="bone" />
        </main>
      )
    case 'unknown':
      return (
        <main className="page">
          <section className="empty">
            <Icon name="search" />
            <h1>No encontramos esta compra</h1>
            <p>
              Abre el enlace completo que te enviamos por correo. Si no lo tienes, busca tus números con tu cédula en la
              página de la rifa, en Verificar Ticket.
            </p>
            <a className="btn btn-go" href="/">
              Ir al inicio
            </a>
          </section>
        </main>
      )
    case 'failed':
      return (
        <main className="page">
          <section className="empty">
            <Icon name="offline" />
            <h1>No pudimos abrir tu compra</h1>
            <p>Tu compra está a salvo. Revisa tu conexión e intenta de nuevo.</p>
            <button type="button" className="btn btn-go" onClick={retry}>
              Reintentar
            </button>
          </section>
        </main>
      )
    case 'ready':
      return <Shown purchase={state.purchase} secret={secret} onPurchase={onPurchase} />
  }
}

interface ShownProps {
  purchase: Purchase
  secret: string
  onPurchase: (purchase: Purchase) => void
}

function Shown({ purchase, secret, onPurchase }: ShownProps) {
  const [correcting, setCorrecting] = useState(false)
  const [site] = useState(pageSite)
  const support = whatsappAddress(site, `Hola, tengo una duda con mi compra ${purchase.codigo} en`)
  const text = STATE_TEXTS[purchase.estado]
  return (
    <main className="page own">
      <header aria-live="polite">
        <p className={`state state-${text.tone}`}>
          <Icon name={text.icon} small />
          {text.badge}
        </p>
        <h1>{text.title(purchase)}</h1>
        {purchase.motivo !== '' && (
          <p className="own-reason">
            <b>Motivo:</b> {purchase.motivo}
          </p>
        )}
        <p>{text.text(purchase)}</p>
        <p className="small">
          Código <b>{purchase.codigo}</b>
        </p>
        {purchase.estado === 'rechazado' && purchase.corregible && !correcting && (
          <button type="button" className="btn btn-go" onClick={() => setCorrecting(true)}>
            Corregir y enviar de nuevo
          </button>
        )}
      </header>
      {correcting && (
        <CorrectReport
          purchase={purchase}
          secret={secret}
          onCancel={() => setCorrecting(false)}
          onSent={(fresh) => {
            setCorrecting(false)
            onPurchase(fresh)
            scrollTo({ top: 0 })
          }}
        />
      )}
      <div className="own-side">
        <PurchaseTicket purchase={purchase} />
        {purchase.estado === 'confirmado' && <ShareTicket purchase={purchase} />}
      </div>
      <PurchaseTimeline purchase={purchase} />
      {purchase.estado === 'en revision' && purchase.corregible && !correcting && (
        <aside className="panel">
          <p>¿Te equivocaste en la referencia o el comprobante?</p>
          <button type="button" className="link" onClick={() => setCorrecting(true)}>
            Corregir y enviar de nuevo
          </button>
        </aside>
      )}
      {support && (
        <a className="btn own-support" href={support} target="_blank" rel="noopener">
          <Icon name="chat" small />
          Escribir a soporte
        </a>
      )}
    </main>
  )
}
