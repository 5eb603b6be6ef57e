import { apiAddress, readRefusal } from '#platform/web/fetch-json.ts'
import type { Quote } from '#tickets/contract.ts'
import type { PurchaseAnswer } from '../../contract.ts'
import { PROOF_TOO_LARGE } from '../../messages.ts'

/** Silence, in milliseconds, after which a connection counts as lost; a slow upload that moves may take its time. */
const PATIENCE = 45_000
/** And for a whole upload without progress events. */
const LONGEST_PATIENCE = 240_000
const SHORTEST_WAIT = 1_500
const LONGEST_WAIT = 8_000

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

/** How the sending of a form ended. */
type Sending<Answer> =
  | { kind: 'accepted'; answer: Answer }
  /** `wait`: milliseconds after which it may be asked again, when it was not refused for good. */
  | { kind: 'refused'; status: number; body: Refusal; wait: number | null }
  /** No answer came: the report may have arrived or not. Sending it again with the same key is harmless. */
  | { kind: 'lost' }

/** Obstacle between a report and its success. */
export type Problem = { kind: 'lost' } | { kind: 'refused'; body: Refusal } | { kind: 'quote'; quote: Quote }

export type Outcome = { kind: 'accepted'; answer: Partial<PurchaseAnswer> } | Problem

/**
 * Sends a form with a file. XMLHttpRequest, because fetch has no upload progress. Another host may refuse the
 * preflight for that: when nothing of the form has left, it is sent once more as a browser sends any form.
 * @param onProgress gets the part that is sent, 0 to 1.
 * @param plain without headers and upload events, so that no preflight is needed.
 */
export function sendForm<Answer>(
  path: string,
  form: FormData,
  headers: Record<string, string>,
  onProgress: (part: number) => void,
  plain = false,
): Promise<Sending<Answer>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiAddress(path))
    let silence: ReturnType<typeof setTimeout>
    let left = plain || apiAddress('') === ''
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => request.abort(), plain ? LONGEST_PATIENCE : PATIENCE)
    }
    if (!plain) {
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = (event) => {
        listen()
        left = true
        if (event.lengthComputable) onProgress(event.loaded / event.total)
      }
    }
    request.onload = () => resolve(readAnswer(request))
    const lost = () => resolve(left ? { kind: 'lost' } : sendForm(path, form, {}, onProgress, true))
    request.onerror = lost
    request.onabort = lost
    request.onloadend = () => clearTimeout(silence)
    listen()
    request.send(form)
  })
}

function readAnswer<Answer>(request: XMLHttpRequest): Sending<Answer> {
  const { status } = request
  const body = readBody(request.responseText)
  if (status >= 200 && status < 300) {
    // An HTML page comes from a hotspot or a proxy in place of the shop: nothing was accepted.
    const page = /html/i.test(request.getResponseHeader('content-type') ?? '')
    return page ? { kind: 'lost' } : { kind: 'accepted', answer: body as Answer }
  }
  if (status === 413 && !body.error) {
    return {
      kind: 'refused',
      status,
      body: { error: PROOF_TOO_LARGE, details: 'Elige una foto más liviana.' },
      wait: null,
    }
  }
  const again = status === 503 || body.code === 'EN_CURSO'
  return { kind: 'refused', status, body, wait: again ? patience(request.getResponseHeader('retry-after')) : null }
}

/** Wait that `Retry-After` asks for, within a person's patience. */
function patience(seconds: string | null): number {
  return Math.min(Math.max(Number(seconds) * 1000 || SHORTEST_WAIT, SHORTEST_WAIT), LONGEST_WAIT)
}

function readBody(text: string): Refusal {
  try {
    return readRefusal(JSON.parse(text)) as Refusal
  } catch {
    return {}
  }
}
