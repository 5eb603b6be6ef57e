import type { FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'

export interface Description {
  method: string
  /** As the server serves it, with `:id` for parameters. */
  url: string
  tag: string
  summary: string
  /** Roles that may call it, in a sentence. */
  who: string
  /** Fields of a JSON body, or of a form when `form` is set. */
  body?: z.ZodType
  form?: boolean
  params?: z.ZodType
  query?: z.ZodType
  /** Its answers, by status. Errors share one shape and need not be named. */
  answers: Record<number, z.ZodType>
}

const errorBody = z.object({ error: z.string(), details: z.string(), code: z.string() }).loose()

/** Groups of calls in the document. Only people who may enter the panel see the group `panel` and its calls. */
export const TAGS = [
  { name: 'rifas', description: 'Las rifas, sus imágenes, dónde se paga y la tasa' },
  { name: 'boletos', description: 'Qué números quedan, y apartarlos' },
  { name: 'compras', description: 'Reportar un pago y saber cómo va' },
  { name: 'consulta', description: 'Los números de una cédula' },
  { name: 'servidor', description: 'Cómo está el servidor, y este documento' },
  { name: 'panel', description: 'Lo que hace quien opera las rifas' },
]

/** Control characters by their codes: readers of the document may know no classes of Unicode. */
const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Description of the route in the document. */
    described?: () => Description
  }
}

/** A contract does not change, and a test makes hundreds of servers. */
const known = { input: new WeakMap<z.ZodType, object>(), output: new WeakMap<z.ZodType, object>() }

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const before = known[io].get(schema)
  if (before) return before
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern) jsonSchema.pattern = jsonSchema.pattern.replaceAll('\\P{Cc}', `[^${CONTROL}]`)
    },
  })
  known[io].set(schema, rest)
  return rest
}

/** A route in the document. Made on demand: translating every contract takes longer than all else that makes the server. */
export function describeRoute({ schema, url, route }: { schema: FastifySchema; url: string; route: RouteOptions }) {
  const described = route.config?.described
  return { url, schema: described ? describe(described()) : schema }
}

/** The route's part of the OpenAPI document, from the same contracts that the operation parses by. */
function describe(description: Description): FastifySchema {
  const response: Record<string, unknown> = { default: jsonSchema(errorBody, 'output') }
  for (const [status, schema] of Object.entries(description.answers)) response[status] = jsonSchema(schema, 'output')
  return {
    operationId: nameOf(description.method, description.url),
    tags: [description.tag],
    summary: description.summary,
    description: `${description.summary}. ${description.who}`,
    response,
    ...(description.form ? { consumes: ['multipart/form-data'] } : {}),
    ...(description.body ? { body: jsonSchema(description.body, 'input') } : {}),
    ...(description.params ? { params: jsonSchema(description.params, 'input') } : {}),
    ...(description.query ? { querystring: jsonSchema(description.query, 'input') } : {}),
  } as FastifySchema
}

/** `POST /api/panel/compras/:id/aprobar` as a program names it: `postPanelComprasIdAprobar`. */
function nameOf(method: string, url: string): string {
  const words = url.replace(/^\/api/, '').match(/\w+/g) ?? []
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
