import { useRef, useState } from 'react'
import type { PaymentMethod } from '#payment-methods/contract.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import { normaliseCedula } from '../../cedula.ts'
import type { PurchaseAnswer } from '../../contract.ts'
import { sentName } from '../../proof.ts'
import { isOfBank, saidOfPayer } from '../../rules.ts'
import { attemptFor, keep, readKept } from '../form/draft.ts'
import { owed } from '../payment/owed.ts'
import type { Draft, Hold } from '../purchase-state.ts'
import { type Outcome, sendForm } from './send-report.ts'

/** The processing dialog is seen at least this long before the success (specification, section 9). */
const SHORTEST_PROCESSING = 3000

/**
 * Sends the report; `onAccepted` gets the answer as soon as it comes, before the shortest processing is over. `progress` is null
 * while nothing is being sent, else the part of the upload that is done.
 */
export function useReport() {
  const [progress, setProgress] = useState<number | null>(null)
  const running = useRef(false)

  async function send(report: Report, onAccepted: (answer: Partial<PurchaseAnswer>) => void): Promise<Outcome> {
    if (running.current) return { kind: 'lost' }
    running.current = true
    setProgress(0)
    const shown = new Promise((resolve) => setTimeout(resolve, SHORTEST_PROCESSING))
    try {
      const outcome = await sendUntilAnswered(report, setProgress)
      if (outcome.kind === 'accepted') onAccepted(outcome.answer)
      await shown
      return outcome
    } finally {
      running.current = false
      setProgress(null)
    }
  }
  return { progress, send }
}

/** Asking again while the first sending is still served, or the server is busy. */
const ASK_AGAIN_TIMES = { EN_CURSO: 20, busy: 4 }

interface Report {
  raffle: RaffleAnswer
  site: SiteSettings
  method: PaymentMethod
  hold: Hold
  draft: Draft
  proof: File
  /** Day of the payment; empty while it is today, which the server knows best. */
  fecha: string
  byHand: boolean
}

/** The fields of the purchase form, named as in the specification. */
function reportFields({ raffle, site, method, hold, draft, fecha, byHand }: Report): Record<string, string> {
  const { quote } = hold
  return {
    cantidad_tickets: String(quote.cantidad_tickets),
    total: quote.total,
    nombre: draft.nombre.trim(),
    cedula: normaliseCedula(draft.cedula, draft.prefijo) ?? draft.cedula,
    telefono: draft.telefono,
    correo: draft.correo.trim(),
    referencia: draft.referencia.trim(),
    ...(fecha === '' ? {} : { fecha }),
    id_rifa: String(raffle.id),
    status: 'en revision',
    metodo_pago: method.tipo,
    metodo_id: String(method.id),
    ...(isOfBank(method.tipo) && saidOfPayer(draft)),
    terminos: site.terminos_version,
    ...(hold.token === null ? {} : { apartado: hold.token }),
    ...(byHand ? { numeros_seleccionados: JSON.stringify(hold.numbers) } : {}),
    ...(owed(method, quote)?.unverified ? { tasa_no_verificada: '1' } : {}),
  }
}

/** While the first sending of the same report is still being served, or the server is busy, it is sent again. */
async function sendUntilAnswered(report: Report, onProgress: (part: number) => void): Promise<Outcome> {
  const fields = reportFields(report)
  const attempt = attemptFor(fields, report.proof, readKept(report.raffle.id).attempt)
  // The tab may die before any answer comes.
  keep(report.raffle.id, { attempt: { ...attempt, open: true } })
  const path = report.byHand ? '/api/rifas/participantes/manual' : '/api/rifas/participantes'
  for (let times = 1; ; times += 1) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('comprobante', report.proof, sentName(report.proof))
    const headers = { 'Idempotency-Key': attempt.key }
    const outcome = await sendForm<Partial<PurchaseAnswer>>(path, form, headers, onProgress)
    if (outcome.kind !== 'refused') return outcome
    const { code, cotizacion } = outcome.body
    // A server that judges a report has not taken it; one that is busy or fails may have taken the one before.
    if (outcome.wait === null && outcome.status < 429) keep(report.raffle.id, { attempt: { ...attempt, open: false } })
    if (code === 'COTIZACION_CAMBIO' && cotizacion) return { kind: 'quote', quote: cotizacion }
    // The key was spent on something else: the next press takes another.
    if (code === 'CLAVE_REUTILIZADA') keep(report.raffle.id, { attempt: null })
    if (outcome.wait === null) return outcome
    if (code === 'EN_CURSO' && times >= ASK_AGAIN_TIMES.EN_CURSO) return { kind: 'lost' }
    if (code !== 'EN_CURSO' && times >= ASK_AGAIN_TIMES.busy) return outcome
    await wait(outcome.wait)
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
