import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance } from 'fastify'
import { type AppError, type ErrorBody, refusal } from '../../errors.ts'

/** Not imported: a module that imports `node:http` loads all that it offers, the client behind `WebSocket` with it, 7 MB that nothing here uses. */
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Route of a request whose address cannot be read: no other route has it. */
const UNREADABLE = '/direccion-ilegible'

/** Codes of the parser and of Fastify for a body that is too large for any call. */
const TOO_LARGE = new Set([
  'FST_ERR_CTP_BODY_TOO_LARGE',
  'FST_REQ_FILE_TOO_LARGE',
  'FST_FIELDS_LIMIT',
  'FST_FILES_LIMIT',
  'FST_PARTS_LIMIT',
  'HPE_CHUNK_EXTENSIONS_OVERFLOW',
])

/** Refusal of a malformed or foreign request. @param status 4xx. */
export function unreadable(status: number): AppError {
  return refusal('SOLICITUD_INVALIDA', { status })
}

/** A request whose client is gone sends nothing more: waiting for its form would never end. @throws AppError 400 */
export function refuseGone({ destroyed }: IncomingMessage): void {
  if (destroyed) throw unreadable(400)
}

/** Refusals by Fastify and its plugins: bodies that are too large, malformed or of a wrong type. */
export function fromFastify(error: FastifyError): AppError | null {
  if (TOO_LARGE.has(error.code)) return tooLarge(413)
  if (error.code === 'FST_INVALID_MULTIPART_CONTENT_TYPE' || error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return refusal('TIPO_NO_ADMITIDO')
  }
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? unreadable(status) : null
}

/**
 * The address as it is routed. One with invalid percent-encoding is routed to a path that does not exist, so that its answer is made like any other:
 * a page for a person, JSON for a program.
 */
export function readableAddress({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  try {
    decodeURIComponent(url.split(/[?#;]/, 1)[0] ?? '')
    return url
  } catch {
    return url.startsWith('/api/') ? `/api${UNREADABLE}` : UNREADABLE
  }
}

/** Refuses requests that HTTP allows and no browser sends, in our words and not in those of Node. */
export function refuseBroken(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, originalUrl, url }) => {
    if (raw.headers.host === undefined && raw.httpVersion !== '1.0') throw unreadable(400)
    if (url !== originalUrl && url.startsWith('/api/')) throw unreadable(400)
  })
  const server: Server = app.server
  server.on('checkExpectation', (_request, response) => {
    const { status, body } = inWords(unreadable(417))
    response
      .writeHead(status, { 'content-type': JSON_TYPE, 'x-content-type-options': 'nosniff', connection: 'close' })
      .end(body)
  })
}

/**
 * Answers broken HTTP, headers without an end and a request that never ended. There is no request and no reply then, only a
 * connection; where an answer has begun on it, or nobody is left to read, it is closed.
 */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  const begun = (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent
  if (error.code !== 'ECONNRESET' && socket.writable && begun !== true) {
    const { status, body } = inWords(brokenHttp(error.code))
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        `Content-Type: ${JSON_TYPE}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroy(error)
}

const JSON_TYPE = 'application/json; charset=utf-8'

function brokenHttp(code = ''): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return tooLarge(431)
  if (TOO_LARGE.has(code)) return tooLarge(413)
  return unreadable(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400)
}

function tooLarge(status: 413 | 431): AppError {
  return refusal('SOLICITUD_MUY_GRANDE', { status })
}

function inWords({ status, error, details, code }: AppError): { status: number; body: string } {
  return { status, body: JSON.stringify({ error, details, code } satisfies ErrorBody) }
}
