/**
 * Does the work, and takes down what it needed, whatever happens: each step once the one before it is done, also when that failed. So a process
 * ends before its disk is unmounted, and a disk is unmounted before its folder goes.
 * @throws what failed first: a step that fails after the work has failed is a consequence, and would hide it.
 */
export async function thenCleanUp<T>(work: () => Promise<T>, ...steps: (() => unknown)[]): Promise<T> {
  let failed: { error: unknown } | undefined
  let done: T | undefined
  for (const step of [async () => (done = await work()), ...steps]) {
    try {
      await step()
    } catch (error) {
      failed ??= { error }
    }
  }
  if (failed) throw failed.error
  return done as T
}
