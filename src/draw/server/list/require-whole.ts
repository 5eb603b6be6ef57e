import { createHash } from 'node:crypto'
import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { type ListRow, readPieces } from '../store.ts'

/**
 * Reads all of a frozen list: what somebody has changed behind the product's back is neither sent nor drawn from as if it were the list.
 * @throws AppError 500 LISTA_ALTERADA
 */
export async function requireWhole(sql: Sql, { rifa_id, sha256 }: Pick<ListRow, 'rifa_id' | 'sha256'>): Promise<void> {
  const hash = createHash('sha256')
  for await (const piece of readPieces(sql, rifa_id)) hash.update(piece)
  if (hash.digest('hex') !== sha256) throw alteredList()
}

/** Somebody changed it behind the product's back. */
export function alteredList(): AppError {
  return new AppError(
    500,
    'LISTA_ALTERADA',
    'La lista no es la que se congeló',
    'Alguien la cambió en la base de datos. Quien cuida el servidor la recupera de un respaldo.',
  )
}
