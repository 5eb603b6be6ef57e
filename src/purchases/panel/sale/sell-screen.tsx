import { useEffect, useRef, useState } from 'react'
import type { Operator } from '#access/contract.ts'
import { useAsk } from '#access/panel/ask.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { EmptyState, Waiting } from '#platform/panel/parts/states.tsx'
import type { SaleChoices, SoldByHand } from '../../sale-contract.ts'
import { SellForm } from './sell-form.tsx'
import { SellUnanswered } from './sell-unanswered.tsx'
import { dropSale, type SaleDraft, saleDraft, sentSale, useSale } from './use-sale.ts'
import './sell.css'
import { RestoredNotice } from '#platform/panel/form/form-parts.tsx'
import { SoldTicket } from './sold-ticket.tsx'
import '../sheet/sheet.css'

/** 'Vender a mano': for buyers who call, or bring cash. @param operator the seller: their unfinished sale is kept. */
export function SellScreen({ site, operator }: { site: string; operator: Operator }) {
  const operatorId = operator.id
  const [round, setRound] = useState(0)
  return (
    <Sale
      key={`${operatorId}:${round}`}
      site={site}
      operatorId={operatorId}
      seller={operator.rol === 'vendedor'}
      onAnother={() => {
        dropSale(operatorId)
        setRound(round + 1)
      }}
    />
  )
}

interface SaleProps {
  site: string
  operatorId: number
  /** Vendors do nothing else here. */
  seller: boolean
  onAnother: () => void
}

function Sale({ site, operatorId, seller, onAnother }: SaleProps) {
  const choices = useAsk('GET /api/panel/compras/nueva')
  const sale = useSale(operatorId)
  if (sale.sold) return <SellDone sold={sale.sold} site={site} seller={seller} onAnother={onAnother} />
  if (sale.unanswered) return <SellUnanswered sale={sale} onAnother={onAnother} />
  if (!choices.data) {
    return <Waiting className="sell" query={choices} label="Abriendo la venta" />
  }
  if (choices.data.rifas.length === 0) {
    return (
      <EmptyState icon="ticket" title="Ninguna rifa está a la venta">
        {seller ? (
          <p>Cuando el dueño publique una, la vendes desde aquí.</p>
        ) : (
          <>
            <p>Publica una rifa, o reanuda la que está en pausa, y vuelve.</p>
            <ButtonLink text="Ver las rifas" href="/rifas" />
          </>
        )}
      </EmptyState>
    )
  }
  return (
    <>
      {sale.restored ? (
        <div className="sell measure">
          <RestoredNotice title="Lo que escribiste sigue aquí." onDiscard={onAnother}>
            Si tenía comprobante, elígelo otra vez.
          </RestoredNotice>
        </div>
      ) : null}
      <SellForm
        choices={choices.data}
        draft={draftFor(choices.data, sale.borrador)}
        onlyCash={seller}
        pending={sale.pending}
        refusal={sale.failure}
        onDraft={sale.change}
        onSell={(sold, total, rifa) => sale.sell(sold, sentSale(sold, total, rifa))}
      />
    </>
  )
}

/** The typed sale; on the first raffle while its own is not sold, or nothing was typed. */
function draftFor({ rifas }: SaleChoices, typed: SaleDraft | null): SaleDraft {
  if (typed && rifas.some(({ id }) => id === typed.rifa)) return typed
  return {
    ...(typed ?? saleDraft.parse({})),
    rifa: rifas[0]?.id ?? 0,
    cantidad: rifas[0]?.minimo ?? 0,
    numeros: rifas[0]?.seleccion === 'manual' ? [] : null,
  }
}

/** The sale is registered: the numbers as tickets, and the three things that follow. */
function SellDone(props: { sold: SoldByHand; site: string; seller: boolean; onAnother: () => void }) {
  const { sold } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="sell sell-done grid measure gap-4" aria-label="Venta registrada">
      <SoldTicket sold={sold} site={props.site} heading={heading}>
        <ButtonLink
          look="link"
          text={props.seller ? 'Ver la venta' : 'Ver la compra'}
          href={props.seller ? `/ventas/${sold.id}` : `/compras/${sold.id}`}
        />
      </SoldTicket>
      <Button look="go" text="Vender otra" className="btn-wide" onClick={props.onAnother} />
    </section>
  )
}
