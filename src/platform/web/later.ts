import { useCallback, useEffect, useState } from 'react'

/** A part of the page whose code is loaded when it is needed, or before. */
export interface Later<Part> {
  /** The part, once it is here. */
  readonly here: Part | null
  /** Loads it; a failure can be tried again. */
  load(): Promise<Part>
}

export function later<Part>(load: () => Promise<Part>): Later<Part> {
  let here: Part | null = null
  let loading: Promise<Part> | null = null
  return {
    get here() {
      return here
    },
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
 * The part once it is wanted and here: at once when it had been loaded before.
 * @returns `failed` when the connection did not give it; `retry` asks again.
 */
export function useLater<Part>(
  part: Later<Part>,
  wanted: boolean,
): { here: Part | null; failed: boolean; retry(): void } {
  const [here, setHere] = useState(part.here)
  const [failed, setFailed] = useState(false)
  const retry = useCallback(() => {
    setFailed(false)
    part.load().then(setHere, () => setFailed(true))
  }, [part])
  useEffect(() => {
    if (wanted && part.here === null) retry()
  }, [wanted, part, retry])
  return { here: part.here ?? here, failed, retry }
}
