import { apiAddress } from '#platform/web/fetch-json.ts'
import type { Quote } from '#tickets/contract.ts'
import type { PurchaseAnswer } from '../contract.ts'

/** Silence, in milliseconds, after which a connection counts as lost; a slow upload that moves may take its time. */
const PATIENCE = 45_000

/** The body of a refusal; any server may leave any of it out. */
export interface Refusal {
  error?: string
  details?: string
  code?: string
  /** With COTIZACION_CAMBIO: the fresh quote. */
  cotizacion?: Quote
  /** With NUMERO_TOMADO: the numbers that somebody else has. */
  numeros?: string[]
  /** With DATOS_INVALIDOS: field and message. */
  campos?: Record<string, string>
}

export type Outcome =
  | { kind: 'accepted'; answer: Partial<PurchaseAnswer> }
  | { kind: 'refused'; body: Refusal }
  /** No answer came: the report may have arrived or not. Sending it again with the same key is harmless. */
  | { kind: 'lost' }

/**
 * Sends a form with a file. XMLHttpRequest, because fetch says nothing about the progress of an upload.
 * @param onProgress gets the part that is sent, 0 to 1.
 */
export function sendForm<Answer>(
  path: string,
  form: FormData,
  headers: Record<string, string>,
  onProgress: (part: number) => void,
): Promise<{ kind: 'accepted'; answer: Answer } | { kind: 'refused'; body: Refusal } | { kind: 'lost' }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiAddress(path))
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    let silence: ReturnType<typeof setTimeout>
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => request.abort(), PATIENCE)
    }
    request.upload.onprogress = (event) => {
      listen()
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () => {
      const body = readBody(request.responseText)
      const accepted = request.status >= 200 && request.status < 300
      resolve(accepted ? { kind: 'accepted', answer: body as Answer } : { kind: 'refused', body: body as Refusal })
    }
    const lost = () => resolve({ kind: 'lost' })
    request.onerror = lost
    request.onabort = lost
    request.onloadend = () => clearTimeout(silence)
    listen()
    request.send(form)
  })
}

function readBody(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
