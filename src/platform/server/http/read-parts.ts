import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasNul, nulRefused } from './refuse-nul.ts'

/** Errors that the form itself caused; they are no fault of ours. */
const brokenForms = new WeakSet<object>()

/** Whether reading the form failed because of the form: no boundary, cut off, malformed. */
export function isBrokenForm(error: unknown): boolean {
  return typeof error === 'object' && error !== null && brokenForms.has(error)
}

type Parts = ReturnType<FastifyRequest['parts']>
type Part = Parts extends AsyncIterableIterator<infer Each> ? Each : never

/**
 * Every form of every call is read through this: U+0000 in a name or a value is refused, and what a form gets wrong is told
 * apart from what we get wrong. It replaces the reading functions of each request, so that no call can go around it.
 */
export function guardForms(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return
    const { parts, file } = request
    request.parts = (options) => guardedParts(parts.call(request, options))
    request.file = async (options) => {
      const found = await file.call(request, options).catch(fromForm)
      if (found) look(found)
      return found
    }
  })
}

async function* guardedParts(parts: Parts): AsyncGenerator<Part, void> {
  try {
    for (;;) {
      const { value, done } = await parts.next().catch(fromForm)
      if (done) return
      look(value)
      yield value
    }
  } finally {
    await parts.return?.()
  }
}

function fromForm(error: unknown): never {
  if (typeof error === 'object' && error !== null) brokenForms.add(error)
  throw error
}

/** @throws AppError 400 CARACTER_NO_ADMITIDO */
function look(part: Part | MultipartFile): void {
  if (part.type === 'file') {
    // A form that came at once may have broken already.
    if (part.file.errored) brokenForms.add(part.file.errored)
    part.file.once('error', (error) => brokenForms.add(error))
    if (hasNul(part.fieldname) || hasNul(part.filename)) {
      part.file.resume()
      throw nulRefused()
    }
  } else if (hasNul(part.fieldname) || (typeof part.value === 'string' && hasNul(part.value))) {
    throw nulRefused()
  }
}
