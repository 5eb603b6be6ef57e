import { failureDialog } from '../../failure-dialog.ts'
import { PROOF_TOO_LARGE } from '../../messages.ts'
import type { Refusal } from '../report/send-report.ts'
import type { Errors } from './form-errors.ts'

/** The fields that the server found wrong, each with its message. */
export function refusedFields(body: Refusal): Errors {
  // Another host may write anything there.
  const named = Object.entries(body.campos ?? {}).filter(([, message]) => typeof message === 'string')
  if (named[0]) return Object.fromEntries(named)
  if (body.error === PROOF_TOO_LARGE || body.code?.startsWith('ARCHIVO_')) return { comprobante: body.error ?? '' }
  const { field, text } = failureDialog(body)
  return field ? { [field]: text } : {}
}
