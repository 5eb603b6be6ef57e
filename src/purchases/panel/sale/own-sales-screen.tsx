import { usePages } from '#access/panel/ask.ts'
import { counted } from '#platform/money.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { EmptyState, MoreButton, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import type { OwnSales } from '../../sale-contract.ts'
import { PurchaseCard } from '../purchases-table.tsx'
import { formatSum, sumOf } from '../wording.ts'
import './sell.css'

/** Home of a vendor: today's cash, and their own sales. */
export function OwnSalesScreen() {
  const sales = usePages('GET /api/panel/ventas', { refetchInterval: 30_000 })
  const { data } = sales
  if (!data) return <Waiting query={sales} label="Abriendo tus ventas" />
  const lines = data.pages.flatMap(({ ventas }) => ventas)
  return (
    <div className="own-sales pad-end-8 gap-4 grid">
      <StaleNotice query={sales} />
      {data.pages[0] ? <Today hoy={data.pages[0].hoy} /> : null}
      <section aria-labelledby="vendido">
        <h2 id="vendido" className="pad-edge-2 subheading">
          Lo que vendiste
        </h2>
        {lines.length === 0 ? (
          <EmptyState icon="receipt" title="Todavía no vendes nada">
            <p>Cada venta tuya queda aquí, con sus números, para volver a enviarlos.</p>
            <ButtonLink look="go" text="Vender" href="/compras/nueva" />
          </EmptyState>
        ) : (
          <ol className="purchase-cards line-above">
            {lines.map((line) => (
              <PurchaseCard
                key={line.id}
                line={line}
                path={`/ventas/${line.id}`}
                sum={sumOf(line)}
                paid={line.metodo_pago === null ? 'Efectivo' : 'A la cuenta'}
              />
            ))}
          </ol>
        )}
        <MoreButton query={sales} className="btn purchases-more flow gap-0" />
      </section>
    </div>
  )
}

/** Cash in the vendor's hand: it is the house's. */
function Today({ hoy }: { hoy: OwnSales['hoy'] }) {
  return (
    <section className="own-today card" aria-label="Hoy">
      <p className="soft small">Efectivo de hoy, para entregar</p>
      <p className="title strong">
        {hoy.efectivo.length === 0
          ? 'Nada todavía'
          : hoy.efectivo.map(({ moneda, monto }) => formatSum(monto, moneda)).join(' y ')}
      </p>
      <p className="soft small">
        {counted(hoy.ventas, 'venta')} · {counted(hoy.boletos, 'boleto')}
      </p>
    </section>
  )
}
