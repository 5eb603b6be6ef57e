import type { ReactNode, Ref } from 'react'
import { Link } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { mailLeaves } from '#mail/mail-leaves.ts'
import { counted } from '#platform/money.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import type { PurchaseState } from '../../contract.ts'
import type { SoldByHand } from '../../sale-contract.ts'
import { whatsappText, whatsappTo } from '../../whatsapp-text.ts'
import { NumbersPicture } from '../numbers-picture.tsx'
import { formatSum } from '../wording.ts'
import './sell.css'
import '../sheet/sheet.css'

const TITLES: Record<PurchaseState, string> = {
  confirmado: 'Vendido',
  'en revision': 'Queda en revisión',
  rechazado: 'No se confirmó',
  anulado: 'Anulada',
}

/** Next step where there are no numbers, or they no longer count. */
const WITHOUT: Record<Exclude<PurchaseState, 'confirmado'>, string> = {
  'en revision': 'Los números se sortean cuando alguien apruebe el pago.',
  rechazado: 'Quien revisa los pagos no lo confirmó: no tiene números.',
  anulado: 'Sus números ya no participan.',
}

/**
 * A sale as its buyer gets it: the numbers as tickets, and the ways to hand them over. Only the ticket is printed.
 * @param children more actions for it.
 */
export function SoldTicket(props: {
  sold: SoldByHand
  site: string
  heading?: Ref<HTMLHeadingElement>
  children?: ReactNode
}) {
  const { sold, site, heading } = props
  const { estado, numeros, correo } = sold
  const confirmed = estado === 'confirmado'
  const goesOn = confirmed || estado === 'en revision'
  const text = whatsappText({ ...sold, motivo: '' }, site)
  return (
    <>
      <div className="sell-ticket pad-4 stack card">
        <h2 className="title" ref={heading} tabIndex={-1}>
          {TITLES[estado]}
        </h2>
        <p className="soft">
          {sold.nombre} · {sold.rifa_titulo}
        </p>
        <p className="soft small">
          {sold.codigo} · {counted(sold.cantidad_tickets, 'boleto')}
          {sold.monto === null ? '' : ` · ${formatSum(sold.monto, sold.monto_moneda)}`}
        </p>
        {goesOn && numeros.length > 0 ? (
          <ul className="stubs gap-2 grid" aria-label="Números">
            {numeros.map((numero) => (
              <li key={numero}>{numero}</li>
            ))}
          </ul>
        ) : confirmed ? null : (
          <p className="soft">{WITHOUT[estado]}</p>
        )}
        <p className="sell-site unseen small">{site}</p>
      </div>
      <div className="sell-next row wrap">
        {goesOn ? (
          <>
            <ButtonLink out icon="chat" text="Enviar por WhatsApp" href={whatsappTo(sold.telefono, text)} />
            <Button icon="receipt" text="Imprimir" onClick={() => window.print()} />
          </>
        ) : null}
        {goesOn && numeros.length > 0 ? (
          <CopyButton value={numeros.join(', ')} name="Copiar los números" word="Copiar los números" />
        ) : null}
        {confirmed ? <NumbersPicture {...sold} titulo={sold.rifa_titulo} site={site} /> : null}
        {props.children}
      </div>
      {goesOn ? (
        <p className="soft small">
          {!mailLeaves()
            ? 'Los números solo los tiene si se los das tú.'
            : correo === ''
              ? 'No dejó correo: los números solo los tiene si se los das tú.'
              : confirmed
                ? `Los números también salen por correo a ${correo}.`
                : `Al aprobarse, los números salen por correo a ${correo}.`}
        </p>
      ) : null}
    </>
  )
}

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
