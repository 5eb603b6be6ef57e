const LARGEST = 1024 * 1024
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Why another host's answer is not taken. */
export type OutsideReason = 'insegura' | 'sin respuesta' | 'redirigida' | 'estado' | 'tipo' | 'muy grande' | 'ilegible'

export class OutsideError extends Error {
  readonly reason: OutsideReason
  /** Of its answer, where it gave one. */
  readonly status: number | null

  constructor(reason: OutsideReason, status: number | null = null) {
    super(status === null ? reason : `${reason} ${status}`)
    this.reason = reason
    this.status = status
  }
}

export interface Wanted {
  /** Media types that are read. */
  types: readonly string[]
  /** Ends the reading, when time is up too. */
  stop: AbortSignal
  /** Bytes of the unpacked body. */
  largest?: number
}

/** Whether nobody on the way could write the answer. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

/**
 * The text of another host's answer. Only that address is requested: no redirect is followed, no credentials are sent, and a host without TLS must be
 * this machine, because anybody on the way could write the answer.
 * @throws OutsideError
 */
export async function readOutside(fetch: typeof globalThis.fetch, url: URL, wanted: Wanted): Promise<string> {
  if (!isSafe(url) || url.username !== '' || url.password !== '') throw new OutsideError('insegura')
  let response: Response
  try {
    response = await fetch(url, {
      redirect: 'manual',
      signal: wanted.stop,
      credentials: 'omit',
      headers: { accept: wanted.types.join(', ') },
    })
  } catch {
    throw new OutsideError('sin respuesta')
  }
  try {
    return await readAnswer(response, wanted)
  } finally {
    // The rest is not wanted: the connection is given up.
    await response.body?.cancel().catch(() => {})
  }
}

async function readAnswer(response: Response, { types, largest = LARGEST }: Wanted): Promise<string> {
  const { status } = response
  if (status >= 300 && status < 400) throw new OutsideError('redirigida', status)
  if (status !== 200) throw new OutsideError('estado', status)
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!types.includes(type)) throw new OutsideError('tipo')
  return readText(response, largest)
}

/** The body as strict UTF-8, unpacked bytes counted. */
async function readText(response: Response, largest: number): Promise<string> {
  const bytes = await readBytes(
    response.body ?? [],
    largest,
    () => new OutsideError('muy grande'),
    () => new OutsideError('sin respuesta'),
  )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new OutsideError('ilegible')
  }
}

/** All of a body. @throws `huge` of one that is larger, `cut` of one that breaks off */
export async function readBytes(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  largest: number,
  huge: () => Error,
  cut: (error: unknown) => unknown,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > largest) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw cut(error)
  }
  if (size > largest) throw huge()
  return Buffer.concat(chunks)
}
