import { timeoutSignal } from '../web/fetch-json.ts'

/** Why a call of the panel did not give its answer. `status` 0 means that none came. */
export class PanelFailure extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly details: string
  /** Problem of each field, if the answer names them. */
  readonly fields: Readonly<Record<string, string>>
  /** The whole answer: some errors carry more. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    body: { code?: string; error?: string; details?: string; campos?: Record<string, string> } & Record<
      string,
      unknown
    >,
  ) {
    super(`panel call failed with ${status}`)
    this.status = status
    this.code = body.code ?? ''
    this.title = body.error ?? 'No pudimos completar la acción'
    this.details = body.details ?? 'Intenta de nuevo en unos segundos.'
    this.fields = body.campos ?? {}
    this.body = body
  }
}

const NO_ANSWER = {
  code: 'SIN_RESPUESTA',
  error: 'No hay respuesta del servidor',
  details: 'Revisa tu conexión. Nada se perdió: vuelve a intentar.',
}

const IDLE_AFTER = 5 * 60_000
let lastInput = Date.now()
let clockOffset = 0

/** Notes when somebody touches the panel: its own later requests do not keep the session open. */
export function watchActivity(): void {
  for (const event of ['pointerdown', 'keydown', 'scroll'] as const) {
    addEventListener(
      event,
      () => {
        lastInput = Date.now()
      },
      { capture: true, passive: true },
    )
  }
}

/** Milliseconds since 1970 by the server's clock, to the second: waits and deadlines do not depend on this device's. */
export function serverNow(): number {
  return Date.now() + clockOffset
}

/** Asks the person at the screen to confirm who they are. @returns their proof, null if they cancel. */
type AskProof = (refusal: PanelFailure) => Promise<string | null>
let askProof: AskProof | null = null
let asked: Promise<string | null> | null = null
let permit: string | null = null

/** Sets the prompt for a proof, for every call that needs one. */
export function askProofBy(ask: AskProof | null): void {
  askProof = ask
}

/**
 * Sends with the permit that this page has (operators/server/factor/permit.ts), and once more with a new one if the server requires one.
 * @param send throws a PanelFailure with the server's answer.
 */
export async function sendProven<T>(send: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const headers = (): Record<string, string> => ({
    'x-tombola': 'panel',
    ...(permit === null ? {} : { 'x-tombola-permiso': permit }),
  })
  try {
    return await send(headers())
  } catch (error) {
    const failure = readFailure(error)
    if (failure.code !== 'CONFIRMACION_NECESARIA' || !askProof) throw error
    // Calls sent side by side share one prompt.
    asked ??= askProof(failure).finally(() => {
      asked = null
    })
    permit = await asked
    if (permit === null) throw error
    return await send(headers())
  }
}

/**
 * Takes a file from the panel's API. The browser keeps it as the server names it.
 * @param body of a POST; without it, it is a GET.
 * @throws PanelFailure
 */
export async function takeFile(path: string, body?: object): Promise<void> {
  const response = await sendProven(async (headers) => {
    const asked = body
      ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { headers }
    const answer = await fetch(`/api/panel${path}`, asked).catch(() => null)
    if (!answer?.ok) throw new PanelFailure(answer?.status ?? 0, (await answer?.json().catch(() => null)) ?? NO_ANSWER)
    return answer
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Calls the panel's API.
 * @throws PanelFailure when no answer comes within 20 seconds, or an error.
 */
export function callPanel<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return sendProven((headers) => call<T>(method, path, headers, body))
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

async function call<T>(method: Method, path: string, headers: Record<string, string>, body: unknown): Promise<T> {
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (Date.now() - lastInput > IDLE_AFTER) headers['x-tombola-fondo'] = '1'
  let response: Response
  let answer: unknown
  try {
    response = await fetch(`/api/panel${path}`, {
      method,
      headers,
      signal: timeoutSignal(20_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    answer = response.status === 204 ? undefined : await response.json().catch(() => null)
  } catch {
    throw new PanelFailure(0, NO_ANSWER)
  }
  const date = Date.parse(response.headers.get('date') ?? '')
  // The header names a whole second that has begun: half of it, on average, is over.
  if (!Number.isNaN(date)) clockOffset = date + 500 - Date.now()
  if (!response.ok) throw new PanelFailure(response.status, (answer ?? {}) as Record<string, unknown>)
  if (answer === null) throw new PanelFailure(0, NO_ANSWER)
  return answer as T
}

/** Any error as something that can be shown. */
export function readFailure(error: unknown): PanelFailure {
  return error instanceof PanelFailure
    ? error
    : new PanelFailure(0, { error: 'Algo falló en esta página', details: 'Recárgala e intenta de nuevo.' })
}
