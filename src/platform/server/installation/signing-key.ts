import type { Sql } from '../db/database.ts'
import type { Keys } from './keys.ts'

const given = new WeakMap<Sql, Uint8Array>()

/** Chains the journal, and hides its data about people. The database does not hold it. */
export function signingKey(keys: Keys): Uint8Array {
  return keys.derive('diario')
}

/** From now on this handle carries the key (`Db.signWith`). */
export function giveSigningKey(tx: Sql, key: Uint8Array): void {
  given.set(tx, key)
}

/** The key of a transaction. */
export function signingKeyOf(tx: Sql): Uint8Array {
  const key = given.get(tx)
  if (!key) throw new Error('this database was opened without the key that signs the journal')
  return key
}
