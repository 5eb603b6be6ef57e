import { connect, createServer, type Socket } from 'node:net'
import { closeHere, listenHere } from './here.ts'

/** A line between a client and a server on loopback that can be cut, and that can go silent without a word. */
export interface TcpProxy {
  port: number
  /** The same address through the line. */
  through(url: string): string
  /**
   * Stops to forward anything, in both directions.
   * @param only freezes only connections whose client sent this text at their beginning.
   */
  freeze(only?: string): void
  /** Delivers the waiting data and forwards again. */
  thaw(): void
  /** Ends every connection immediately; new ones are accepted. */
  cut(): void
  /** Passes on data with this text, once, and cuts the connection in place of the first answer after it; then freezes the rest, if asked. */
  loseAnswerTo(text: string, then?: 'freeze'): void
  /** Passes on whatever contains this text, each time, and cuts the connection in place of the answer. */
  loseAnswersTo(text: string): void
  close(): Promise<void>
}

interface Line {
  client: Socket
  server: Socket
  /** The first bytes from the client: enough to recognize a connection. */
  said: string
  deaf: boolean
}

/** Bytes of each connection that are kept. */
const REMEMBERED = 4_096

/** @param target port of the server on 127.0.0.1. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const lines = new Set<Line>()
  let frozen: { only: string | null } | null = null
  let losing: { text: string; then: 'freeze' | undefined } | null = null
  let alwaysLosing: string | null = null

  function isFrozen(line: Line): boolean {
    if (!frozen) return false
    const { only } = frozen
    return only === null || line.said.includes(only)
  }

  function apply(line: Line): void {
    for (const socket of [line.client, line.server]) {
      if (isFrozen(line)) socket.pause()
      else socket.resume()
    }
  }

  function end(line: Line): void {
    lines.delete(line)
    line.client.destroy()
    line.server.destroy()
  }

  const listener = createServer((client) => {
    const server = connect(target, '127.0.0.1')
    const line: Line = { client, server, said: '', deaf: false }
    lines.add(line)
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (line.said.length < REMEMBERED) line.said += text
      if (alwaysLosing !== null && text.includes(alwaysLosing)) line.deaf = true
      if (losing !== null && text.includes(losing.text)) {
        line.deaf = true
        if (losing.then === 'freeze') frozen = { only: null }
        losing = null
      }
      server.write(bytes)
    })
    server.on('data', (bytes) => {
      if (!line.deaf) client.write(bytes)
      else {
        end(line)
        for (const other of lines) apply(other)
      }
    })
    for (const socket of [client, server]) {
      socket.setNoDelay(true)
      socket.on('error', () => end(line))
      socket.on('close', () => end(line))
    }
    apply(line)
  })
  const port = await listenHere(listener)

  return {
    port,
    through(url) {
      const through = new URL(url)
      through.hostname = '127.0.0.1'
      through.port = String(port)
      return through.href
    },
    freeze(only) {
      frozen = { only: only ?? null }
      for (const line of lines) apply(line)
    },
    thaw() {
      frozen = null
      for (const line of lines) apply(line)
    },
    cut() {
      for (const line of lines) end(line)
    },
    loseAnswerTo(text, then) {
      losing = { text, then }
    },
    loseAnswersTo(text) {
      alwaysLosing = text
    },
    async close() {
      for (const line of lines) end(line)
      await closeHere(listener)
    },
  }
}
