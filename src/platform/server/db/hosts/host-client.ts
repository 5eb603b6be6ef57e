import pg from 'pg'

/** A connection that the server may end without ending the process. */
export class HostClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Such a connection emits an error, idle or lent, and also in the same breath in which it is ready, before any pool listens:
    // without a listener it would end the process. Queries over it fail.
    this.on('error', () => {})
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  /** Calls back once statements are taken: sooner, the second one of a pool would wait behind its first, of which pg warns on stderr. */
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const connected = super.connect()
    if (!callback) return connected as Promise<this>
    connected.then(() => callback(undefined as never), callback)
    return undefined
  }
}

/** A connection for a few statements; the caller ends it. */
export async function connectHost(url: string): Promise<HostClient> {
  return await new HostClient(url).connect()
}
