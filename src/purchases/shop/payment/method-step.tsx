import { useEffect, useState } from 'react'
import type { PaymentMethod, SalesPage } from '#payment-methods/contract.ts'
import type { MethodKind } from '#payment-methods/methods.ts'
import { Dialog } from '#platform/web/dialog.tsx'
import { apiAddress, fetchJson } from '#platform/web/fetch-json.ts'
import { Icon } from '#platform/web/icon.tsx'
import type { Flow } from '../purchase-state.ts'
import type { Refusal } from '../report/send-report.ts'
import { Waiting } from '../report/wait-dialog.tsx'
import { PageNotices, StepTrack, TermsNote } from '../step-parts.tsx'
import { estimate, owed } from './owed.ts'

const NOTES: Record<MethodKind, string> = {
  pago_movil: 'Desde tu banco',
  zelle: 'En dólares',
  binance: 'En USDT',
  paypal: 'En dólares',
  transferencia: 'Entre cuentas',
}

interface Props {
  flow: Flow
  /** The part that holds the tickets and draws the payment. */
  load: () => Promise<typeof import('./payment-steps.tsx')>
}

/** 'Elige tu metodo de Pago': the methods of this page, each with its amount. Choosing one holds the tickets. */
export function MethodStep({ flow, load }: Props) {
  const { page, raffle, purchase, change } = flow
  const { hold, ordered } = purchase
  const [methods, setMethods] = useState<PaymentMethod[] | boolean>(false)
  const [choosing, setChoosing] = useState(0)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const quote = hold?.quote ?? estimate(raffle, ordered)
  const confirmed = flow.steps[0] === 'Monto'
  const backTo = purchase.byHand ? 'numbers' : confirmed ? 'amount' : null

  /** False while they come, true when they did not. */
  function list(): void {
    setMethods(false)
    offeredMethods(page).then(setMethods, () => setMethods(true))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step opens.
  useEffect(list, [])

  async function choose(method: PaymentMethod): Promise<void> {
    if (choosing) return
    setChoosing(method.id)
    setRefusal(null)
    // No ticket waits for code that may not come.
    const refused = await load().then(
      (payment) => payment.holdTickets(flow, method),
      () => ({}),
    )
    setChoosing(0)
    setRefusal(refused)
  }

  return (
    <Dialog
      title="Elige tu metodo de Pago"
      onClose={flow.close}
      // Tickets that are being held now would open the payment over any other step.
      onBack={backTo && (() => choosing || change({ step: backTo }))}
      place={<StepTrack flow={flow} at="Método" />}
    >
      {refusal && (
        <div className="panel" role="alert">
          <b>{refusal.error ?? 'No pudimos apartar tus boletos'}</b>
          <p>{refusal.details ?? 'Revisa tu conexión e intenta de nuevo.'}</p>
        </div>
      )}
      {typeof methods === 'boolean' ? (
        <Waiting failed={methods} onRetry={list} />
      ) : (
        <ul className="methods">
          {methods.map((method) => {
            const amount = owed(method, quote)
            return (
              <li key={method.id}>
                <button
                  type="button"
                  className="method"
                  disabled={!amount}
                  aria-busy={choosing === method.id}
                  onClick={() => choose(method)}
                >
                  <i>
                    <Icon name={method.tipo} />
                  </i>
                  <span className="method-name">
                    <b>{method.titulo}</b>
                    <span className="method-note">
                      {amount ? NOTES[method.tipo] : 'No disponible: falta la tasa de hoy'}
                    </span>
                  </span>
                  <b className="num">{amount?.text}</b>
                  <Icon name="next" small />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <PageNotices />
      <p className="small">
        {Array.isArray(methods) && !methods[0]
          ? 'Ahora no hay métodos de pago activos. Vuelve en un rato.'
          : hold?.token
            ? `Tus ${ordered} boletos siguen apartados.`
            : // Another host may hold nothing.
              !apiAddress('') && `Al elegir, apartamos tus ${ordered} boletos por 10 minutos mientras pagas.`}
      </p>
      {!confirmed && <TermsNote>Al elegir un método aceptas los</TermsNote>}
    </Dialog>
  )
}

/** Fields of a method's name and price that a host with only the specification's fields leaves out. */
const PLAIN = { tipo: 'pago_movil', titulo: 'Pago Movil', moneda: 'VES', paginas: ['A', 'B'] }

/** The methods of that page. @throws CallFailure */
export async function offeredMethods(page: SalesPage): Promise<PaymentMethod[]> {
  const methods = methodList(await fetchJson('/api/rifas/metodo-pago'))
  return methods.filter(({ paginas }) => paginas.includes(page))
}

/** A list that comes bare, below `data` or below `numeros`; anything else is empty. */
export function methodList(answer: unknown): PaymentMethod[] {
  const wrapped = answer as { data?: unknown; numeros?: unknown } | null
  const list: unknown[] = [answer, wrapped?.data, wrapped?.numeros].find(Array.isArray) ?? []
  const records = list.filter((item) => item instanceof Object) as Partial<PaymentMethod>[]
  // Records that only the specification's fields describe are all Pago Movil: entry 1 is the one to pay to.
  const plain = records.filter(({ tipo }) => !tipo)
  const one = plain.find(({ id }) => `${id}` === '1') ?? plain[0]
  return records.filter((item) => item.tipo || item === one).map((item) => ({ ...PLAIN, ...item }) as PaymentMethod)
}
