import { type ComponentType, type ReactNode, useCallback, useLayoutEffect, useState } from 'react'
import { VerifyTicket } from '#lookup/shop/verify-ticket.tsx'
import type { SalesPage } from '#payment-methods/contract.ts'
import { showNotice } from '#platform/web/notice.ts'
import { PRICE_BEFORE_LOAD, VARIANTS } from '#purchases/variants.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { dateLine } from '#raffles/date-line.ts'
import type { SiteSettings } from '#site/contract.ts'
import { availabilityText } from '#tickets/availability-text.ts'
import { MINIMUM } from '#tickets/quantity.ts'
import { AvailabilityBar } from '#tickets/shop/availability.tsx'
import type { EarlyChoice } from '#tickets/shop/early-picker.ts'
import { QuantityPicker } from '#tickets/shop/quantity-picker.tsx'
import { useAvailability } from '#tickets/shop/use-availability.ts'
import { amountTexts, type Priced } from '#tickets/totals.ts'
import type { SalesData } from '../page-data.ts'
import { RateLine } from './rate-line.tsx'
import { SalesOver } from './sales-over.tsx'
import { useRaffle } from './use-raffle.ts'

export interface FlowProps {
  page: SalesPage
  raffle: RaffleAnswer
  site: SiteSettings
  quantity: number
  mode: 'automatica' | 'manual'
  onClose(): void
  onFinished(): void
}

interface Props {
  data: SalesData
  site: SiteSettings
  /** The picture. Only the server has it: the browser keeps what is there, without the code that made it. */
  picture?: ReactNode
  /** Loads the dialogs of the purchase. Only the browser has it. */
  loadFlow?: () => Promise<{ default: ComponentType<FlowProps> }>
  /** Ends the early picker. */
  takeOver?: () => EarlyChoice
}

/** `/rifa` and `/rifa1`: one page, the differences are rows of VARIANTS. */
export function RafflePage({ data, site, picture, loadFlow, takeOver }: Props) {
  const variant = VARIANTS[data.page]
  const { raffle, rate, picture: loadedPicture } = useRaffle(data)
  const availability = useAvailability(raffle?.id ?? null, data.availability?.data.rifa ?? null)
  const [quantity, setQuantity] = useState(MINIMUM)
  const [Flow, setFlow] = useState<ComponentType<FlowProps> | null>(null)
  const [opening, setOpening] = useState(false)

  const buy = useCallback(async () => {
    if (!loadFlow) return
    setOpening(true)
    try {
      const { default: Loaded } = await loadFlow()
      setFlow(() => Loaded)
    } catch {
      showNotice('No se pudo abrir la compra', 'Revisa tu conexión e intenta de nuevo.', 4000)
    } finally {
      setOpening(false)
    }
  }, [loadFlow])

  useLayoutEffect(() => {
    const choice = takeOver?.()
    if (!choice) return
    setQuantity(choice.quantity)
    if (choice.buy) buy()
  }, [takeOver, buy])

  const priced: Priced = raffle ?? { precio: PRICE_BEFORE_LOAD, moneda: 'USD', tasa_usd: null }
  const price = amountTexts(priced, 1)
  const total = amountTexts(priced, quantity)
  const over =
    raffle !== null &&
    (raffle.estado !== 'publicada' || (availability !== null && availability.numeros_disponibles < MINIMUM))
  const loading = raffle === null
  const shown = picture ?? loadedPicture

  return (
    <main className="raffle" data-loading={loading || undefined}>
      {shown ? (
        <div key="shown" className="raffle-media">
          {shown}
        </div>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; it tells React to leave what the server drew.
        <div className="raffle-media" dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
      )}
      <div className="raffle-panel">
        <section className="raffle-head">
          <h1>{raffle?.titulo ?? 'Cargando la rifa…'}</h1>
          <input type="hidden" name="id_rifa" value={data.id} readOnly />
          <p className="when">
            Sorteo: {dateLine(raffle?.fecha, variant.dateFallback)}{' '}
            {variant.availability === 'text' && availability && (
              <b>{availabilityText(availability.porcentaje_disponible)}</b>
            )}
          </p>
          <p className="price">
            <span className="num">{price.own}</span>
            {price.other && <span className="num">{price.other}</span>}
            <span>por boleto</span>
          </p>
          {raffle && <RateLine raffle={raffle} rate={rate} site={site} />}
          {variant.availability === 'bar' && <AvailabilityBar availability={availability} />}
        </section>
        {over && raffle ? (
          <SalesOver raffle={raffle} />
        ) : (
          <>
            <QuantityPicker quantity={quantity} onChange={setQuantity} />
            <div className="paybar">
              <p aria-live="polite">
                <span className="sr">Total: </span>
                {variant.total === 'both' ? (
                  <>
                    <b className="num" data-total="own" suppressHydrationWarning>
                      {total.own}
                    </b>
                    <span data-total="other" suppressHydrationWarning>
                      {total.other ?? ''}
                    </span>
                  </>
                ) : (
                  <>
                    <span aria-hidden="true">Total</span>
                    <b className="num" data-total="bolivares" suppressHydrationWarning>
                      {total.bolivares}
                    </b>
                  </>
                )}
              </p>
              <button
                type="button"
                className="btn btn-go"
                data-buy
                onClick={buy}
                disabled={loading}
                aria-busy={opening}
              >
                Comprar
              </button>
            </div>
          </>
        )}
      </div>
      <div className="raffle-more">
        {raffle && raffle.descripcion !== '' && (
          <section className="about" aria-labelledby="premio">
            <h2 id="premio">El premio</h2>
            <div
              className="prose"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server stores descriptions sanitised to a short list of tags.
              dangerouslySetInnerHTML={{ __html: raffle.descripcion.replace(/\r\n?|\n/g, '<br>') }}
            />
          </section>
        )}
        <VerifyTicket raffleId={data.id} />
      </div>
      {Flow && raffle && (
        <Flow
          page={data.page}
          raffle={raffle}
          site={site}
          quantity={quantity}
          mode="automatica"
          onClose={() => setFlow(null)}
          onFinished={() => setQuantity(MINIMUM)}
        />
      )}
    </main>
  )
}
