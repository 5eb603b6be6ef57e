import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

/** A documented path; one with fewer parameters fits better. */
interface Path {
  fits: RegExp
  parameters: number
  operations: Record<string, Operation>
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)

/** Every shop of a worker has the same document: reading and compiling it takes longer than most tests. */
let known: Path[] | undefined

/**
 * Compares an answer with the OpenAPI document.
 * @throws Error when the call, the status or the body is not as documented.
 */
export function checkAnswer(app: FastifyInstance, method: string, url: string, answer: LightMyRequestResponse): void {
  const path = url.split('?')[0] ?? ''
  const operation = documentedPaths(app).find(
    ({ fits, operations }) => fits.test(path) && operations[method.toLowerCase()],
  )?.operations[method.toLowerCase()]
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

/** Those that fit best first. */
function documentedPaths(app: FastifyInstance): Path[] {
  if (known) return known
  const { paths } = app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }
  known = Object.entries(paths)
    .map(([template, operations]) => ({
      fits: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
      parameters: template.split('{').length,
      operations,
    }))
    .sort((one, other) => one.parameters - other.parameters)
  return known
}
