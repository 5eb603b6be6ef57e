/**
 * Lets all callers during a run share the next one: a run that has not begun yet serves all of them.
 * @returns a function that requests it; it rejects for all callers of a run that fails.
 */
export function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        const run = work()
        running = run
        return run
      })
    return next
  }
}
