import { createServer, type RequestListener } from 'node:http'
import { closeHere, listenHere } from '#platform/server/testing/here.ts'

/** A server on the loopback address, which keeps no process from ending. */
export async function serveHere(answer: RequestListener): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer(answer)
  return { address: `http://127.0.0.1:${await listenHere(server)}`, close: () => closeHere(server) }
}
