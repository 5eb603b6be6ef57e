import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveHere } from '../support/serve-here.ts'
import { type CallForm, requestOf } from './forms.ts'

/** A server on loopback through which a scanner that knows links reaches every call of an API, signed in. */
export interface Door {
  address: string
  /** A link of each call that takes a value. */
  links: { form: CallForm; url: string }[]
  /** How many values that are not the honest one arrived, by `GET /path field`, since the last `forget`. */
  attacks: Map<string, number>
  /** Answers by status, and the first error of the server of each call. */
  statuses: Map<number, number>
  errors: Map<string, string>
  forget(): void
  close(): Promise<void>
}

/**
 * @param target address of the server that is looked at.
 * @param signIn headers of a signed-in call; asked again whenever the session has ended, which some calls do.
 */
export async function openDoor(
  target: string,
  forms: CallForm[],
  pages: string[],
  signIn: () => Promise<Record<string, string>>,
): Promise<Door> {
  let headers = await signIn()
  const links = forms
    .map((form, index) => ({ form, url: `/llamada/${index}?${blind(form)}` }))
    .filter(({ form }) => Object.keys(form.fields).length > 0)
  const door: Door = {
    address: '',
    links,
    attacks: new Map(),
    statuses: new Map(),
    errors: new Map(),
    forget() {
      door.attacks.clear()
      door.statuses.clear()
      door.errors.clear()
    },
    close: async () => {},
  }

  async function ask(path: string, init: RequestInit): Promise<{ answer: Response; body: Buffer }> {
    const send = async () => {
      const own = { ...headers, ...Object.fromEntries(new Headers(init.headers)) }
      // A form says its type itself, with its boundary.
      if (!new Headers(init.headers).has('content-type')) delete own['content-type']
      const answer = await fetch(target + path, { ...init, headers: own })
      return { answer, body: Buffer.from(await answer.arrayBuffer()) }
    }
    const first = await send()
    if (first.answer.status !== 401 || !first.body.includes('NO_AUTENTICADO')) return first
    headers = await signIn()
    return send()
  }

  /** @returns null for a value that no header can hold: it never leaves a client. */
  function requested(url: URL): { name: string; path: string; init: RequestInit } | null {
    const form = forms[Number(/^\/llamada\/(\d+)$/.exec(url.pathname)?.[1] ?? -1)]
    if (!form) return { name: 'pages', path: url.pathname + url.search, init: { redirect: 'manual' } }
    const name = `${form.method} ${form.path}`
    const values = new URLSearchParams()
    for (const [place, [field, honest]] of Object.entries(form.fields).entries()) {
      const value = url.searchParams.get(`v${place}`) ?? honest
      values.set(field, value)
      if (value === honest) continue
      door.attacks.set(`${name} ${field}`, (door.attacks.get(`${name} ${field}`) ?? 0) + 1)
    }
    try {
      return { name, ...requestOf(form, values) }
    } catch {
      return null
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === INDEX) return void response.writeHead(200, HTML).end(index(links, pages))
    const sent = requested(url)
    if (sent === null) return void response.writeHead(400).end()
    const { name, path, init } = sent
    const { answer, body } = await ask(path, init)
    door.statuses.set(answer.status, (door.statuses.get(answer.status) ?? 0) + 1)
    if (answer.status >= 500 && !door.errors.has(name)) door.errors.set(name, `${answer.status} ${url.search}`)
    const kept = Object.fromEntries([...answer.headers].filter(([header]) => !LEFT_OUT.has(header)))
    const cookies = answer.headers.getSetCookie()
    response.writeHead(answer.status, { ...kept, ...(cookies.length > 0 && { 'set-cookie': cookies }) }).end(body)
  }

  const server = await serveHere((request, response) => {
    serve(request, response).catch((error: unknown) => {
      door.errors.set(request.url ?? '', String(error))
      response.writeHead(502).end()
    })
  })
  return Object.assign(door, server)
}

/** Links every call and every page; whatever is no call is the server's own. */
export const INDEX = '/todo-lo-que-hay'
const HTML = { 'content-type': 'text/html; charset=utf-8' }
/** They are of the other connection. */
const LEFT_OUT = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
  'set-cookie',
])

/** The values by names that say nothing: a scanner leaves alone what it takes for a token against forgery. */
function blind(form: CallForm): URLSearchParams {
  return new URLSearchParams(Object.values(form.fields).map((value, place) => [`v${place}`, value]))
}

function index(links: Door['links'], pages: string[]): string {
  const all = [...links.map(({ url }) => url), ...pages]
  return `<!doctype html><title>Todo</title>${all.map((url) => `<a href="${url.replaceAll('&', '&amp;')}">.</a>`).join('\n')}`
}
