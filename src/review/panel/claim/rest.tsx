import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { History } from '#journal/panel/history.tsx'
import { counted, formatRate, parseRate } from '#platform/money.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import type { ReviewedPurchase } from '../../contract.ts'

/** Everything else that is known of a payment, and its history. */
export function RestOfClaim({ purchase }: { purchase: ReviewedPurchase }) {
  const { precio, tasa, tasa_nombre } = purchase.cotizacion
  const rate = tasa === null ? null : parseRate(tasa)
  return (
    <>
      <dl>
        <Datum name="Rifa">{purchase.rifa_titulo}</Datum>
        <Datum name="Correo">{purchase.correo}</Datum>
        <Datum name="Boletos">
          {counted(purchase.cantidad_tickets, 'boleto')} a {formatSum(precio, purchase.moneda)},{' '}
          {purchase.elegidos ? `elegidos: ${purchase.numeros.join(', ')}` : 'números al azar'}
        </Datum>
        <Datum name="Tasa">
          {rate ? `Bs.\u00a0${formatRate(rate)} · ${tasa_nombre}` : 'Sin tasa'}
          {purchase.tasa_verificada ? '' : ' (no verificada)'}
        </Datum>
      </dl>
      <Link href={`/compras/${purchase.id}`} className="link">
        Ver la ficha completa
      </Link>
      <h3>Historia</h3>
      <History lines={purchase.historia} label="Historia de la compra" />
    </>
  )
}

function Datum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
