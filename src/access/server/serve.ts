import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { parse } from '#platform/server/http/parse.ts'
import type { Answer, Call, Calls } from '../calls.ts'
import type { Operator } from '../contract.ts'
import { ROLE_NAMES } from '../roles.ts'
import { signedIn } from './guard.ts'
import type { Session } from './session.ts'

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type OfOperators<C extends Call, T> = C['who'] extends 'todos' ? null : T

/** An incoming call: the operator, and the input as its row reads it. */
export interface Asked<C extends Call> {
  operator: OfOperators<C, Operator>
  session: OfOperators<C, Session>
  params: Read<C['params']>
  query: Read<C['query']>
  /** Undefined if its operation reads `request` itself. */
  body: C extends { form: true } ? undefined : Read<C['body']>
  request: FastifyRequest
  reply: FastifyReply
}

/** Operation of a call. It returns its answer, or the reply if it has sent one itself. */
export type Deed<C extends Call> = (
  asked: Asked<C>,
) =>
  | Promise<Answer<C> | FastifyReply>
  | Answer<C>
  | FastifyReply
  | (undefined extends Answer<C> ? Promise<void> : never)

export type Deeds<C extends Calls> = { readonly [Name in keyof C]: Deed<Extract<C[Name], Call>> }

/**
 * Serves calls by their rows. An operator without the right is refused before anything else is read; then path, query and body are read
 * by the contract that the document shows.
 * @param deeds one for each row: a row without its deed, or a deed without its row, does not compile.
 * @param options of Fastify, for all of them.
 */
export function serve<C extends Calls>(
  app: FastifyInstance,
  ctx: Ctx,
  calls: C,
  deeds: Deeds<C>,
  options: RouteShorthandOptions = {},
): void {
  for (const [name, call] of Object.entries<Call>(calls)) {
    const [method = '', url = ''] = name.split(' ')
    const deed = deeds[name as keyof C] as (asked: unknown) => unknown
    const status = Number(Object.keys(call.answers)[0])
    app.route({
      ...options,
      method,
      url,
      ...(call.hidden
        ? { schema: { hide: true } }
        : {
            config: {
              ...options.config,
              described: () => ({ ...call, method, url, tag: call.tag ?? 'panel', who: tellWho(call.who) }),
            },
          }),
      handler: async (request, reply) => {
        const session = call.who === 'todos' ? null : await signedIn(ctx, request, ...call.who)
        if (call.kept === false) reply.header('cache-control', 'no-store')
        const params = call.params && readPath(call.params, request.params, call.absent)
        const query = call.query && parse(call.query, request.query)
        const body = call.body && !call.form ? parse(call.body, request.body) : undefined
        reply.code(status)
        const operator = session?.operator ?? null
        return deed({ operator, session, params, query, body, request, reply })
      },
    })
  }
}

function tellWho(who: Call['who']): string {
  if (who === 'todos') return 'La puede hacer cualquiera.'
  const roles = who.map((role) => ROLE_NAMES[role].toLowerCase())
  return `La hace quien entró al panel como ${new Intl.ListFormat('es', { type: 'disjunction' }).format(roles)}.`
}

function readPath(schema: z.ZodType, given: unknown, absent: string | undefined): unknown {
  if (absent === undefined) return parse(schema, given)
  const { success, data } = schema.safeParse(given)
  if (!success) throw notFound(absent)
  return data
}

/** Waits for a deed, then answers what there is after it. */
export async function done<T>(deed: Promise<unknown>, read: () => T | Promise<T>): Promise<T> {
  await deed
  return read()
}
