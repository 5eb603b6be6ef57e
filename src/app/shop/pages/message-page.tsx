import type { ReactNode } from 'react'
import { Button } from '#platform/web/button.tsx'
import { Icon, type IconName } from '#platform/web/icon.tsx'
import { UNRULED } from '#raffles/unruled.ts'
import type { SiteSettings } from '#site/contract.ts'
import { whatsappAddress } from '#site/whatsapp.ts'

interface Props {
  icon: IconName
  title: string
  text: string
  children: ReactNode
  /** The page has no other content. */
  whole?: boolean
}

/** A place without content: its meaning, and the next step. */
export function EmptyPlace({ icon, title, text, children, whole = false }: Props) {
  return (
    <section className="empty">
      <Icon name={icon} />
      {whole ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p>{text}</p>
      {children}
    </section>
  )
}

/** The same as a whole page. @param home with the way to the first page */
function EmptyPage({
  home,
  children,
  ...place
}: Omit<Props, 'whole' | 'children'> & { home?: true; children?: ReactNode }) {
  return (
    <main className="page">
      <EmptyPlace {...place} whole>
        {home && (
          <a className="btn btn-go" href="/">
            Ir al inicio
          </a>
        )}
        {children}
      </EmptyPlace>
    </main>
  )
}

export function NotFoundPage() {
  return <EmptyPage icon="search" title="Esta página no existe" text="La dirección cambió o está mal escrita." home />
}

export function FailurePage() {
  return (
    <EmptyPage
      icon="alert"
      title="Algo falló de nuestro lado"
      text="Tus compras están a salvo. Intenta de nuevo en unos segundos."
      home
    />
  )
}

/** A sales page whose raffle is not there, or not yet. */
export function NoRafflePage({ site }: { site: SiteSettings }) {
  return (
    <EmptyPage
      icon="ticket"
      title="Todavía no hay una rifa aquí"
      text="Cuando se publique, podrás comprar tus boletos en esta página."
      home
    >
      <SupportLink site={site} />
    </EmptyPage>
  )
}

/** Nothing to buy now: visitors who wait can look at the last draws, if there were any, or ask. */
export function NothingOnSale({ site, drawn }: { site: SiteSettings; drawn: boolean }) {
  return (
    <EmptyPlace
      icon="ticket"
      title="Pronto habrá una rifa aquí"
      text={`Ahora mismo no hay boletos en venta. ${drawn ? 'Mientras tanto, mira quién ganó en los sorteos anteriores.' : 'Vuelve pronto.'}`}
      whole
    >
      {drawn && (
        <a className="btn btn-go" href="/rifas-anteriores">
          Ver Rifas anteriores
        </a>
      )}
      <SupportLink site={site}>Pregunta por la próxima</SupportLink>
    </EmptyPlace>
  )
}

function SupportLink({ site, children = 'Escribir a soporte' }: { site: SiteSettings; children?: string }) {
  const address = whatsappAddress(site)
  return (
    address && (
      <a className="btn" href={address} target="_blank" rel="noopener">
        <Icon name="chat" small />
        {children}
      </a>
    )
  )
}

/** `/rifa/7/verificar` until the browser has its script. Without one the command does the same. */
export function CheckShape({ titulo }: { titulo: string }) {
  return (
    <main className="page">
      <div data-waits>
        <EmptyPlace icon="shield" title="Verificar el sorteo" text="Preparando la comprobación…" whole>
          <p data-title>{titulo}</p>
          <noscript>Activa JavaScript: tu navegador hace el sorteo otra vez, sin creerle a esta página.</noscript>
        </EmptyPlace>
      </div>
      <NotOpened what="la verificación" />
    </main>
  )
}

/** The same of a raffle without a rule: nobody can. */
export function Unchecked({ titulo, numero }: { titulo: string; numero: string | null }) {
  return (
    <EmptyPage icon="alert" title="Este sorteo no se puede comprobar" text={UNRULED}>
      <p>
        {titulo}: <b>{numero}</b>
      </p>
      <a className="btn" href="/rifas-anteriores">
        Ver Rifas anteriores
      </a>
    </EmptyPage>
  )
}

/** `/mi-compra` until the browser has its script: the secret is in the fragment, which no server sees. */
export function OwnPurchaseShape() {
  return (
    <main className="page">
      <div data-waits>
        <EmptyPlace icon="ticket" title="Tu compra" text="Buscando tus boletos…" whole>
          <noscript>Activa JavaScript para ver tu compra: tu enlace es privado y solo tu navegador lo lee.</noscript>
        </EmptyPlace>
      </div>
      <NotOpened what="tu compra" />
    </main>
  )
}

function NotOpened({ what }: { what: string }) {
  return (
    <div data-failed hidden>
      <EmptyPlace icon="offline" title={`No pudimos abrir ${what}`} text="Revisa tu conexión e intenta de nuevo." whole>
        <Button look="go" text="Reintentar" data-retry />
      </EmptyPlace>
    </div>
  )
}
