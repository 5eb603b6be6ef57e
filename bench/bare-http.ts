/**
 * The floor of what is read: node:http alone. `/` answers a few bytes, `/1234` a body of so many.
 *
 * A program of its own.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const HELLO = Buffer.from('{"hello":"world"}')
const bodies = new Map<string, Buffer>([['/', HELLO]])

function bodyOf(path: string): Buffer {
  let body = bodies.get(path)
  if (!body) {
    body = Buffer.alloc(Number(path.slice(1)), 'x')
    bodies.set(path, body)
  }
  return body
}

const server = createServer((request, response) => {
  const body = bodyOf(request.url ?? '/')
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
}).listen(0, '127.0.0.1', () => {
  console.log(`http://localhost:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
