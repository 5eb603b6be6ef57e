import { createHash } from 'node:crypto'
import type { Operator } from '#access/contract.ts'
import type { Session } from '#access/server/session.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { insertRows, takeIds } from '#platform/server/db/many.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { Actor } from '../actor.ts'
import type { Deed } from '../deeds.ts'
import { type JournalHeadsTable, journal } from './schema.ts'

/** Who is told on: what he does is not done quietly (operators/server/guarded-change.ts). */
export interface Telling extends Actor {
  /** Tells of a line in its transaction. */
  tell?(tx: Sql, line: NewEntry): Promise<void>
}

/** The guard of what buyers read (operators/server/guarded-change.ts), for rooms above it. */
export type Guard = <T>(
  session: Session,
  change: { what: string; factor?: boolean; write: (actor: Operator & Telling) => Promise<T> },
) => Promise<T>

export interface NewEntry {
  /** Whose chain: `sitio` or `rifa:1`. */
  ambito: string
  en: Instant
  actor: Telling
  /** What was done, such as `compra aprobada`: its words for people stand in deeds.ts. */
  accion: Deed
  rifa_id?: number | null
  compra_id?: number | null
  datos: Record<string, unknown>
}

/**
 * Writes down a deed in the transaction that does it. It holds the end of its chain until the commit, so it comes last.
 */
export function appendEntry(tx: Sql, entry: NewEntry): Promise<void> {
  return appendEntries(tx, entry.ambito, [entry])
}

/** The same for deeds of one chain, in their order. */
export async function appendEntries(tx: Sql, ambito: string, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  for (const entry of entries) await entry.actor.tell?.(tx, entry)
  const [head, ids] = await Promise.all([lockHead(tx, ambito), takeIds(tx, 'journal', entries.length)])
  let { numero, hash } = head
  const lines = entries.map((entry, at) => {
    const line = {
      ambito,
      numero: ++numero,
      en: entry.en,
      actor: entry.actor.nombre,
      actor_id: entry.actor.id,
      accion: entry.accion,
      rifa_id: entry.rifa_id ?? null,
      compra_id: entry.compra_id ?? null,
      datos: JSON.stringify(entry.datos),
    }
    hash = chainHash(hash, line)
    return { id: ids[at] as number, ...line, hash }
  })
  await Promise.all([addLines(tx, lines), moveHead(tx, { ambito, numero, hash })])
}

const addLines = insertRows(journal)

const moveHead = prepared<JournalHeadsTable>({ ambito: true, numero: true, hash: true })(
  (sql, { ambito, numero, hash }) =>
    sql.updateTable('journal_heads').set({ numero, hash }).where('ambito', '=', ambito),
)

/** An update that changes nothing locks the row on PostgreSQL, and reads it on both engines. */
const readHead = prepared<{ ambito: string }>({ ambito: true })((sql, { ambito }) =>
  sql
    .updateTable('journal_heads')
    .set((row) => ({ numero: row.ref('numero') }))
    .where('ambito', '=', ambito)
    .returning(['numero', 'hash']),
)

async function lockHead(tx: Sql, ambito: string): Promise<{ numero: number; hash: string }> {
  const [head] = await readHead(tx, { ambito })
  if (head) return head
  await tx
    .insertInto('journal_heads')
    .values({ ambito, numero: 0, hash: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readHead(tx, { ambito }))[0] ?? { numero: 0, hash: '' }
}

export interface HashedLine {
  ambito: string
  numero: number
  en: Instant
  actor: string
  actor_id: number | null
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
    // Lines from before it was kept have none, and their chain stands.
    ...(line.actor_id === null ? [] : [line.actor_id]),
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
