import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { refusal } from '#platform/errors.ts'
import { withoutHidden } from '#platform/hidden-signs.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { IncomingFile } from '#platform/server/files.ts'
import { cutText } from '#platform/server/http/refuse-nul.ts'
import { boundaryOf, readWhole, splitForm, type WholePart } from '#platform/server/http/split-form.ts'
import { PIXEL_LIMIT } from '#platform/server/pixel-limit.ts'
import { randomId } from '#platform/server/random.ts'
import { PROOF_INVALID_TYPE, PROOF_TOO_LARGE } from '../../messages.ts'
import { PROOF_HEAD, proofType } from '../../proof.ts'
import type { Proof } from '../store.ts'
import { createSizeReader } from './picture-size.ts'

/** A proof that has arrived whole and is not durable yet: the receiver calls `file.commit()` or `file.discard()`. */
export interface ReceivedProof extends Omit<Proof, 'compra_id' | 'creado_en'> {
  file: IncomingFile
}

export interface ReceivedForm {
  fields: Record<string, string>
  proof: ReceivedProof | null
}

/**
 * Reads a multipart form with at most one file, in whatever order its parts come. A short and plain one is cut into its parts when all
 * of it is there (docs/decisions/036). The file of any other goes to disk as it arrives, so that many slow uploads take little memory.
 * The content of a file decides its type, not its name.
 * @throws AppError 413 ARCHIVO_MUY_GRANDE | FOTO_MUY_GRANDE, 415 ARCHIVO_NO_VALIDO | TIPO_NO_ADMITIDO; nothing is left behind then.
 */
export async function receiveForm(ctx: Ctx, request: FastifyRequest): Promise<ReceivedForm> {
  const boundary = boundaryOf(request.headers['content-type'])
  const whole =
    boundary &&
    (await readWhole(request.raw, (body) => {
      const parts = splitForm(body, boundary)
      return parts && receiveParts(ctx, parts)
    }))
  return whole || receiveParts(ctx, request.parts())
}

async function receiveParts(ctx: Ctx, parts: Iterable<WholePart> | ReturnType<FastifyRequest['parts']>) {
  const fields: Record<string, string> = {}
  let proof: ReceivedProof | null = null
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = withoutHidden(part.value)
      } else if (part.fieldname === 'comprobante' && proof === null) {
        proof = await receiveProof(ctx, part.filename, part.file)
      } else {
        part.file.resume()
      }
    }
  } catch (error) {
    await proof?.file.discard()
    throw error
  }
  return { fields, proof }
}

/** A part that was cut out of a whole form gives its bytes in one piece. */
type Upload = (Iterable<Buffer> | AsyncIterable<Buffer>) & { truncated: boolean }

async function receiveProof(ctx: Ctx, filename: string | undefined, upload: Upload): Promise<ReceivedProof | null> {
  const id = randomId(ctx.random)
  const hash = createHash('sha256')
  let file: IncomingFile | null = null
  let head = Buffer.alloc(0)
  const size = createSizeReader()
  let bytes = 0
  try {
    for await (const chunk of upload) {
      size.read(chunk)
      if (head.length < PROOF_HEAD) head = Buffer.concat([head, chunk.subarray(0, PROOF_HEAD - head.length)])
      bytes += chunk.length
      hash.update(chunk)
      file ??= await ctx.files.receive(id)
      await file.write(chunk)
    }
    // A browser sends an empty part when no file was chosen.
    if (file === null) return null
    if (upload.truncated) {
      throw refusal('ARCHIVO_MUY_GRANDE', { error: 'Archivo demasiado grande', details: PROOF_TOO_LARGE })
    }
    const tipo = proofType(head)
    if (tipo === null) throw refusal('ARCHIVO_NO_VALIDO', { details: PROOF_INVALID_TYPE })
    if ((size.pixels() ?? 0) > PIXEL_LIMIT) throw refusal('FOTO_MUY_GRANDE')
    return { id, nombre: cleanName(filename), tipo, bytes, sha256: hash.digest('hex'), file }
  } catch (error) {
    await file?.discard()
    throw error
  }
}

/** The name is only ever shown: no path, no control characters, no more than 120 characters. */
function cleanName(filename: string | undefined): string {
  const name = (filename ?? '').split(/[\\/]/).pop() ?? ''
  return cutText(name.replace(/\p{C}/gu, '').trim(), 120) || 'comprobante'
}

const KEY = /^[\x21-\x7e]{8,100}$/

/**
 * The Idempotency-Key that a form made when it opened; null from clients of the specification, which know of none.
 * @throws AppError 422 CLAVE_INVALIDA
 */
export function readKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && KEY.test(key)) return key
  throw refusal('CLAVE_INVALIDA')
}

/** Serves one request of a key at a time, in this process. @throws AppError 409 EN_CURSO for another one meanwhile. */
export function oncePerKey() {
  const running = new Set<string>()
  return async <T>(key: string | null, serve: () => Promise<T>): Promise<T> => {
    if (key === null) return serve()
    if (running.has(key)) throw refusal('EN_CURSO')
    running.add(key)
    try {
      return await serve()
    } finally {
      running.delete(key)
    }
  }
}
