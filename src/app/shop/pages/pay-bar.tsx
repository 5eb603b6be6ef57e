import { Button } from '#platform/web/button.tsx'
import type { Variant } from '#purchases/variants.ts'
import { amountTexts, isLong, type Priced } from '#tickets/totals.ts'

interface Props {
  total: Variant['total']
  priced: Priced
  quantity: number
  opening: boolean
  loading: boolean
  onBuy: () => void
}

/** Total and 'Comprar', always within reach. early-picker.ts writes the same `data-total` places until React is there. */
export function PayBar({ total, priced, quantity, opening, loading, onBuy }: Props) {
  const { own, other, bolivares } = amountTexts(priced, quantity)
  return (
    <div className="paybar">
      <p aria-live="polite">
        <span className="sr">Total: </span>
        {total === 'both' ? (
          <>
            <b className="num" data-total="own" data-long={isLong(own)} suppressHydrationWarning>
              {own}
            </b>
            <span data-total="other" suppressHydrationWarning>
              {other ?? ''}
            </span>
          </>
        ) : (
          <>
            <span aria-hidden="true">Total</span>
            <b className="num" data-total="bolivares" data-long={isLong(bolivares)} suppressHydrationWarning>
              {bolivares}
            </b>
          </>
        )}
      </p>
      <Button look="go" text="Comprar" data-buy onClick={onBuy} disabled={loading} aria-busy={opening} />
    </div>
  )
}
