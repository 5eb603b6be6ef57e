import pg from 'pg'
import { ConfigError } from '../../config.ts'
import { DatabaseHosts } from './database-hosts.ts'

/** What PostgreSQL says of a statement that writes where nothing may be written; it is taken for a server that went away. */
const READ_ONLY = '25006'
/** What a server says of itself as somebody connects, from version 14 on. */
const SAYS_READ_ONLY = ['in_hot_standby', 'default_transaction_read_only']

/** A connection to whichever server takes writes; one that does not is left as if it were not there. */
export class HostClient extends pg.Client {
  readonly #hosts: DatabaseHosts
  readonly #address: string
  #readOnly = false

  constructor(hosts: DatabaseHosts, config: pg.ClientConfig) {
    super({ ...config, connectionString: hosts.address })
    this.#hosts = hosts
    this.#address = hosts.address
    // A connection that the server ends says so by an error, idle or lent, and also in the same breath in which it is ready, before
    // any pool listens: without a listener it would end the process. Whoever asks something over it is refused.
    this.on('error', () => {})
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
    connection.on('parameterStatus', (said: { parameterName: string; parameterValue: string }) => {
      if (SAYS_READ_ONLY.includes(said.parameterName) && said.parameterValue === 'on') this.#readOnly = true
    })
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const connected = this.#connect()
    if (!callback) return connected
    connected.then(() => callback(undefined as never), callback)
    return undefined
  }

  async #connect(): Promise<this> {
    try {
      await super.connect()
      if (this.#readOnly && this.#hosts.several) {
        super.end().catch(() => {})
        throw Object.assign(new Error('the server takes no writes'), { code: READ_ONLY })
      }
      return this
    } catch (error) {
      this.#hosts.leave(this.#address)
      throw error
    }
  }

  get takesWrites(): boolean {
    return !this.#readOnly
  }
}

/** A connection for a few statements, to be ended by who asked for it. The first of several servers may be the one that died. */
export async function connectHost(url: string): Promise<HostClient> {
  const hosts = new DatabaseHosts(url)
  for (let left = hosts.addresses.length; ; left--) {
    try {
      return await new HostClient(hosts, {}).connect()
    } catch (error) {
      if (left <= 1) throw error
    }
  }
}

/**
 * Asks each of several servers once. Of two that take writes one was the primary before and came back by itself: what is sold on it
 * would be lost, and nobody but who keeps the servers can say which it is.
 * @throws ConfigError
 */
export async function refuseTwoPrimaries({ addresses }: DatabaseHosts, timeout: number): Promise<void> {
  if (addresses.length < 2) return
  const writable = await Promise.all(
    addresses.map(async (address) => {
      const client = new HostClient(new DatabaseHosts(address), { connectionTimeoutMillis: timeout })
      try {
        await client.connect()
        return client.takesWrites
      } catch {
        return false
      } finally {
        client.end().catch(() => {})
      }
    }),
  )
  if (writable.filter(Boolean).length > 1) throw new ConfigError(TWO_PRIMARIES)
}

const TWO_PRIMARIES =
  'DATABASE_URL: más de uno de sus servidores acepta escrituras, así que uno dejó de ser el principal y volvió sin saberlo. No arrancamos para no vender en los dos: detén el viejo y conviértelo en réplica (pg_rewind).'
