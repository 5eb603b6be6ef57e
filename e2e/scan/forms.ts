/** A call of an OpenAPI document as a flat form: every value that it takes has one field. */
export interface CallForm {
  method: string
  /** `/api/rifas/{id}/status` */
  path: string
  /** Honest values by name: `p.` of the path, `q.` of the query, `b.` of the body, `h.` of a header. */
  fields: Record<string, string>
  /** Of the body; anything else is text. */
  kinds: Record<string, 'number' | 'boolean'>
  body: 'json' | 'multipart' | null
  /** Objects of the body that may hold anything: without them the others are refused. */
  open: string[]
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Schema {
  type?: string
  enum?: (string | number)[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
  minLength?: number
  format?: string
  pattern?: string
}

/** Text of a person, by the name of a field; numbers and choices come from the document. */
const HONEST: Record<string, string> = {
  cedula: 'V12345678',
  telefono: '04141234567',
  correo: 'carla@ejemplo.test',
  email: 'carla@ejemplo.test',
  para: 'carla@ejemplo.test',
  nombre: 'Carla Mendoza',
  referencia: '004512783390',
  id_rifa: '1',
  cantidad_tickets: '2',
  total: '10.00',
  precio: '5.00',
  tasa: '671.42',
  metodo_pago: 'Pago Movil',
  desde: '2026-01-01',
  hasta: '2026-12-31',
  fecha: '',
  codigo: '123456',
}

/** Headers that a call reads and the document leaves out. */
const HEADERS: Record<string, string[]> = {
  'POST /api/rifas/participantes': ['idempotency-key'],
  'POST /api/panel/sesion': ['user-agent'],
  'GET /api/panel/cuenta': ['cookie'],
  'GET /api/rifas/rifas/{id}': ['x-forwarded-for', 'if-none-match'],
}

/** Every call of the document, those that only read first and those that remove last. @param known values of this shop. */
export function formsOf(document: ApiDocument, known: Record<string, string>): CallForm[] {
  const order = ['GET', 'POST', 'PUT', 'DELETE']
  const rank = ({ method, path }: CallForm) => order.indexOf(method) + (path.endsWith('/sesion') ? 10 : 0)
  return Object.entries(document.paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => formOf(method.toUpperCase(), path, operation, known)),
    )
    .sort((a, b) => rank(a) - rank(b))
}

function formOf(method: string, path: string, operation: Operation, known: Record<string, string>): CallForm {
  const form: CallForm = { method, path, fields: {}, kinds: {}, body: null, open: [] }
  for (const { in: place, name, schema } of operation.parameters ?? [])
    addFields(form, `${place.slice(0, 1)}.${name}`, name, schema, known)
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {})
  if (type && content) {
    form.body = type.startsWith('multipart') ? 'multipart' : 'json'
    addFields(form, 'b', '', content.schema, known)
  }
  for (const name of HEADERS[`${method} ${path}`] ?? []) form.fields[`h.${name}`] = 'prueba'
  return form
}

function addFields(form: CallForm, at: string, name: string, schema: Schema, known: Record<string, string>): void {
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) addFields(form, at, name, choice, known)
  else if (schema.items) addFields(form, `${at}.0`, name, schema.items, known)
  else if (schema.type === 'object') {
    if (at !== 'b' && Object.keys(schema.properties ?? {}).length === 0) form.open.push(at)
    for (const [key, part] of Object.entries(schema.properties ?? {})) addFields(form, `${at}.${key}`, key, part, known)
  } else {
    if (at.startsWith('b') && (schema.type === 'number' || schema.type === 'integer')) form.kinds[at] = 'number'
    if (schema.type === 'boolean') form.kinds[at] = 'boolean'
    form.fields[at] = honestValue(name, schema, known)
  }
}

function honestValue(name: string, schema: Schema, known: Record<string, string>): string {
  if (schema.enum) return String(schema.enum[0])
  if (schema.type === 'boolean') return 'false'
  if (schema.type === 'number' || schema.type === 'integer') return String(Math.max(1, schema.minimum ?? 1))
  if (schema.pattern?.startsWith('^[1-9]')) return '1'
  if (schema.format === 'date') return '2026-11-20'
  return known[name] ?? HONEST[name] ?? 'prueba de ejemplo'.padEnd(schema.minLength ?? 0, 'a')
}

/** The request that a filled form stands for. @throws TypeError where a header cannot hold its value. */
export function requestOf(form: CallForm, values: URLSearchParams): { path: string; init: RequestInit } {
  const headers = new Headers()
  const query = new URLSearchParams()
  const body: Record<string, unknown> = {}
  let path = form.path
  for (const at of Object.keys(form.fields)) {
    const value = values.get(at) ?? ''
    const [place = '', ...names] = at.split('.')
    const name = names.join('.')
    if (place === 'p') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (place === 'q') query.set(name, value)
    else if (place === 'h') headers.set(name, value)
    else put(body, names, typed(value, form.kinds[at]))
  }
  for (const at of form.open) put(body, at.split('.').slice(1), {})
  const url = query.size > 0 ? `${path}?${query}` : path
  const init: RequestInit = { method: form.method, headers, redirect: 'manual' }
  if (form.body === 'json') {
    headers.set('content-type', 'application/json')
    return { path: url, init: { ...init, body: JSON.stringify(body) } }
  }
  if (form.body === null) return { path: url, init }
  const parts = new FormData()
  for (const [name, value] of Object.entries(body)) parts.append(name, String(value))
  return { path: url, init: { ...init, body: parts } }
}

/** As the page would send it; what is no number goes as the text that it is. */
function typed(value: string, kind: CallForm['kinds'][string] | undefined): unknown {
  if (kind === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(value)) return Number(value)
  return kind === 'boolean' && /^(true|false)$/.test(value) ? value === 'true' : value
}

function put(target: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    target[name] = value
    return
  }
  target[name] ??= rest[0] === '0' ? [] : {}
  put(target[name] as Record<string, unknown>, rest, value)
}
