import { RateRefusal } from './refusal.ts'

const LARGEST = 1024 * 1024
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * The text that the source answers at that path. Only the configured host is asked: no redirect is followed, and without
 * TLS only a host on this machine is, for whoever stands on the way could set the price.
 * @param stop ends the reading, when time is up too.
 * @throws RateRefusal
 */
export async function readSource(
  fetch: typeof globalThis.fetch,
  base: string,
  path: string,
  stop: AbortSignal,
): Promise<string> {
  const url = sourceUrl(base, path)
  let response: Response
  try {
    response = await fetch(url, {
      redirect: 'manual',
      signal: stop,
      credentials: 'omit',
      headers: { accept: 'application/json' },
    })
  } catch {
    throw unreachable()
  }
  try {
    return await readAnswer(response)
  } finally {
    // What was not read is not wanted: the connection is given up.
    await response.body?.cancel().catch(() => {})
  }
}

async function readAnswer(response: Response): Promise<string> {
  if (response.status >= 300 && response.status < 400) {
    throw new RateRefusal('TASA_REDIRIGIDA', 'La fuente de la tasa nos mandó a otra dirección y no la seguimos.')
  }
  if (response.status !== 200) {
    throw new RateRefusal('TASA_ESTADO', `La fuente de la tasa respondió con el error ${response.status}.`)
  }
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new RateRefusal('TASA_TIPO', 'La fuente de la tasa no respondió con datos (JSON).')
  }
  return readText(response)
}

function sourceUrl(base: string, path: string): URL {
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`)
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
  if (!safe || url.username !== '' || url.password !== '') {
    throw new RateRefusal('TASA_INSEGURA', 'RATE_SOURCE_URL debe empezar por https:// y no llevar clave.')
  }
  return url
}

/** The body as strict UTF-8, unpacked bytes counted. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > LARGEST)
        throw new RateRefusal('TASA_MUY_GRANDE', 'La respuesta de la fuente de la tasa es demasiado grande.')
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof RateRefusal) throw error
    throw unreachable()
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new RateRefusal('TASA_ILEGIBLE', 'La respuesta de la fuente de la tasa no se puede leer.')
  }
}

function unreachable(): RateRefusal {
  return new RateRefusal('TASA_SIN_RESPUESTA', 'La fuente de la tasa no respondió.')
}
