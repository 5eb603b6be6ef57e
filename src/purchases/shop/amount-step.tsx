import { Dialog } from '#platform/web/dialog.tsx'
import { amountTexts } from '#tickets/totals.ts'
import { PageNotices, TermsNote } from './dialogs/page-notices.tsx'
import type { Flow } from './purchase-state.ts'
import { StepTrack } from './step-track.tsx'

/** 'Verifica el monto antes de continuar': what one ticket costs, how many, and the total in both currencies. */
export function AmountStep({ flow }: { flow: Flow }) {
  const { raffle, purchase, change } = flow
  const { ordered } = purchase
  const price = amountTexts(raffle, 1)
  const total = amountTexts(raffle, ordered)
  return (
    <Dialog
      title="Verifica el monto antes de continuar"
      onClose={flow.close}
      place={<StepTrack flow={flow} at="Monto" />}
      foot={
        <>
          <button
            type="button"
            className="btn btn-go"
            onClick={() => change({ step: purchase.byHand ? 'numbers' : 'method' })}
          >
            Continuar
          </button>
          <TermsNote>Al presionar Continuar aceptas los</TermsNote>
        </>
      }
    >
      <dl className="sums">
        <div>
          <dt>Precio por boleto</dt>
          <dd>
            <b>{price.own}</b>
            <span>{price.other}</span>
          </dd>
        </div>
        <div>
          <dt>Cantidad</dt>
          <dd>
            <b>{ordered} boletos</b>
          </dd>
        </div>
        <div>
          <dt>Total a pagar</dt>
          <dd>
            <b className="num">{total.own}</b>
            <span className="num">{total.other}</span>
          </dd>
        </div>
      </dl>
      <PageNotices />
    </Dialog>
  )
}
