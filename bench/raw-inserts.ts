import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Home } from './engines.ts'
import { CREATE_FLOOR, FLOOR_COLUMNS, insertFloor } from './floor-table.ts'

/** The engine without a product: the floor's row, by the driver alone. */
export interface RawInserts {
  /** One row, one commit. */
  single(): Promise<void>
  /** So many rows, one commit. */
  grouped(rows: number): Promise<void>
  close(): Promise<void>
}

const VALUES = FLOOR_COLUMNS.map((column) => `${column} de una compra`)

export function openRawInserts(home: Home): Promise<RawInserts> {
  return home.databaseUrl === null ? sqlite(home.dataDir) : postgres(home.databaseUrl)
}

async function sqlite(folder: string): Promise<RawInserts> {
  const database = new DatabaseSync(join(folder, 'raw.sqlite'))
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; ${CREATE_FLOOR.sqlite}`)
  const insert = database.prepare(insertFloor(() => '?'))
  return {
    async single() {
      insert.run(...VALUES)
    },
    async grouped(rows) {
      database.exec('begin immediate')
      for (let row = 0; row < rows; row++) insert.run(...VALUES)
      database.exec('commit')
    },
    close: async () => database.close(),
  }
}

async function postgres(url: string): Promise<RawInserts> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  // The server ends what is still closing when it is stopped.
  pool.on('error', () => {})
  await pool.query(CREATE_FLOOR.postgres)
  const query = { name: 'floor', text: insertFloor((position) => `$${position}`), values: VALUES }
  return {
    async single() {
      await pool.query(query)
    },
    async grouped(rows) {
      const client = await pool.connect()
      await client.query('begin')
      for (let row = 0; row < rows; row++) await client.query(query)
      await client.query('commit')
      client.release()
    },
    close: () => pool.end(),
  }
}
