import { formatCount } from '#platform/money.ts'
import type { SoldRaffle } from '../../sale-contract.ts'

const QUICK = [5, 10, 20] as const

/** How many, with a thumb: one less, one more, or a round number at once. */
export function SellQuantity(props: { raffle: SoldRaffle; value: number; onChange: (quantity: number) => void }) {
  const { raffle, value, onChange } = props
  const most = Math.min(raffle.maximo, Math.max(raffle.libres, raffle.minimo))
  const clamp = (to: number) => Math.min(Math.max(to, raffle.minimo), most)
  return (
    <div className="sell-quantity row wrap">
      <div className="sell-stepper flow gap-1">
        <button
          type="button"
          className="btn"
          aria-label="Un boleto menos"
          disabled={value <= raffle.minimo}
          onClick={() => onChange(clamp(value - 1))}
        >
          −
        </button>
        <input
          className="input"
          name="cantidad"
          inputMode="numeric"
          autoComplete="off"
          aria-label="Cantidad de boletos"
          value={value === 0 ? '' : value}
          onChange={({ target }) => onChange(Number(target.value.replace(/\D/g, '').slice(0, 3)))}
          onBlur={() => onChange(clamp(value))}
        />
        <button
          type="button"
          className="btn"
          aria-label="Un boleto más"
          disabled={value >= most}
          onClick={() => onChange(clamp(value + 1))}
        >
          +
        </button>
      </div>
      {QUICK.filter((quantity) => quantity >= raffle.minimo && quantity <= most).map((quantity) => (
        <button key={quantity} type="button" className="btn" onClick={() => onChange(quantity)}>
          {quantity}
        </button>
      ))}
      <span className="faint small">Quedan {formatCount(raffle.libres)}</span>
    </div>
  )
}
