import { once } from 'node:events'
import { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** Lets a server listen on loopback; it keeps no process from ending. @returns its port. */
export async function listenHere(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Ends it, whoever is still connected by HTTP. */
export function closeHere(server: Server): Promise<void> {
  if (server instanceof HttpServer) server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
