import { useEffect, useState } from 'react'

/** A part of the page whose code is loaded when it is needed, or before. */
type Later<Part> = ReturnType<typeof later<Part>>

export function later<Part>(load: () => Promise<Part>) {
  let here: Part | null = null
  let loading: Promise<Part> | null = null
  return {
    /** The part, once it is here. */
    get here() {
      return here
    },
    /** Loads it; a failure can be tried again. */
    load() {
      loading ??= load().then(
        (part) => {
          here = part
          return part
        },
        (error: unknown) => {
          loading = null
          throw error
        },
      )
      return loading
    },
  }
}

/**
 * The part once it is wanted and here: immediately if it had been loaded before.
 * @returns `failed` if the connection did not deliver it; `retry` tries again.
 */
export function useLater<Part>(
  part: Later<Part>,
  wanted: boolean,
): { here: Part | null; failed: boolean; retry(): void } {
  // Null while it is on its way, false when it did not come.
  const [state, setState] = useState<Part | false | null>(part.here)
  const retry = () => {
    setState(null)
    part.load().then(setState, () => setState(false))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is wanted; the person asks again.
  useEffect(() => {
    if (!wanted) return
    // It may have come since it was drawn without.
    if (part.here) setState(part.here)
    else retry()
  }, [wanted])
  return { here: part.here, failed: state === false, retry }
}
