import { StoreError } from './store-error.ts'

/** Bytes of an answer that is read whole: a page of a thousand names is a tenth of it. */
const LONGEST = 8 * 2 ** 20

/**
 * An answer as text; an endless one does not fill our memory.
 * @param longest silence in it, in milliseconds.
 * @throws StoreError
 */
export async function readText(answer: Response, longest = 10_000): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of inTime(answer, longest)) {
    size += part.length
    if (size > LONGEST) throw new StoreError('failed', 'EMSGSIZE')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The pieces of an answer; a line that is silent for this long, in milliseconds, while we wait counts as broken. */
export async function* inTime(answer: Response, longest: number): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new StoreError('unreachable', 'ETIMEDOUT')), longest)
      })
      const { done, value } = await Promise.race([reader.read(), late]).finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
