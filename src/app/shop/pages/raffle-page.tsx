import { type ComponentType, type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import type { SalesPage } from '#payment-methods/contract.ts'
import { Boundary } from '#platform/web/boundary.tsx'
import { Button } from '#platform/web/button.tsx'
import { showNotice } from '#platform/web/notice.ts'
import { VerifyTicket } from '#purchases/shop/lookup/verify-ticket.tsx'
import { hasLeftPurchase } from '#purchases/shop/open-purchase.ts'
import { VARIANTS } from '#purchases/variants.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import { availabilityText } from '#tickets/availability-text.ts'
import { clampQuantity } from '#tickets/quantity.ts'
import { AvailabilityBar, useAvailability } from '#tickets/shop/availability.tsx'
import type { EarlyChoice } from '#tickets/shop/early-picker.ts'
import { QuantityPicker } from '#tickets/shop/quantity-picker.tsx'
import type { SalesData } from '../../page-data.ts'
import { PayBar } from './pay-bar.tsx'
import type { LoadedRaffle, RaffleParts } from './raffle-parts.tsx'
import type { SalesOver } from './sales-over.tsx'
import { BEFORE_LOAD, salesState } from './sales-state.ts'

const RETRY = 10_000

export interface FlowProps {
  page: SalesPage
  raffle: RaffleAnswer
  site: SiteSettings
  quantity: number
  mode: Mode
  over: boolean
  onClose(): void
  onFinished(): void
}

interface Props {
  data: SalesData
  site: SiteSettings
  /** Rendered by the server, which alone has them. */
  drawn?: RaffleParts
  /** Loads the dialogs of the purchase. Only the browser has it. */
  loadFlow?: () => Promise<{ default: ComponentType<FlowProps> }>
  /** Ends the early picker. */
  takeOver?: () => EarlyChoice
}

/** A closed purchase gives its tickets back; an immediate query could still see them taken. */
const RELEASED = 1_000

/** The raffle that came with the page, or, with the API on a host of its own, the one that the browser fetches. */
function useRaffle(data: SalesData, site: SiteSettings): LoadedRaffle {
  const [loaded, setLoaded] = useState<LoadedRaffle>({ raffle: data.raffle })

  useEffect(() => {
    if (!data.loads) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function load(): void {
      import('../load-raffle.tsx')
        .then((module) => module.loadRaffle(data, site))
        .then(setLoaded, () => {
          showNotice('No se pudo obtener la rifa', 'Volvemos a intentar en unos segundos.', 4000)
          timer = setTimeout(load, RETRY)
        })
    }
    load()
    return () => clearTimeout(timer)
  }, [data, site])

  return loaded
}

/** `/rifa` and `/rifa1`: one page, the differences are rows of VARIANTS. */
export function RafflePage({ data, site, drawn, loadFlow, takeOver }: Props) {
  const variant = VARIANTS[data.page]
  const { raffle, parts = drawn } = useRaffle(data, site)
  const known = raffle ?? BEFORE_LOAD
  const [availability, refresh] = useAvailability(raffle?.id ?? null, data.availability?.data.rifa ?? null)
  const [wanted, setQuantity] = useState(known.minimo)
  const [chosen, setChosen] = useState<Mode>('automatica')
  const [Flow, setFlow] = useState<ComponentType<FlowProps> | null>(null)
  const [opening, setOpening] = useState(false)
  const [Over, setOver] = useState<typeof SalesOver | null>(null)
  const [left, setLeft] = useState(false)
  // Another host's limits are known only once the raffle has loaded. Nothing stays nothing: the flow refuses it.
  const quantity = wanted && clampQuantity(wanted, known).quantity
  const asksMode = variant.picksByHand && raffle?.seleccion === 'ambas'
  const mode = asksMode ? chosen : raffle?.seleccion === 'manual' ? 'manual' : 'automatica'

  const openFlow = useCallback(async () => {
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
    setChosen(chosenMode())
    if (!choice) return
    setQuantity(choice.quantity)
    if (choice.buy) openFlow()
  }, [takeOver, openFlow])

  // Once one is closed, another may be left.
  useEffect(() => setLeft(!Flow && hasLeftPurchase(data.id)), [data.id, Flow])

  /** Numbers picked by hand are counted where they are picked. */
  async function buy(): Promise<void> {
    if (mode === 'automatica' && availability && availability.numeros_disponibles < quantity) {
      const left = (await refresh())?.numeros_disponibles ?? quantity
      if (left < quantity) {
        showNotice(`Solo quedan ${left} números disponibles`, 'Elige menos boletos para comprar.', 4000)
        return
      }
    }
    openFlow()
    // It may have closed since the last query.
    refresh()
  }

  function close(): void {
    setFlow(null)
    setTimeout(refresh, RELEASED)
  }

  const state = raffle ? salesState(raffle, availability, variant) : 'open'
  const [first] = useState(state)
  const sells = state !== 'closed' && state !== 'drawn'
  const ends = state !== 'open' && state !== first
  useEffect(() => {
    if (ends) import('./sales-over.tsx').then((module) => setOver(() => module.SalesOver)).catch(() => undefined)
  }, [ends])

  return (
    <main className="raffle" data-loading={raffle === null || undefined}>
      <div className="raffle-media">
        <Drawn part={parts?.picture} />
      </div>
      <div className="raffle-panel">
        <section className="raffle-head">
          <Drawn part={parts?.title} />
          <input type="hidden" name="id_rifa" value={data.id} readOnly />
          <p className="when">
            <Drawn part={parts?.date} as="span" />
            {variant.availability === 'text' && availability && sells && (
              <b>{availabilityText(availability.porcentaje_disponible)}</b>
            )}
          </p>
          <Drawn part={parts?.price} />
          {variant.availability === 'bar' && sells && <AvailabilityBar availability={availability} />}
        </section>
        {state === 'open' || (ends && !Over) ? (
          <>
            {left && (
              <Button
                text="Sigue tu compra"
                onClick={() => {
                  // A tab that was closed behind the bank's app left it.
                  hasLeftPurchase(data.id, true)
                  openFlow()
                }}
              />
            )}
            <QuantityPicker quantity={quantity} limits={known} onChange={setQuantity}>
              {asksMode && <ModeChoice mode={mode} onChange={setChosen} />}
              {!asksMode && mode === 'manual' && <p className="by-hand">Eliges tus números a mano</p>}
            </QuantityPicker>
            <PayBar
              total={variant.total}
              priced={known}
              quantity={quantity}
              opening={opening}
              loading={raffle === null || ends}
              onBuy={buy}
            />
          </>
        ) : ends && Over ? (
          <Over state={state} minimo={known.minimo} />
        ) : (
          <Drawn part={parts?.over} />
        )}
      </div>
      <div className="raffle-more">
        <Drawn part={parts?.about} />
        <VerifyTicket raffleId={data.id} />
      </div>
      {Flow && raffle && (
        <Boundary onBroken={close}>
          <Flow
            page={data.page}
            raffle={raffle}
            site={site}
            quantity={quantity}
            mode={mode}
            over={ends}
            onClose={close}
            onFinished={() => setQuantity(known.minimo)}
          />
        </Boundary>
      )}
    </main>
  )
}

interface DrawnProps {
  /** On the server, the part to render. In the browser undefined, or the part that it loaded itself. */
  part: ReactNode | undefined
  as?: 'div' | 'span'
}

/** A part that only the server draws: the browser keeps it, without the code that made it. */
function Drawn({ part, as: Tag = 'div' }: DrawnProps) {
  return part === undefined ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; it tells React to leave the server's markup.
    <Tag key="kept" className="drawn" dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
  ) : (
    <Tag key="drawn" className="drawn">
      {part}
    </Tag>
  )
}

type Mode = 'automatica' | 'manual'

const MODES: [mode: Mode, name: string][] = [
  ['automatica', 'Al azar'],
  ['manual', 'Elegir a mano'],
]

interface ChoiceProps {
  mode: Mode
  onChange: (mode: Mode) => void
}

/** Way in which the visitor gets numbers, if the raffle leaves it to them. inline-early.ts keeps the choice. */
function ModeChoice({ mode, onChange }: ChoiceProps) {
  return (
    <fieldset className="mode">
      <legend className="sr">Tus números</legend>
      {MODES.map(([value, name]) => (
        <label key={value}>
          <input
            type="radio"
            name="modo"
            value={value}
            defaultChecked={mode === value}
            onChange={() => onChange(value)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The choice in the page, by the visitor or from storage, before React was there. */
function chosenMode(): Mode {
  return document.querySelector('[name=modo][value=manual]:checked') ? 'manual' : 'automatica'
}
