import { createHash } from 'node:crypto'
import { refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { type ListRow, readPieces } from '../store.ts'

/**
 * Reads all of a frozen list: a list altered behind the product's back is neither sent nor drawn from.
 * @throws AppError 500 LISTA_ALTERADA
 */
export async function requireWhole(sql: Sql, { rifa_id, sha256 }: Pick<ListRow, 'rifa_id' | 'sha256'>): Promise<void> {
  const hash = createHash('sha256')
  for await (const piece of readPieces(sql, rifa_id)) hash.update(piece)
  if (hash.digest('hex') !== sha256) throw refusal('LISTA_ALTERADA')
}
