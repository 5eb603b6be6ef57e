import { connect, createServer, type Socket } from 'node:net'
import { closeHere, listenHere } from './here.ts'

/**
 * A load balancer in front of several servers on loopback, like a proxy or HAProxy: connections go to the live servers in turn.
 * @param ports of the servers that may get connections now.
 */
export async function balance(ports: () => number[]): Promise<{ port: number; close(): Promise<void> }> {
  let turn = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => {}).on('close', () => open.delete(client))
    const reach = (left: number) => {
      const all = ports()
      const upstream = connect(all[turn++ % all.length] ?? 0, '127.0.0.1')
      let reached = false
      upstream.once('connect', () => {
        reached = true
        client.pipe(upstream).pipe(client)
      })
      upstream.on('error', () => (reached || left === 0 ? client.destroy() : reach(left - 1)))
      upstream.on('close', () => reached && client.destroy())
      client.on('close', () => upstream.destroy())
    }
    reach(3)
  })
  return {
    port: await listenHere(server),
    close: async () => {
      for (const socket of open) socket.destroy()
      await closeHere(server)
    },
  }
}
