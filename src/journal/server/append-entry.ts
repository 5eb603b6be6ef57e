import { createHash } from 'node:crypto'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'

export interface NewEntry {
  /** Whose chain: `sitio` or `rifa:1`. */
  ambito: string
  en: Instant
  /** An operator's name, `comprador`, `consola` or `sistema`. */
  actor: string
  /** What was done, such as `compra aprobada`. */
  accion: string
  rifa_id?: number | null
  compra_id?: number | null
  datos: Record<string, unknown>
}

/**
 * Writes down a deed in the transaction that does it. It holds the end of its chain until the commit, so it comes last.
 */
export async function appendEntry(tx: Sql, entry: NewEntry): Promise<void> {
  const head = await lockHead(tx, entry.ambito)
  const line = {
    ambito: entry.ambito,
    numero: head.numero + 1,
    en: entry.en,
    actor: entry.actor,
    accion: entry.accion,
    rifa_id: entry.rifa_id ?? null,
    compra_id: entry.compra_id ?? null,
    datos: JSON.stringify(entry.datos),
  }
  const hash = chainHash(head.hash, line)
  await tx
    .insertInto('journal')
    .values({ ...line, hash })
    .execute()
  await tx.updateTable('journal_heads').set({ numero: line.numero, hash }).where('ambito', '=', entry.ambito).execute()
}

async function lockHead(tx: Sql, ambito: string): Promise<{ numero: number; hash: string }> {
  // An update that changes nothing locks the row on PostgreSQL and reads it on both engines.
  const lock = () =>
    tx
      .updateTable('journal_heads')
      .set((row) => ({ numero: row.ref('numero') }))
      .where('ambito', '=', ambito)
      .returning(['numero', 'hash'])
      .executeTakeFirst()
  const head = await lock()
  if (head) return head
  await tx
    .insertInto('journal_heads')
    .values({ ambito, numero: 0, hash: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await lock()) ?? { numero: 0, hash: '' }
}

export interface HashedLine {
  ambito: string
  numero: number
  en: number
  actor: string
  accion: string
  rifa_id: number | null
  compra_id: number | null
  datos: string
}

/** SHA-256 over the previous hash and every field of the line, in this order. */
export function chainHash(previous: string, line: HashedLine): string {
  const fields = [
    previous,
    line.ambito,
    line.numero,
    line.en,
    line.actor,
    line.accion,
    line.rifa_id,
    line.compra_id,
    line.datos,
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
