import type { FastifySchema } from 'fastify'
import { z } from 'zod'

export interface Description {
  tag: string
  summary: string
  /** Fields of a JSON body, or of a form when `form` is set. */
  body?: z.ZodType
  form?: boolean
  params?: z.ZodType
  query?: z.ZodType
  /** What it answers, by status. Errors share one shape and need not be named. */
  answers: Record<number, z.ZodType>
}

const errorBody = z.object({ error: z.string(), details: z.string(), code: z.string() }).loose()

/** A contract does not change: translating all of them takes most of what it takes to make the server, and a test makes hundreds. */
const known = { input: new WeakMap<z.ZodType, object>(), output: new WeakMap<z.ZodType, object>() }

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const before = known[io].get(schema)
  if (before) return before
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  known[io].set(schema, rest)
  return rest
}

/** The route's part of the OpenAPI document, from the same contracts that the operation parses by. */
export function describe(description: Description): FastifySchema {
  const response: Record<string, unknown> = { default: jsonSchema(errorBody, 'output') }
  for (const [status, schema] of Object.entries(description.answers)) response[status] = jsonSchema(schema, 'output')
  return {
    tags: [description.tag],
    summary: description.summary,
    response,
    ...(description.form ? { consumes: ['multipart/form-data'] } : {}),
    ...(description.body ? { body: jsonSchema(description.body, 'input') } : {}),
    ...(description.params ? { params: jsonSchema(description.params, 'input') } : {}),
    ...(description.query ? { querystring: jsonSchema(description.query, 'input') } : {}),
  } as FastifySchema
}
