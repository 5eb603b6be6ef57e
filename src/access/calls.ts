import type { z } from 'zod'
import type { Role } from './contract.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call of the API: its guard, its input, its answer, its documentation, and the types for a browser. */
export interface Call {
  /** Roles that may; `todos` is everybody, signed in or not. */
  who: readonly Role[] | 'todos'
  /** Its group in the document; `panel` unless set. */
  tag?: 'rifas' | 'boletos' | 'compras' | 'consulta' | 'servidor'
  /** Its effect, in Spanish, for readers of the document. */
  summary: string
  /** Parts of its path. One that cannot be read is answered 404, in the words of `absent`; without them it is a wrong field. */
  params?: z.ZodType
  absent?: string
  query?: z.ZodType
  /** Fields of a JSON body, or of a form when `form` is set; its operation reads a form itself. */
  body?: z.ZodType
  form?: true
  /** Nobody on the way keeps its answer, nor its refusal. */
  kept?: false
  /** For a page of ours, and left out of the document. */
  hidden?: true
  /** Its answers, by status: the first is sent unless its operation chooses another. Errors share one shape. */
  answers: Readonly<Record<number, z.ZodType>>
}

/** Calls by `METHOD /path`. A room's are in its `calls.ts`, which a browser imports for its types alone. */
export type Calls = Readonly<Record<`${Method} /${string}`, Call>>

/** The calls of the panel, of all rooms (app/calls.ts): a screen names any of them (access/panel/ask.ts). */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface PanelCalls {}

/** Roles of most calls. */
export const OWNER = ['dueno'] as const satisfies readonly Role[]
export const DECIDE = ['dueno', 'revisor'] as const satisfies readonly Role[]
/** Roles that see all sales of the shop. A new call names one of these three; people who only sell are in none of them. */
export const LOOK = ['dueno', 'revisor', 'lector'] as const satisfies readonly Role[]
/** Roles that sell by hand, and see their own sales. */
export const SELL = ['dueno', 'revisor', 'vendedor'] as const satisfies readonly Role[]
/** Every role: for calls about the caller alone. */
export const SELF = ['dueno', 'revisor', 'lector', 'vendedor'] as const satisfies readonly Role[]

type Answers<C extends Call> = C['answers'][keyof C['answers']]

/** Its answer on success; nothing if its row says null. */
export type Answer<C extends Call> =
  Answers<C> extends z.ZodNull ? undefined : Answers<C> extends z.ZodType ? z.output<Answers<C>> : never
