import { once } from 'node:events'
import { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** Lets a test's own server listen on loopback until the test ends, or until its process does where a suite opens it. @returns its port. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  try {
    onTestFinished(() => {
      if (server instanceof HttpServer) server.closeAllConnections()
      server.close()
    })
  } catch {
    // Opened in a hook and not in a test.
  }
  return (server.address() as AddressInfo).port
}
