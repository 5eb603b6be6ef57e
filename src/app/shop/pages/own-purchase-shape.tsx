import { EmptyPlace } from './message-page.tsx'

/** `/mi-compra` until the browser has its script: the secret is in the fragment, which no server sees. */
export function OwnPurchaseShape() {
  return (
    <main className="page">
      <div data-waits>
        <EmptyPlace icon="ticket" title="Tu compra" text="Buscando tus boletos…" whole>
          <noscript>Activa JavaScript para ver tu compra: tu enlace es privado y solo tu navegador lo lee.</noscript>
        </EmptyPlace>
      </div>
      <div data-failed hidden>
        <EmptyPlace
          icon="offline"
          title="No pudimos abrir tu compra"
          text="Revisa tu conexión e intenta de nuevo."
          whole
        >
          <button type="button" className="btn btn-go" data-retry>
            Reintentar
          </button>
        </EmptyPlace>
      </div>
    </main>
  )
}
