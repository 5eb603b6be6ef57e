import { Link } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import { SoldTicket } from './sold-ticket.tsx'
import './sell.css'
import '../sheet/sheet.css'

/** One of the vendor's sales again: its numbers, to hand over once more. */
export function SoldScreen({ id, site }: { id: number; site: string }) {
  const sale = useAsk('GET /api/panel/ventas/:id', { params: { id } })
  return (
    <section className="sell sell-done grid measure gap-4" aria-label="Venta">
      <Link href="/" className="sheet-back control-high bare inline gap-1 soft compact">
        <Icon name="back" />
        Tus ventas
      </Link>
      {sale.data ? <SoldTicket sold={sale.data} site={site} /> : <Waiting query={sale} label="Abriendo la venta" />}
    </section>
  )
}
