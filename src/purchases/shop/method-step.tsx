import { useCallback, useEffect, useState } from 'react'
import type { PaymentMethod, SalesPage } from '#payment-methods/contract.ts'
import type { MethodKind } from '#payment-methods/methods.ts'
import { Dialog } from '#platform/web/dialog.tsx'
import { Icon } from '#platform/web/icon.tsx'
import type { Quote } from '#tickets/contract.ts'
import { offeredMethods } from './offered-methods.ts'
import { owed } from './owed.ts'
import { StepTrack } from './step-track.tsx'

const SUBTITLES: Record<MethodKind, string> = {
  pago_movil: 'Desde tu banco',
  zelle: 'En dólares',
  binance: 'En USDT',
  paypal: 'En dólares',
  transferencia: 'Entre cuentas',
}

interface Props {
  page: SalesPage
  quote: Quote
  /** The tickets are held already: going back did not release them. */
  held: boolean
  steps: readonly string[]
  /** The method whose tickets are being held now. */
  choosing: PaymentMethod | null
  onChoose: (method: PaymentMethod) => void
  onBack?: (() => void) | undefined
  onClose: () => void
}

/** 'Elige tu metodo de Pago': the methods of this page, each with its amount. */
export function MethodStep({ page, quote, held, steps, choosing, onChoose, onBack, onClose }: Props) {
  const [methods, setMethods] = useState<PaymentMethod[] | 'loading' | 'failed'>('loading')
  const load = useCallback(() => {
    setMethods('loading')
    offeredMethods(page).then(setMethods, () => setMethods('failed'))
  }, [page])
  useEffect(load, [load])

  return (
    <Dialog
      title="Elige tu metodo de Pago"
      onClose={onClose}
      {...(onBack ? { onBack } : {})}
      place={<StepTrack steps={steps} current={steps.indexOf('Método')} />}
    >
      {methods === 'loading' && (
        <div className="methods" aria-busy="true">
          <span className="sr">Cargando los métodos de pago</span>
          <span className="bone" />
          <span className="bone" />
        </div>
      )}
      {methods === 'failed' && (
        <div className="panel" role="alert">
          <p>No pudimos cargar los métodos de pago. Revisa tu conexión.</p>
          <button type="button" className="btn" onClick={load}>
            Reintentar
          </button>
        </div>
      )}
      {Array.isArray(methods) && methods.length === 0 && (
        <p className="panel">
          Ahora no hay métodos de pago activos para esta rifa. Vuelve en un rato o escribe a soporte.
        </p>
      )}
      {Array.isArray(methods) && methods.length > 0 && (
        <ul className="methods">
          {methods.map((method) => (
            <li key={method.id}>
              <MethodButton method={method} quote={quote} choosing={choosing} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
      <p className="small">
        {held
          ? `Tus ${quote.cantidad_tickets} boletos siguen apartados.`
          : `Al elegir, apartamos tus ${quote.cantidad_tickets} boletos por 10 minutos mientras pagas.`}
      </p>
    </Dialog>
  )
}

function MethodButton({
  method,
  quote,
  choosing,
  onChoose,
}: Pick<Props, 'quote' | 'choosing' | 'onChoose'> & { method: PaymentMethod }) {
  const amount = owed(method, quote)
  return (
    <button
      type="button"
      className="method"
      disabled={amount === null}
      aria-busy={choosing?.id === method.id}
      onClick={() => choosing === null && onChoose(method)}
    >
      <span className="method-mark">
        <Icon name={method.tipo} />
      </span>
      <span className="method-name">
        <b>{method.titulo}</b>
        <span className="method-note">
          {amount === null ? 'No disponible: falta la tasa de hoy' : SUBTITLES[method.tipo]}
        </span>
      </span>
      {amount && <span className="num method-amount">{amount.text}</span>}
      {choosing?.id === method.id ? <span className="spin" aria-hidden="true" /> : <Icon name="next" small />}
    </button>
  )
}
