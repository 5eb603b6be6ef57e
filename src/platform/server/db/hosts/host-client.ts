import pg from 'pg'
import { ConfigError } from '../../config.ts'

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

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/i

/** Database and server of an address, without its user. */
export function nameOfPlace(url: string): string {
  const [, , host = '', after = ''] = ADDRESS.exec(url) ?? []
  return host + after.replace(/\?.*$/, '')
}

/** The address of another database of the same server. */
export function databaseBeside(url: string, name: string): string {
  const [, before, host, after = ''] = ADDRESS.exec(url) ?? []
  return `${before}${host}/${name}${after.replace(/^[^?]*/, '')}`
}

const PID = 'select pg_backend_pid() as pid'

async function pidOf(client: pg.ClientBase, sql = PID): Promise<number> {
  const results = (await client.query(sql)) as unknown as
    | pg.QueryResult<{ pid: number }>
    | pg.QueryResult<{ pid: number }>[]
  const last = Array.isArray(results) ? results.at(-1) : results
  return last?.rows[0]?.pid ?? 0
}

/**
 * A pooler that gives each transaction another session would lose what sessions keep: announcements between processes (LISTEN), time
 * limits, prepared statements. Two signs together give it away: a client gets another session number than the server's, and two
 * simultaneous clients get the same one.
 * @throws ConfigError
 */
export async function refusePooledTransactions(pool: pg.Pool): Promise<void> {
  const first = await pool.connect()
  try {
    const pid = await pidOf(first)
    // The number that the server gave as we connected.
    if ((first as unknown as { processID: number }).processID === pid) return
    const second = await pool.connect()
    try {
      const other = await pidOf(second, `begin; ${PID}`).catch((error: Error) => {
        // PgBouncer reports it, and ends the connection.
        throw error.message.includes('statement pooling') ? new ConfigError(POOLED) : error
      })
      const again = await pidOf(first)
      await second.query('rollback')
      if (other === pid || again !== pid) throw new ConfigError(POOLED)
    } finally {
      second.release(true)
    }
  } finally {
    first.release(true)
  }
}

const POOLED =
  'DATABASE_URL: lleva a un PgBouncer que reparte transacciones (pool_mode = transaction o statement). La tienda necesita una sesión para cada conexión: pon pool_mode = session para su base de datos, o la dirección directa de PostgreSQL. Sus conexiones son pocas: 24 cada servidor.'

/** Names and emoji of every alphabet are kept. @throws ConfigError where the database has no signs for them */
export async function refuseEncoding(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding ?? ''
  if (encoding === 'UTF8') return
  throw new ConfigError(
    `DATABASE_URL: esa base de datos guarda los textos en ${encoding}, donde no caben todas las letras. Crea otra con createdb -E UTF8 -T template0.`,
  )
}
