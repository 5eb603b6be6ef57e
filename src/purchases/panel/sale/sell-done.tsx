import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import type { SoldByHand } from '../../sale-contract.ts'
import { whatsappText, whatsappTo } from '../../whatsapp-text.ts'
import { formatSum, ticketCount } from '../wording.ts'
import '../sheet/sheet-parts.css'

/** The sale is registered: the numbers as tickets, and the three things that follow. What is printed is only the ticket. */
export function SellDone({ sold, site, onAnother }: { sold: SoldByHand; site: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const confirmed = sold.estado === 'confirmado'
  const text = whatsappText({ ...sold, motivo: '' }, site)
  return (
    <section className="sell-done" aria-label="Venta registrada">
      <div className="sell-ticket">
        <h2 ref={heading} tabIndex={-1}>
          {confirmed ? 'Vendido' : 'Queda en revisión'}
        </h2>
        <p className="soft">
          {sold.nombre} · {sold.rifa_titulo}
        </p>
        <p className="soft small">
          {sold.codigo} · {ticketCount(sold.cantidad_tickets)}
          {sold.monto === null ? '' : ` · ${formatSum(sold.monto, sold.monto_moneda)}`}
        </p>
        {sold.numeros.length === 0 ? (
          <p className="soft">Los números se sortean cuando alguien apruebe el pago.</p>
        ) : (
          <ul className="stubs" aria-label="Números">
            {sold.numeros.map((numero) => (
              <li key={numero}>{numero}</li>
            ))}
          </ul>
        )}
        <p className="sell-site small">{site}</p>
      </div>
      <div className="sell-next">
        <a className="button" href={whatsappTo(sold.telefono, text)} target="_blank" rel="noreferrer">
          <Icon name="chat" />
          Enviar por WhatsApp
        </a>
        <button type="button" className="button" onClick={() => window.print()}>
          <Icon name="receipt" />
          Imprimir
        </button>
        {sold.numeros.length === 0 ? null : (
          <CopyButton value={sold.numeros.join(', ')} name="Copiar los números" word="Copiar los números" />
        )}
        <Link href={`/compras/${sold.id}`} className="text-link">
          Ver la compra
        </Link>
      </div>
      <p className="soft small">
        {sold.correo === ''
          ? 'No dejó correo: los números solo los tiene si se los das tú.'
          : confirmed
            ? `Los números también salen por correo a ${sold.correo}.`
            : `Al aprobarse, los números salen por correo a ${sold.correo}.`}
      </p>
      <button type="button" className="button button-main button-wide" onClick={onAnother}>
        Vender otra
      </button>
    </section>
  )
}
