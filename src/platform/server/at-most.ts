/** Runs at most `places` of the given works at once; the others wait their turn. */
export function atMost(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let taken = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (taken >= places) await new Promise<void>((resolve) => waiting.push(resolve))
    else taken++
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else taken--
    }
  }
}
