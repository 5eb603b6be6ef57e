import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { Bone, EmptyState, Waiting } from '#platform/panel/parts/states.tsx'
import type { SaleChoices, SoldByHand } from '../../sale-contract.ts'
import { NumbersPicture } from '../numbers-picture.tsx'
import { SellForm } from './sell-form.tsx'
import { type SaleDraft, saleChoicesQuery, sentSale } from './sell-query.ts'
import { SellUnanswered } from './sell-unanswered.tsx'
import { dropSale, useSale } from './use-sale.ts'
import './sell.css'
import { RestoredNotice } from '#platform/panel/form/form-parts.tsx'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { whatsappText, whatsappTo } from '../../whatsapp-text.ts'
import { formatSum, ticketCount } from '../wording.ts'
import '../sheet/sheet.css'

/** 'Vender a mano': for who calls, or stands there with cash. @param operatorId who sells: his unfinished sale is kept. */
export function SellScreen({ site, operatorId }: { site: string; operatorId: number }) {
  const [round, setRound] = useState(0)
  return (
    <Sale
      key={`${operatorId}:${round}`}
      site={site}
      operatorId={operatorId}
      onAnother={() => {
        dropSale(operatorId)
        setRound(round + 1)
      }}
    />
  )
}

function Sale({ site, operatorId, onAnother }: { site: string; operatorId: number; onAnother: () => void }) {
  const choices = useQuery(saleChoicesQuery)
  const sale = useSale(operatorId)
  if (sale.sold) return <SellDone sold={sale.sold} site={site} onAnother={onAnother} />
  if (sale.unanswered) return <SellUnanswered sale={sale} onAnother={onAnother} />
  if (!choices.data) {
    return (
      <Waiting query={choices} label="Abriendo la venta">
        <Bone height="9rem" />
        <Bone height="16rem" />
        <Bone height="8rem" />
      </Waiting>
    )
  }
  if (choices.data.rifas.length === 0) {
    return (
      <EmptyState icon="ticket" title="Ninguna rifa está a la venta">
        <p>Publica una rifa, o reanuda la que está en pausa, y vuelve.</p>
        <Link href="/rifas" className="btn">
          Ver las rifas
        </Link>
      </EmptyState>
    )
  }
  return (
    <>
      {sale.restored ? (
        <div className="sell-restored">
          <RestoredNotice title="Lo que escribiste sigue aquí." onDiscard={onAnother}>
            Si tenía comprobante, elígelo otra vez.
          </RestoredNotice>
        </div>
      ) : null}
      <SellForm
        choices={choices.data}
        draft={draftFor(choices.data, sale.borrador)}
        pending={sale.pending}
        refusal={sale.failure}
        onDraft={sale.change}
        onSell={(sold, total, rifa) => sale.sell(sold, sentSale(sold, total, rifa))}
      />
    </>
  )
}

/** What is typed, of the first raffle while its own is not sold, or nothing was typed. */
function draftFor({ rifas }: SaleChoices, typed: SaleDraft | null): SaleDraft {
  if (typed && rifas.some(({ id }) => id === typed.rifa)) return typed
  const blank = { nombre: '', cedula: '', telefono: '', correo: '', referencia: '' }
  return {
    ...(typed ?? { ...blank, metodo: null, efectivo: null, comprobante: null, confirmar: true }),
    rifa: rifas[0]?.id ?? 0,
    cantidad: rifas[0]?.minimo ?? 0,
    numeros: rifas[0]?.seleccion === 'manual' ? [] : null,
  }
}

/** The sale is registered: the numbers as tickets, and the three things that follow. What is printed is only the ticket. */
function SellDone({ sold, site, onAnother }: { sold: SoldByHand; site: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const confirmed = sold.estado === 'confirmado'
  const text = whatsappText({ ...sold, motivo: '' }, site)
  return (
    <section className="sell-done" aria-label="Venta registrada">
      <div className="sell-ticket stack card">
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
      <div className="sell-next row wrap">
        <a className="btn" href={whatsappTo(sold.telefono, text)} target="_blank" rel="noreferrer">
          <Icon name="chat" />
          Enviar por WhatsApp
        </a>
        <button type="button" className="btn" onClick={() => window.print()}>
          <Icon name="receipt" />
          Imprimir
        </button>
        {sold.numeros.length === 0 ? null : (
          <CopyButton value={sold.numeros.join(', ')} name="Copiar los números" word="Copiar los números" />
        )}
        {confirmed ? <NumbersPicture {...sold} titulo={sold.rifa_titulo} site={site} /> : null}
        <Link href={`/compras/${sold.id}`} className="link">
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
      <button type="button" className="btn btn-go btn-wide" onClick={onAnother}>
        Vender otra
      </button>
    </section>
  )
}
