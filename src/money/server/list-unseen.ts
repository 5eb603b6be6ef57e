import type { Sql } from '#platform/server/db/database.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { verdictLevel } from '../verdict-level.ts'
import { readUntil } from './bank/read-until.ts'
import { matchAround } from './match/neighbourhood.ts'
import { isCash, listClaimRows, readAccounts } from './match/read-claims.ts'
import { knownUntil, tellVerdicts } from './read-verdicts.ts'

/** Nothing of it was seen, or money that may be its own and a person has to look at. */
export type Unseen = 'no_visto' | 'por_mirar'

/** Reports in review whose account was read after they came, and whose money nobody has seen for sure, by id. */
export async function listUnseen(sql: Sql, purchases: readonly Purchase[]): Promise<Map<number, Unseen>> {
  const waiting = purchases.filter(
    (purchase) => purchase.estado === 'en revision' && purchase.referencia !== '' && !isCash(purchase),
  )
  if (waiting.length === 0) return new Map()
  const accounts = await readAccounts(sql)
  const read = await readUntil(sql, [...new Set(waiting.flatMap((purchase) => accounts.of(purchase)))])
  const due = waiting.filter((purchase) => (knownUntil(accounts, purchase, read) ?? 0) > purchase.creado_en)
  if (due.length === 0) return new Map()
  const ids = due.map(({ id }) => id)
  const [around, rows] = await Promise.all([matchAround(sql, ids), listClaimRows(sql, ids)])
  const told = [...(await tellVerdicts(sql, around, rows))].map(([id, verdict]) => [id, verdictLevel(verdict)] as const)
  return new Map(
    told.flatMap(([id, level]) => (level === 'bien' ? [] : [[id, level === 'nada' ? 'no_visto' : 'por_mirar']])),
  )
}
