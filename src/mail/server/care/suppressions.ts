import type { Selectable } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'

type Row = Selectable<Tables['mail_suppressions']>

/** Addresses are compared in lower case: almost every server does, and a mailbox that does not exist has no other spelling. */
function keyOf(address: string): string {
  return address.trim().toLowerCase()
}

/** Remembers an address that does not exist, by the mail server's reply; writing to it again harms the reception of all our mail. */
export async function suppress(tx: Sql, { correo, ...why }: Row): Promise<void> {
  await tx
    .insertInto('mail_suppressions')
    .values({ correo: keyOf(correo), ...why })
    .onConflict((conflict) => conflict.column('correo').doUpdateSet(why))
    .execute()
}

/** Those of the given addresses that are not written to, in lower case. */
export async function findSuppressed(sql: Sql, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await sql
    .selectFrom('mail_suppressions')
    .select('correo')
    .where('correo', 'in', addresses.map(keyOf))
    .execute()
  return new Set(rows.map(({ correo }) => correo))
}

export async function isSuppressed(sql: Sql, address: string): Promise<boolean> {
  return (await findSuppressed(sql, [address])).size > 0
}

/** Lets an address be written to again; the next attempt may put it back. */
export async function unsuppress(tx: Sql, address: string): Promise<void> {
  await tx.deleteFrom('mail_suppressions').where('correo', '=', keyOf(address)).execute()
}

/** `d…a@ejemplo.com`: enough to recognise in the journal, which is kept for good, and no more. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, Math.max(at, 0))
  return `${name.charAt(0)}…${name.length > 1 ? name.at(-1) : ''}${address.slice(at)}`
}
