import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

interface Documented {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>>
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)

/**
 * Compares an answer with what the OpenAPI document says of it.
 * @throws Error when the call, the status or the body is not as documented.
 */
export function checkAnswer(app: FastifyInstance, method: string, url: string, answer: LightMyRequestResponse): void {
  const path = url.split('?')[0] ?? ''
  const document = app.swagger() as unknown as Documented
  const operation = findOperation(document, method.toLowerCase(), path)
  if (!operation) throw new Error(`${method} ${path} is not in the OpenAPI document`)
  if (answer.statusCode === 304 || answer.statusCode === 204) return
  const { responses } = operation
  const documented =
    responses[String(answer.statusCode)] ?? (answer.statusCode >= 400 ? responses['default'] : undefined)
  if (!documented) throw new Error(`${method} ${path} answered ${answer.statusCode}, which is not documented`)
  if (!answer.headers['content-type']?.toString().startsWith('application/json')) return
  const schema = Object.values(documented.content ?? {})[0]?.schema
  if (!schema) throw new Error(`${method} ${path} ${answer.statusCode} has no documented body`)
  if (!ajv.validate(schema, answer.json())) {
    throw new Error(`${method} ${path} ${answer.statusCode}: ${ajv.errorsText()} in ${answer.body.slice(0, 300)}`)
  }
}

/** The documented path that fits best: one with fewer parameters wins. */
function findOperation(document: Documented, method: string, path: string) {
  const fitting = Object.keys(document.paths)
    .filter((template) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path))
    .sort((a, b) => a.split('{').length - b.split('{').length)
  for (const template of fitting) {
    const operation = document.paths[template]?.[method]
    if (operation) return operation
  }
  return undefined
}
