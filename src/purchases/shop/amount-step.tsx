import { Dialog } from '#platform/web/dialog.tsx'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { amountTexts } from '#tickets/totals.ts'
import { estimate } from './hold.ts'
import { rateText } from './rate-text.ts'
import { StepTrack } from './step-track.tsx'
import { TermsLink } from './terms-link.tsx'

interface Props {
  raffle: RaffleAnswer
  quantity: number
  steps: readonly string[]
  onContinue: () => void
  onClose: () => void
}

/** 'Verifica el monto antes de continuar': what one ticket costs, how many, and the total in both currencies. */
export function AmountStep({ raffle, quantity, steps, onContinue, onClose }: Props) {
  const price = amountTexts(raffle, 1)
  const total = amountTexts(raffle, quantity)
  const rate = rateText(estimate(raffle, quantity))
  return (
    <Dialog
      title="Verifica el monto antes de continuar"
      onClose={onClose}
      place={<StepTrack steps={steps} current={0} />}
      foot={
        <>
          <button type="button" className="btn btn-go" onClick={onContinue}>
            Continuar
          </button>
          <div className="small centred">
            Al presionar Continuar aceptas los <TermsLink />.
          </div>
        </>
      }
    >
      <dl className="sums">
        <div>
          <dt>Precio por boleto</dt>
          <dd>
            <b>{price.own}</b>
            {price.other && <span>{price.other}</span>}
          </dd>
        </div>
        <div>
          <dt>Cantidad</dt>
          <dd>
            <b>{quantity} boletos</b>
          </dd>
        </div>
        <div>
          <dt>Total a pagar</dt>
          <dd>
            <b className="num grand">{total.own}</b>
            {total.other && <span className="num second">{total.other}</span>}
            <small>{rate || (raffle.moneda === 'USD' && 'Sin tasa de hoy: el monto en Bs. es aproximado')}</small>
          </dd>
        </div>
      </dl>
    </Dialog>
  )
}
