import type { z } from 'zod'
import { callPanel } from '#platform/panel/api.ts'
import type { Answer, Call, Calls, Method } from '../calls.ts'

type InPath<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string | number> & InPath<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string | number>
    : unknown

/** A part of an address is text, whatever it is read as: only its name is known here. */
type InQuery<Schema> = Schema extends z.ZodType
  ? { query: { [Field in keyof z.input<Schema>]: string | number | null | undefined } }
  : unknown

type Sent<Name, C extends Call> = (unknown extends InPath<Name> ? unknown : { params: InPath<Name> }) &
  InQuery<C['query']> &
  (C['body'] extends z.ZodType ? { body: z.input<C['body']> } : unknown)

type Ask<C extends Calls> = <Name extends keyof C & string>(
  name: Name,
  ...sent: unknown extends Sent<Name, Extract<C[Name], Call>> ? [] : [Sent<Name, Extract<C[Name], Call>>]
) => Promise<Answer<Extract<C[Name], Call>>>

interface Any {
  params?: Record<string, string | number>
  query?: Record<string, string | number | null | undefined>
  body?: unknown
}

/**
 * The panel's way to the calls of a room: `const ask = asking<typeof METHOD_CALLS>()`. Their names, what they take and what they
 * answer come from the rows that the server serves; nothing of them but types reaches the browser.
 */
export function asking<C extends Calls>(): Ask<C> {
  const ask = (name: string, { params = {}, query = {}, body }: Any = {}) => {
    const [method = '', path = ''] = name.replace(' /api/panel', ' ').split(' ')
    const filled = path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String(params[part])))
    const search = new URLSearchParams()
    for (const [field, value] of Object.entries(query)) {
      if (value !== undefined && value !== null && value !== '') search.set(field, String(value))
    }
    return callPanel(method as Method, search.size > 0 ? `${filled}?${search}` : filled, body)
  }
  return ask as Ask<C>
}
