import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Takes every connection and sends nothing on any. */
export interface SilentServer {
  port: number
  /** How many lines have come. */
  lines(): number
  close(): void
}

export async function openSilentServer(): Promise<SilentServer> {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {}).resume()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    lines: () => sockets.length,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** A bucket of a shop; the caller names its server. */
export const NOWHERE = { bucket: 'rifas', prefix: '', region: 'us-east-1', keyId: 'x', secret: 'y' }
