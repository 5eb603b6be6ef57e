/**
 * Lets everyone who asks while it runs share the next run: one that has not begun yet serves all of them.
 * @returns what asks for it; it rejects for all who share a run that fails.
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
