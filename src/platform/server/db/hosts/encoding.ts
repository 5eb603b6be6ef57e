import type pg from 'pg'
import { ConfigError } from '../../config.ts'

/** Names and emoji of every alphabet are kept. @throws ConfigError where the database has no signs for them */
export async function refuseEncoding(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding ?? ''
  if (encoding === 'UTF8') return
  throw new ConfigError(
    `DATABASE_URL: esa base de datos guarda los textos en ${encoding}, donde no caben todas las letras. Crea otra con createdb -E UTF8 -T template0.`,
  )
}
