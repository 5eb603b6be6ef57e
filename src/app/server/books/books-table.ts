import type { SealedTable, SealedTables } from '#journal/server/row-seal.ts'
import { BOOKS_OF_DRAWS } from './books-of-draws.ts'
import { BOOKS_OF_HOUSE } from './books-of-house.ts'
import { BOOKS_OF_MAIL } from './books-of-mail.ts'
import { BOOKS_OF_MONEY } from './books-of-money.ts'
import { BOOKS_OF_SALES } from './books-of-sales.ts'
import type { Books, Kept, TableBooks } from './kept.ts'

export const BOOKS_TABLE: Books = {
  ...BOOKS_OF_HOUSE,
  ...BOOKS_OF_MAIL,
  ...BOOKS_OF_SALES,
  ...BOOKS_OF_MONEY,
  ...BOOKS_OF_DRAWS,
}

/** The tables of which something is sealed, as the books need them. */
export const sealedTables: SealedTables = new Map(
  Object.entries(BOOKS_TABLE as Record<string, TableBooks<Record<string, never>>>)
    .map(([table, { key, hidesKey, watched, columns }]): [string, SealedTable] => [
      table,
      { key, parts: partsOf(columns), hidesKey: hidesKey === true, watched: watched === true },
    ])
    .filter(([, { parts }]) => parts.length > 0),
)

function partsOf(columns: Record<string, Kept>): SealedTable['parts'] {
  const parts = new Map<string, string[]>()
  for (const [column, kept] of Object.entries(columns)) {
    if (!kept.startsWith('sello')) continue
    const part = kept.slice('sello '.length)
    parts.set(part, [...(parts.get(part) ?? []), column])
  }
  return [...parts].map(([part, of]) => ({ part, columns: of }))
}
