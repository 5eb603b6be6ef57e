import { createHash, createHmac } from 'node:crypto'
import type { Operator } from '#access/contract.ts'
import type { Session } from '#access/server/session.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { insertRows, takeIds } from '#platform/server/db/many.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { Row } from '#platform/server/db/table.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { signingKeyOf } from '#platform/server/installation/keys.ts'
import type { Actor } from '../actor.ts'
import type { Deed } from '../deeds.ts'
import type { AnsweredName } from './answered.ts'
import type { RowNames } from './answered-tables.ts'
import { type RowImage, readImages } from './row-image.ts'
import { journal } from './schema.ts'

/** An actor whose deeds are reported: nothing is done quietly (operators/server/guarded-change.ts). */
export interface Telling extends Actor {
  /** Reports a line in its transaction. */
  tell?(tx: Sql, line: NewEntry): Promise<void>
}

/** The guard of text that buyers read (operators/server/guarded-change.ts), for rooms above it. */
export type Guard = <T>(
  session: Session,
  change: { what: string; factor?: boolean; write: (actor: Operator & Telling) => Promise<T> },
) => Promise<T>

export interface NewEntry {
  /** Chain of the line, `sitio` or `rifa:1`, if it is not that of its raffle, or the site's without one. */
  ambito?: string
  en: Instant
  actor: Telling
  /** The deed, such as `compra aprobada`: its words for people are in deeds.ts. */
  accion: Deed
  rifa_id?: number | null
  compra_id?: number | null
  datos: Record<string, unknown>
  /**
   * Rows that the deed wrote or locked; the line keeps their current state. Chains do not wait for each other, so the line could hold an
   * old state of any other row. In a raffle's own chain the subject of the line, its purchase, else the raffle, need not be named.
   */
  rows?: RowNames
}

/**
 * Writes down a deed in the transaction that does it, with the image of the rows that it wrote. It holds the end of its chain until the
 * commit and looks at those rows, so it comes last.
 */
export function appendEntry(tx: Sql, entry: NewEntry): Promise<void> {
  return appendEntries(tx, chainOf(entry), [entry])
}

/** Writes a deed into the chain of the site. @param rows that it wrote */
export function noteInSite(
  tx: Sql,
  en: Instant,
  actor: Telling,
  accion: Deed,
  datos: Record<string, unknown>,
  rows: RowNames = {},
): Promise<void> {
  return appendEntry(tx, { en, actor, accion, datos, rows })
}

export function chainOf({ ambito, rifa_id }: Pick<NewEntry, 'ambito' | 'rifa_id'>): string {
  return ambito ?? (rifa_id == null ? 'sitio' : `rifa:${rifa_id}`)
}

/** The same for deeds of one chain, in their order. */
export async function appendEntries(tx: Sql, ambito: string, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  for (const entry of entries) await entry.actor.tell?.(tx, entry)
  const key = signingKeyOf(tx)
  // Behind the lock: of two lines about a row the later one saw it later, and has the larger id. Lines of its raffle are about a purchase
  // without locking it, so a line about it in another chain waits for those.
  for (const other of chainsOfPurchases(entries)) if (other !== ambito) await lockHead(tx, other)
  let { numero, hash } = await lockHead(tx, ambito)
  const [ids, images] = await Promise.all([takeIds(tx, 'journal', entries.length), takeImages(tx, key, entries)])
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
      filas: images[at] ?? null,
    }
    hash = chainHash(hash, line)
    const placed = { id: ids[at] as number, ...line, hash }
    return { ...placed, firma: signatureOf(key, placed) }
  })
  await Promise.all([addLines(tx, lines), moveHead(tx, { ambito, numero, hash })])
}

/** For each entry its images as stored; null without any. */
async function takeImages(tx: Sql, key: Uint8Array, entries: readonly NewEntry[]): Promise<(string | null)[]> {
  const named = entries.map(rowsOf)
  const all = new Map<AnsweredName, Set<string | number>>()
  for (const [name, keys] of named.flat()) all.set(name, new Set([...(all.get(name) ?? []), ...keys]))
  const images = new Map(
    await Promise.all(
      [...all].map(async ([name, keys]) => [name, await readImages(tx, key, name, [...keys])] as const),
    ),
  )
  return named.map((rows) => {
    const told = rows.flatMap(([name, keys]) =>
      keys.map((one): RowImage => [name, one, images.get(name)?.get(String(one)) ?? null]),
    )
    return told.length === 0 ? null : JSON.stringify(told)
  })
}

function rowsOf(entry: NewEntry): [AnsweredName, readonly (string | number)[]][] {
  const { rifa_id, compra_id, rows = {} } = entry
  const own = rifa_id != null && chainOf(entry) === `rifa:${rifa_id}`
  const about: RowNames = !own ? {} : compra_id == null ? { raffles: [rifa_id] } : { purchases: [compra_id] }
  return Object.entries({ ...about, ...rows }) as [AnsweredName, readonly (string | number)[]][]
}

/** Of purchases that are named; in one order for everybody. */
function chainsOfPurchases(entries: readonly NewEntry[]): string[] {
  const named = entries.filter(({ rows, rifa_id }) => rifa_id != null && (rows?.purchases?.length ?? 0) > 0)
  return [...new Set(named.map(({ rifa_id }) => `rifa:${rifa_id}`))].sort()
}

const addLines = insertRows(journal)

const moveHead = prepared<Tables['journal_heads']>({ ambito: true, numero: true, hash: true })(
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

export type HashedLine = Omit<Row<typeof journal>, 'id' | 'hash' | 'firma'>

function fieldsOf(line: HashedLine): unknown[] {
  return [
    line.ambito,
    line.numero,
    line.en,
    line.actor,
    line.accion,
    line.rifa_id,
    line.compra_id,
    line.datos,
    // Lines from before these fields have none, and their chain stays valid.
    ...(line.actor_id === null ? [] : [line.actor_id]),
    ...(line.filas === null ? [] : [line.filas]),
  ]
}

/** SHA-256 over the previous hash and every field of the line, in this order: anybody with the lines can recompute it. */
export function chainHash(previous: string, line: HashedLine): string {
  return createHash('sha256')
    .update(JSON.stringify([previous, ...fieldsOf(line)]))
    .digest('hex')
}

/** A line at its place: its id tells which of two about a row came later, even in two chains. */
export type PlacedLine = Omit<Row<typeof journal>, 'firma'>

/** Without the key nobody can add, rewrite or move a line. It is checked without any other line. */
function signatureOf(key: Uint8Array, line: PlacedLine): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([line.id, line.hash, ...fieldsOf(line)]))
    .digest('base64url')
}

/** Whether the product wrote the line, with this content at this place. */
export function isSigned(key: Uint8Array, line: Row<typeof journal>): boolean {
  return line.firma !== null && line.firma === signatureOf(key, line)
}
