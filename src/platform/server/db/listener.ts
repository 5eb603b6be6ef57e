import pg from 'pg'

/** What every commit of ours notifies. */
export const CHANGED = 'tombola_changed'

/** How often the line is asked for a sign of life, and how long its last one is believed, in milliseconds. */
const HEARTBEAT = 1_000
const BELIEVED = 3_000
const CONNECT_AGAIN = 1_000

/**
 * Listens for commits of other processes. A line that is down, or silent for three seconds, proves nothing: then everything
 * counts as changed, and nothing that is kept in memory is used until the line speaks again.
 */
export class Listener {
  readonly #url: string
  readonly #own = new Set<number>()
  #client: pg.Client | undefined
  #beat: NodeJS.Timeout | undefined
  #version = 0
  #heardAt = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(url: string) {
    this.#url = url
  }

  async start(): Promise<void> {
    if (this.#closed) return
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: BELIEVED,
      query_timeout: BELIEVED,
    })
    this.#client = client
    client.on('notification', (message) => {
      if (!this.#own.has(message.processId)) this.#version++
    })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    try {
      await client.connect()
      await client.query(`listen ${CHANGED}`)
      this.#version++
      this.#heardAt = performance.now()
      this.#beat = setTimeout(() => void this.#ask(client), HEARTBEAT).unref()
    } catch {
      this.#lost(client)
    }
  }

  /** Notifications arrive before the answer to what was asked after them, so an answer says that none is missing. */
  async #ask(client: pg.Client): Promise<void> {
    const asked = performance.now()
    try {
      await client.query('select 1')
      if (this.#client !== client) return
      this.#heardAt = asked
      this.#beat = setTimeout(() => void this.#ask(client), HEARTBEAT).unref()
    } catch {
      this.#lost(client)
    }
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#heardAt = Number.NEGATIVE_INFINITY
    clearTimeout(this.#beat)
    hangUp(client)
    if (!this.#closed) setTimeout(() => void this.start(), CONNECT_AGAIN).unref()
  }

  /** Commits of that backend are this process's own and change nothing that it does not know. */
  own(backend: number): void {
    this.#own.add(backend)
  }

  disown(backend: number): void {
    this.#own.delete(backend)
  }

  version(): number {
    return performance.now() - this.#heardAt < BELIEVED ? this.#version : ++this.#version
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#beat)
    if (this.#client) hangUp(this.#client)
  }
}

/** Ends a connection without waiting for a server that may never answer. */
function hangUp(client: pg.Client): void {
  client.end().catch(() => {})
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
