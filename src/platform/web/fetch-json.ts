/** Why a call did not give its answer: `status` 0 means that none came. */
export class CallFailure extends Error {
  // Declared only: defining the fields would cost the first load a helper of 0.4 kB.
  declare readonly status: number
  declare readonly body: {
    message?: string
    error?: string
    details?: string
    code?: string
    numeros?: string[]
    sin_apartar?: boolean
  }

  constructor(status: number, body: CallFailure['body'] = {}) {
    super(`${status}`)
    this.status = status
    this.body = body
  }
}

/** The body of a refusal from any host: values that are not text are useless to people. */
export function readRefusal(answer: unknown): CallFailure['body'] {
  const body: Record<string, unknown> = answer instanceof Object ? { ...answer } : {}
  for (const name of ['message', 'error', 'details', 'code']) {
    if (typeof body[name] !== 'string' || !/\S/.test(body[name])) delete body[name]
  }
  return body
}

/** The address of a call on the host that the document names (`data-api` of html); without one, the same origin. */
export function apiAddress(path: string): string {
  return (document.documentElement.dataset['api'] ?? '') + path
}

/** Retries of a call, for a busy server that says when to come back, and the longest wait in seconds. */
const TIMES = 3
const LONGEST_WAIT = 9

/**
 * Requests JSON from the API. A busy server that says when to come back is tried again then.
 * @param options `heard` gets the headers of the answer.
 * @throws CallFailure when there is no answer within 15 seconds, an error status, or no JSON in it.
 */
export async function fetchJson<T>(
  path: string,
  options: { method?: 'GET' | 'POST'; body?: unknown; heard?: (headers: Headers) => void } = {},
  times = TIMES,
): Promise<T> {
  const { method = 'GET', body } = options
  const response = await fetch(apiAddress(path), {
    method,
    signal: timeoutSignal(15_000),
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch(() => {
    throw new CallFailure(0)
  })
  const answer = await response.json().catch(() => null)
  const wait = Number(response.headers.get('retry-after'))
  if (response.status === 503 && wait > 0 && wait < LONGEST_WAIT && times > 0) {
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
    return fetchJson(path, options, times - 1)
  }
  if (!response.ok) throw new CallFailure(response.status, readRefusal(answer))
  if (answer === null) throw new CallFailure(0)
  options.heard?.(response.headers)
  return answer as T
}

/** `AbortSignal.timeout` for the browsers of old phones that lack it. @param milliseconds until it aborts. */
export function timeoutSignal(milliseconds: number): AbortSignal {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), milliseconds)
  return stop.signal
}

/** Calls that again while the page is in sight, and as soon as it is seen or connected again. @returns its end */
export function whileSeen(call: () => unknown, every: number): () => void {
  const again = () => {
    if (!document.hidden) call()
  }
  const timer = setInterval(again, every)
  const heard = new AbortController()
  for (const name of ['visibilitychange', 'online']) addEventListener(name, again, { signal: heard.signal })
  return () => {
    clearInterval(timer)
    heard.abort()
  }
}
