import type { IncomingMessage } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { serveHere } from '../support/serve-here.ts'
import type { ApiDocument } from './forms.ts'

/**
 * The control of the scan: a server with the holes that it looks for, in the path, in a query and deep in a JSON body. Only on
 * loopback, and only for as long as the scan proves itself on it.
 */
export async function openVulnerable(): Promise<{ address: string; document: ApiDocument; close(): Promise<void> }> {
  const database = new DatabaseSync(':memory:')
  database.exec(`create table cosas (id integer, nombre text); insert into cosas values (1, 'uno'), (2, 'dos')`)
  const server = await serveHere(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, , , id] = url.pathname.split('/')
    try {
      const condition =
        request.method === 'POST'
          ? `nombre = '${JSON.parse(await bodyOf(request)).datos.nombre}'`
          : id === undefined
            ? `nombre = '${url.searchParams.get('nombre')}'`
            : `id = ${decodeURIComponent(id)}`
      const rows = database.prepare(`select nombre from cosas where ${condition}`).all()
      response.setHeader('content-type', 'text/html')
      response.end(`<p>${url.searchParams.get('nombre')}</p><p>${rows.map(({ nombre }) => nombre).join()}</p>`)
    } catch (error) {
      response.writeHead(500).end(`[SQLITE_ERROR] ${error}`)
    }
  })
  const text = { type: 'string' }
  const deep = { type: 'object', properties: { datos: { type: 'object', properties: { nombre: text } } } }
  return {
    ...server,
    document: {
      paths: {
        '/api/cosas/{id}': {
          get: { parameters: [{ in: 'path', name: 'id', schema: { type: 'string', pattern: '^[1-9]' } }] },
        },
        '/api/cosas': {
          get: { parameters: [{ in: 'query', name: 'nombre', schema: text }] },
          post: { requestBody: { content: { 'application/json': { schema: deep } } } },
        },
      },
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += (chunk as Buffer).toString()
  return body
}
