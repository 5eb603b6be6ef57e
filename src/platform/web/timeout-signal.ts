/** `AbortSignal.timeout` for the browsers of old phones that lack it. @param milliseconds until it aborts. */
export function timeoutSignal(milliseconds: number): AbortSignal {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), milliseconds)
  return stop.signal
}
