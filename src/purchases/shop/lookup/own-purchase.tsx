import { useEffect, useRef, useState } from 'react'
import { byMail } from '#mail/mail-leaves.ts'
import { supportOf } from '#mail/support.ts'
import { Button } from '#platform/web/button.tsx'
import { Icon } from '#platform/web/icon.tsx'
import { pageSite } from '#site/shop/page-site.ts'
import { whatsappAddress } from '#site/whatsapp.ts'
import { checkLink } from '../../check-link.ts'
import type { OwnPurchase as Purchase } from '../../contract.ts'
import { CorrectReport } from './correct-report.tsx'
import { type Told, useOwnPurchase } from './use-own-purchase.ts'
import '../parts.css'
import './own-purchase.css'
import { formatInstant, type Instant } from '#platform/clock.ts'
import { PurchaseTicket, PurchaseTimeline } from './own-purchase-parts.tsx'
import { ERASED_TEXT, postponedText, STATE_TEXTS, timeLeftText } from './own-purchase-text.ts'
import { ShareTicket } from './share-ticket.tsx'

const TICK = 5_000

/** `/mi-compra`: one purchase, for any holder of its link. The secret stays in the fragment and is sent only in bodies. */
export default function OwnPurchase() {
  const { state, secret, refresh, onPurchase } = useOwnPurchase()
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
              Abre el enlace completo{byMail(' que te enviamos por correo', ' que guardaste al reportar')}. Si no lo
              tienes, busca tus números con tu cédula en la página de la rifa, en Verificar Ticket.
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
            <Icon name={state.details === '' ? 'offline' : 'clock'} />
            <h1>No pudimos abrir tu compra</h1>
            <p>Tu compra está a salvo. {state.details || 'Revisa tu conexión e intenta de nuevo.'}</p>
            <Button look="go" text="Reintentar" onClick={refresh} />
          </section>
        </main>
      )
    case 'ready':
      return <Shown told={state} secret={secret} onPurchase={onPurchase} refresh={refresh} />
  }
}

interface ShownProps {
  told: Told
  secret: string
  onPurchase: (purchase: Purchase) => void
  refresh: () => void
}

function Shown({ told, secret, onPurchase, refresh }: ShownProps) {
  const { purchase, ahead, failures } = told
  const [opened, setOpened] = useState(false)
  const [site] = useState(pageSite)
  const top = useRef<HTMLHeadingElement>(null)
  const support = whatsappAddress(site, `Hola, tengo una duda con mi compra ${purchase.codigo} en`)
  const text = STATE_TEXTS[purchase.estado]
  // Somebody may have decided while the buyer was typing.
  const correcting = opened && purchase.corregible
  const moved = postponedText(purchase)

  function closeForm(): void {
    setOpened(false)
    requestAnimationFrame(() => top.current?.focus())
  }

  return (
    <main className="page own own-found">
      <header>
        <div className="own-state" aria-live="polite">
          <p className={`state state-${text.tone}`}>
            <Icon name={text.icon} small />
            {text.badge(purchase)}
          </p>
          <h1 ref={top} tabIndex={-1}>
            {text.title(purchase)}
          </h1>
        </div>
        {purchase.motivo !== '' && (
          <p className="own-reason">
            <b>Motivo:</b> {purchase.motivo}
          </p>
        )}
        <p>{text.text(purchase, supportOf(site, 'a soporte'))}</p>
        {purchase.datos_borrados && <p>{ERASED_TEXT}</p>}
        {moved !== '' && <p>{moved}</p>}
        {purchase.corregible_hasta !== null && (
          <GraceLeft until={purchase.corregible_hasta} ahead={ahead} onOver={refresh} />
        )}
        <p className="small">
          Código <b>{purchase.codigo}</b>
        </p>
        {purchase.prueba && (
          <p className="small own-proof">
            Tu código en la lista del sorteo <b>{purchase.prueba.codigo}</b>
            <br />
            Código de control de la regla <b>{purchase.prueba.regla}</b>
            <br />
            <a className="link" href={checkLink(purchase.rifa_id, { ...purchase.prueba, numeros: purchase.numeros })}>
              Verificar el sorteo
            </a>
          </p>
        )}
        {failures > 0 && (
          <p className="small" role="status">
            Sin conexión: es lo último que supimos. Lo intentamos otra vez en un rato.
          </p>
        )}
        {purchase.estado === 'rechazado' && purchase.corregible && !correcting && (
          <Button look="go" text="Corregir y enviar de nuevo" onClick={() => setOpened(true)} />
        )}
      </header>
      {correcting && (
        <CorrectReport
          purchase={purchase}
          secret={secret}
          ahead={ahead}
          onCancel={closeForm}
          onSent={(fresh) => {
            onPurchase(fresh)
            closeForm()
            scrollTo({ top: 0 })
          }}
        />
      )}
      <div className="own-side">
        <p className="own-paper">
          <b>{site.nombre}</b> {location.host}, compra {purchase.codigo}
        </p>
        <PurchaseTicket purchase={purchase} site={site} />
        {purchase.estado === 'confirmado' && <ShareTicket purchase={purchase} />}
      </div>
      <PurchaseTimeline purchase={purchase} />
      {purchase.estado === 'en revision' && !correcting && (
        <aside className="panel" aria-label="Corregir tu reporte">
          <p>¿Te equivocaste en la referencia o el comprobante?</p>
          <Button text="Corregir y enviar de nuevo" onClick={() => setOpened(true)} />
        </aside>
      )}
      {support && (
        <a className="btn own-support" href={support} target="_blank" rel="noopener noreferrer">
          <Icon name="chat" small />
          Escribir a soporte
        </a>
      )}
    </main>
  )
}

interface Props {
  /** ISO instant of the server's clock. */
  until: string
  /** Milliseconds that the server's clock is ahead. */
  ahead: number
  onOver: () => void
}

/** How long the tickets of a rejected purchase still wait for its correction, in words. */
function GraceLeft({ until, ahead, onOver }: Props) {
  const end = Date.parse(until) as Instant
  const [left, setLeft] = useState(() => end - Date.now() - ahead)

  useEffect(() => {
    const tick = () => setLeft(end - Date.now() - ahead)
    tick()
    const timer = setInterval(tick, TICK)
    return () => clearInterval(timer)
  }, [end, ahead])

  const over = left <= 0
  useEffect(() => {
    if (over) onOver()
  }, [over, onOver])

  return (
    <p className="own-grace">
      <Icon name="clock" small />
      <span>
        Tiempo para corregirlo: <b>{timeLeftText(left)}</b>
        <small>Hasta el {formatInstant(end)}</small>
      </span>
    </p>
  )
}
