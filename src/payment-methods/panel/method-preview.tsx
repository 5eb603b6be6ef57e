import type { MethodData, PaymentMethod } from '../contract.ts'
import { paymentRows } from '../payment-rows.ts'

type Shown = MethodData & Pick<PaymentMethod, 'tipo' | 'moneda'>

const AMOUNTS: Record<PaymentMethod['moneda'], string> = {
  VES: 'Bs.\u00a06.714,24',
  USD: '$10,00',
  COP: 'COP\u00a08.000,00',
}

/** The rows that the buyer reads and copies from, as they will be. */
export function MethodPreview({ method }: { method: Shown }) {
  const rows = paymentRows(method)
  return (
    <section className="preview" aria-label="Así lo ve quien compra">
      <h3>Así lo ve quien compra</h3>
      <div className="preview-card">
        <p className="faint small">Paga por {method.titulo || '…'}, exactamente</p>
        <p className="preview-amount">{AMOUNTS[method.moneda]}</p>
        {rows.length === 0 ? <p className="faint">Escribe los datos y aparecen aquí.</p> : null}
        <dl>
          {rows.map(({ label, shown, copied }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {shown}
                {copied === shown ? null : <span className="faint small">se copia {copied}</span>}
              </dd>
            </div>
          ))}
        </dl>
        {method.instrucciones === '' ? null : <p className="preview-notes">{method.instrucciones}</p>}
      </div>
      <p className="faint small">El monto es un ejemplo de 2 boletos.</p>
    </section>
  )
}
