import { createServer, type Socket } from 'node:net'
import { closeHere, listenHere } from './here.ts'

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
  return {
    port: await listenHere(server),
    lines: () => sockets.length,
    close: () => {
      for (const socket of sockets) socket.destroy()
      void closeHere(server)
    },
  }
}

/** A bucket of a shop; the caller names its server. */
export const NOWHERE = { bucket: 'rifas', prefix: '', region: 'us-east-1', keyId: 'x', secret: 'y' }
