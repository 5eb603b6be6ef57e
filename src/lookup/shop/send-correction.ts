import type { OwnPurchase } from '#purchases/contract.ts'
import { type Refusal, sendForm } from '#purchases/shop/report/send-report.ts'
import { askOwnPurchase } from './ask-own-purchase.ts'

/** What is corrected; empty text and null for what stays. */
export interface Changes {
  referencia: string
  /** Day of the payment. */
  fecha: string
  comprobante: File | null
}

export type CorrectionOutcome =
  | { kind: 'accepted'; purchase: OwnPurchase }
  | { kind: 'refused'; body: Refusal }
  | { kind: 'lost' }

/**
 * Sends the correction of a purchase. A connection that broke may have broken after it arrived: whether it did is asked
 * before it is called lost, and before it is sent once more.
 * @param again an answer to it was lost before.
 * @param onProgress gets the part that is sent, 0 to 1.
 */
export async function sendCorrection(
  purchase: OwnPurchase,
  secret: string,
  { referencia, fecha, comprobante }: Changes,
  again: boolean,
  onProgress: (part: number) => void,
): Promise<CorrectionOutcome> {
  const before = again ? await findArrived(purchase, secret) : null
  if (before) return { kind: 'accepted', purchase: before }
  const form = new FormData()
  form.append('secreto', secret)
  if (referencia !== '') form.append('referencia', referencia)
  if (fecha !== '') form.append('fecha', fecha)
  if (comprobante) form.append('comprobante', comprobante, comprobante.name)
  const part = await import('#platform/web/work/do-work.ts').catch(() => null)
  const work = (await part?.workBefore('correccion', null)) ?? {}
  const outcome = await sendForm<OwnPurchase>('/api/rifas/mi-compra/corregir', form, work, onProgress)
  if (outcome.kind === 'accepted') return { kind: 'accepted', purchase: outcome.answer }
  if (outcome.kind === 'refused') return outcome
  const arrived = await findArrived(purchase, secret)
  return arrived ? { kind: 'accepted', purchase: arrived } : outcome
}

/** The purchase with one correction more than is known here, if the server has it. */
async function findArrived(known: OwnPurchase, secret: string): Promise<OwnPurchase | null> {
  const asked = await askOwnPurchase(secret)
  return asked.kind === 'told' && corrections(asked.purchase) > corrections(known) ? asked.purchase : null
}

function corrections({ pasos }: OwnPurchase): number {
  return pasos.filter(({ paso }) => paso === 'corregido').length
}
