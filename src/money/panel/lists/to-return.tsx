import { useState } from 'react'
import { useAsk, useDeed } from '#access/panel/ask.ts'
import { moneyOfCents } from '#platform/money.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { EmptyState, ListState } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import type { PurchaseSheet } from '#purchases/panel-contract.ts'
import { givenBack, refundsOf } from '#purchases/state-names.ts'
import { whatsappRefund, whatsappTo } from '#purchases/whatsapp-text.ts'
import { centsOf } from '../amounts.ts'
import { MONEY_SHOWN } from '../shown-money.ts'
import { type Fallen, type Fate, FateButtons, FateDialog, OWNER_NOTES } from './fate-dialog.tsx'
import { LeftFrame } from './left-frame.tsx'

/** People with money to be returned, until somebody writes down that it was. */
export function ToReturnScreen({ owner, judges, site }: { owner: boolean; judges: boolean; site: string }) {
  const list = useAsk('GET /api/panel/conciliacion/por-devolver')
  const owing = list.data?.compras ?? []
  return (
    <LeftFrame
      title="Por devolver"
      lead="Pagaron compras que se anularon o se rechazaron. Devuélveles desde tu banco y anótalo aquí: cada quien lo lee en la página de su compra."
      counted={list.data}
      name={(count) => (count === 1 ? 'compra' : 'compras')}
    >
      <ListState query={list} label="Cargando lo que hay por devolver" />
      {list.data && owing.length === 0 ? (
        <EmptyState icon="check" title="No hay nada por devolver">
          <p>Si anulas una compra que estaba pagada, aparece aquí.</p>
        </EmptyState>
      ) : null}
      <ul className="card card-wide lines maybe" aria-label="Por devolver">
        {owing.map((owed) => (
          <li key={owed.id} className="left-row columns level pad-3-4">
            <div className="left-who stack gap-0 shrinks">
              <strong>{owed.nombre}</strong>
              <ButtonLink
                look="link"
                text={`${owed.codigo} · ${owed.rifa}`}
                className="small"
                href={`/compras/${owed.id}`}
              />
            </div>
            <div className="icon-s stack gap-0 shrinks">
              <strong className="whole">{sumOf(owed)}</strong>
              <span className="faint small">
                {owed.llego ? 'Llegó a' : 'Nadie lo ha visto llegar: míralo antes en'} {owed.cuenta || 'tu cuenta'}
              </span>
            </div>
            {judges ? (
              <div className="thumbs mid-start ends flow wrap">
                {owed.telefono === '' ? null : (
                  <ButtonLink
                    out
                    icon="chat"
                    text="Escribir"
                    href={whatsappTo(owed.telefono, whatsappRefund(owed, sumOf(owed), site))}
                    aria-label={`Escribir a ${owed.nombre} por WhatsApp`}
                  />
                )}
                {owner || owed.estado === 'rechazado' ? <RefundButtons owed={owed} /> : OWNER_NOTES}
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </LeftFrame>
  )
}

/** The way to that list, where it is not empty. */
export function ToReturnLink() {
  const { data } = useAsk('GET /api/panel/conciliacion/por-devolver')
  return data?.cantidad ? (
    <ButtonLink
      look="link"
      text={`Por devolver: ${data.cantidad}`}
      className="narrow-line"
      href="/conciliacion/por-devolver"
    />
  ) : null
}

/** In the sheet of a fallen purchase: the fate of its money, or the possible decisions. @param came money that is joined to it. */
export function Returning(props: {
  purchase: PurchaseSheet
  came: readonly { monto: string }[]
  frees: boolean
  owner: boolean
}) {
  const { purchase, came } = props
  const { id, historia } = purchase
  const again = useDeed('POST /api/panel/conciliacion/por-devolver/:id', { refreshes: MONEY_SHOWN })
  const joined = came.length > 0
  const monto = joined ? moneyOfCents(came.reduce((sum, one) => sum + centsOf(one.monto), 0n)) : purchase.monto
  const settled = !joined && refundsOf(historia).length > 0
  const back = givenBack(historia)
  const owed = { ...purchase, monto }
  return (
    <div className="stack gap-3">
      {back ? <p>{`Devuelto ${sumOf({ ...owed, ...back })}, ${formatMoment(back.en)}`}</p> : null}
      {settled && !back ? <p>Se anotó que no se devuelve.</p> : null}
      {joined ? <p className="verdict-aviso">Es dinero por devolver: {sumOf(owed)}.</p> : null}
      <div className="flow wrap">
        {settled && props.owner ? (
          <Button
            text="Deshacer"
            pending={again.isPending}
            onClick={() => again.mutate({ params: { id }, body: { que: 'abierto' } })}
          />
        ) : null}
        {props.frees && !settled ? <RefundButtons owed={owed} /> : null}
      </div>
      <Failure of={again.error} />
    </div>
  )
}

function RefundButtons({ owed }: { owed: Fallen }) {
  const [fate, setFate] = useState<Fate | null>(null)
  return (
    <>
      <FateButtons of={`a ${owed.nombre}, ${owed.codigo}`} kept="No se devuelve" onFate={setFate} />
      {fate ? <FateDialog owed={owed} fate={fate} onClose={() => setFate(null)} /> : null}
    </>
  )
}

function sumOf({ monto, monto_moneda }: Pick<Fallen, 'monto' | 'monto_moneda'>): string {
  return monto === null ? 'el dinero' : formatSum(monto, monto_moneda)
}
