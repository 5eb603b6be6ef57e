import autocannon from 'autocannon'

export interface Load {
  url: string
  connections: number
  seconds: number
  /** One after the other on every connection, again and again. */
  requests: autocannon.Request[]
}

/** Answers that a load got. */
export interface Seen {
  perSecond: number
  /** Milliseconds until the answer: of the middle one, and of the slowest hundredth. */
  p50: number
  p99: number
}

/**
 * Sends requests for that long, each connection the next one when the last was answered.
 * @throws Error with the first answer that is not 2xx: a bench of refusals measures nothing.
 */
export async function answersPerSecond({ url, connections, seconds, requests }: Load): Promise<Seen> {
  let refusal: string | null = null
  const watched = requests.map((request) => ({
    ...request,
    onResponse(status: number, body: string, context: object, headers: autocannon.Request['headers']) {
      if (status < 200 || status > 299) {
        refusal ??= `${request.method ?? 'GET'} ${url}${request.path} answered ${status}: ${body.slice(0, 500)}`
        running.stop()
      } else if (typeof request.onResponse === 'function') request.onResponse(status, body, context, headers)
    },
  }))
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const running = autocannon({ url, connections, duration: seconds, requests: watched }, (error, result) =>
    error ? reject(error) : resolve(result),
  )
  const result = await promise
  if (refusal !== null) throw new Error(refusal)
  if (result.errors > 0) throw new Error(`${result.errors} requests to ${url} got no answer`)
  const { p50, p99 } = result.latency
  return { perSecond: result['2xx'] / result.duration, p50, p99 }
}

/** The same without a look at each answer, which costs the generator more than small answers cost the server. */
export async function readsPerSecond(
  url: string,
  path: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<number> {
  const result = await autocannon({ url: `${url}${path}`, connections: 16, duration: seconds, headers })
  if (result.errors > 0) throw new Error(`${result.errors} requests to ${url}${path} got no answer`)
  if (result.non2xx > 0) {
    const answer = await fetch(`${url}${path}`, { headers })
    throw new Error(
      `${result.non2xx} refusals of ${path}; now ${answer.status}: ${(await answer.text()).slice(0, 500)}`,
    )
  }
  if (result['2xx'] === 0) throw new Error(`no answer of ${url}${path} in ${seconds} s`)
  return result['2xx'] / result.duration
}
