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
