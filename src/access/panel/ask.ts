import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { callPanel, readFailure } from '#platform/panel/api.ts'
import type { Answer, Call, Method, PanelCalls } from '../calls.ts'

export type CallName = keyof PanelCalls & string
type Row<Name extends CallName> = Extract<PanelCalls[Name], Call>
/** Answer of a call. */
export type Answered<Name extends CallName> = Answer<Row<Name>>

type InPath<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string | number> & InPath<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string | number>
    : unknown

/** A part of an address is text, whatever it is read as: only its name is known here. */
type InQuery<Schema> = Schema extends z.ZodType
  ? { query?: { [Field in keyof z.input<Schema>]?: string | number | null | undefined } }
  : unknown

type SentTo<Name, C extends Call> = (unknown extends InPath<Name> ? unknown : { params: InPath<Name> }) &
  InQuery<C['query']> &
  (C['body'] extends z.ZodType ? { body: z.input<C['body']> } : unknown)
/** Input of a call: the parts of its path, its query, its body. */
type Sent<Name extends CallName> = SentTo<Name, Row<Name>>

/** Arguments after the name of a call: none are needed if it has no required input. */
type Args<Taken> = unknown extends Taken ? [] : object extends Taken ? [given?: Taken] : [given: Taken]

interface Any {
  params?: Record<string, string | number> | undefined
  query?: Record<string, string | number | null | undefined> | undefined
  body?: unknown
}

/**
 * The panel's way to the calls that the server serves: `ask('GET /api/panel/rifas/:id', { params: { id } })`. Input and answer of each come from its
 * row in a room's `calls.ts`; nothing of the rows but types reaches the browser.
 * @throws PanelFailure
 */
export function ask<Name extends CallName>(call: Name, ...[sent]: Args<Sent<Name>>): Promise<Answered<Name>> {
  const { params = {}, query, body } = (sent ?? {}) as Any
  const [method = '', path = ''] = call.replace(' /api/panel', ' ').split(' ')
  const filled = path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String(params[part])))
  const search = new URLSearchParams(searched(query))
  return callPanel(method as Method, search.size > 0 ? `${filled}?${search}` : filled, body)
}

/** A search without empty fields. */
function searched(query: Any['query'] = {}): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(given.map(([field, value]) => [field, String(value)]))
}

type AskOptions<Name extends CallName, Shown> = Omit<
  UseQueryOptions<Answered<Name>, Error, Shown>,
  'queryKey' | 'queryFn'
>

/** A question with its key, which is the call and its input, as `prefetchQuery` takes it: prefetched data is there for `useAsk`. */
export function queryOf<Name extends CallName, Shown = Answered<Name>>(
  call: Name,
  ...[given]: Args<Sent<Name> & AskOptions<Name, Shown>>
) {
  const { params, query, body, ...options } = (given ?? {}) as Any & AskOptions<Name, Shown>
  const sent = { params, query: searched(query), body }
  return queryOptions<Answered<Name>, Error, Shown>({
    queryKey: [call, sent],
    queryFn: () => ask(call, ...([sent] as unknown as Args<Sent<Name>>)),
    ...options,
  })
}

/** Data of a screen: `useAsk('GET /api/panel/tasa', { refetchInterval: 60_000 })`. Components with the same question share the answer. */
export function useAsk<Name extends CallName, Shown = Answered<Name>>(
  call: Name,
  ...given: Args<Sent<Name> & AskOptions<Name, Shown>>
) {
  return useQuery(queryOf<Name, Shown>(call, ...given))
}

interface Page {
  siguiente: string | number | null
}

type PagesOptions<Name extends CallName> = Partial<
  Omit<UseInfiniteQueryOptions<Answered<Name>, Error>, 'queryKey' | 'queryFn' | 'select'>
>

/** A list that is fetched page by page: `despues` of a question is `siguiente` of the answer before it. */
export function pagesOf<Name extends CallName>(
  call: Answered<Name> extends Page ? Name : never,
  ...[given]: Args<Sent<Name> & PagesOptions<Name>>
) {
  const { params, query, ...options } = (given ?? {}) as Any & PagesOptions<Name>
  return infiniteQueryOptions({
    queryKey: [call, { params, query: searched(query) }],
    queryFn: ({ pageParam }) => {
      const sent = { params, query: { ...query, despues: pageParam } }
      return ask<Name>(call, ...([sent] as unknown as Args<Sent<Name>>))
    },
    initialPageParam: null as Page['siguiente'],
    getNextPageParam: (page) => (page as Page).siguiente,
    ...(options as object),
  })
}

export function usePages<Name extends CallName>(
  call: Answered<Name> extends Page ? Name : never,
  ...given: Args<Sent<Name> & PagesOptions<Name>>
) {
  return useInfiniteQuery(pagesOf<Name>(call, ...given))
}

/** A call, with any input; with `*` all whose name begins so. */
export type Calling = CallName | `${CallName}*`

/** Marks the answers of these calls as old: those on the screen are fetched again. */
export function refresh(client: QueryClient, calls: readonly Calling[]): Promise<void> {
  const fits = (name: unknown) =>
    calls.some((call) => (call.endsWith('*') ? String(name).startsWith(call.slice(0, -1)) : name === call))
  return client.invalidateQueries({ predicate: ({ queryKey: [name] }) => fits(name) })
}

/** Effects of a deed. */
interface Effects<Answer, Given> {
  /**
   * The question that its answer answers too: it is shown immediately. After a failure that question is fetched again, so that somebody else's change
   * is seen.
   */
  shows?: Shown<Answer> | ((answer: Answer) => Shown<Answer>)
  /** Other data that it changes, or may have changed if it failed. */
  refreshes?: readonly Calling[]
  done?: (answer: Answer, given: Given) => void
}

interface Shown<Answer> {
  queryKey: QueryKey
  queryFn?: (...asked: never[]) => Answer | Promise<Answer>
}

/** For a deed that is any of several calls: `useDeed(anyOf<PanelRaffle>, …)`, and `mutate(() => ask('POST …', …))`. */
export function anyOf<Answer>(deed: () => Promise<Answer>): Promise<Answer> {
  return deed()
}

type Deed = CallName | ((given: never) => Promise<unknown>)
type AnswerTo<D> = D extends CallName ? Answered<D> : D extends (given: never) => Promise<infer A> ? A : never
type GivenOf<D> = D extends CallName ? Given<Sent<D>> : D extends (given: infer G) => unknown ? Given<G> : never
// biome-ignore lint/suspicious/noConfusingVoidType: `mutate()` takes nothing only with this type
type Given<Taken> = object extends Taken ? void : Taken

/**
 * A person's action: `useDeed('POST /api/panel/sitio', { shows: queryOf('GET /api/panel/sitio') })`, and `mutate({ body })`.
 * A deed that chooses among calls, or sends a file, is a function in the place of the name.
 */
export function useDeed<D extends Deed>(deed: D, effects: Effects<AnswerTo<D>, GivenOf<D>> = {}) {
  const { shows, refreshes = [], done } = effects
  const client = useQueryClient()
  return useMutation<AnswerTo<D>, Error, GivenOf<D>>({
    mutationFn: (given) =>
      (typeof deed === 'string'
        ? (ask as (call: string, sent: unknown) => Promise<unknown>)(deed, given)
        : deed(given as never)) as Promise<AnswerTo<D>>,
    onSuccess: (answer, given) => {
      if (shows) client.setQueryData((typeof shows === 'function' ? shows(answer) : shows).queryKey, answer)
      void refresh(client, refreshes)
      done?.(answer, given)
    },
    onError: (error) => {
      void refresh(client, refreshes)
      if (!shows || typeof shows === 'function') return undefined
      const brought = client.invalidateQueries({ queryKey: shows.queryKey })
      // Somebody else's save is offered once it is here: earlier, the form would offer the old values.
      return readFailure(error).code === 'VERSION_VIEJA' ? brought : undefined
    },
  })
}
