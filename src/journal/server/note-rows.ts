import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/server/context.ts'
import { SCHEMA_LANE, type Sql } from '#platform/server/db/database.ts'
import { signingKey } from '#platform/server/installation/keys.ts'
import { SYSTEM } from '../actor.ts'
import type { AnsweredName } from './answered.ts'
import { type Answered, answeredTables, type RowNames } from './answered-tables.ts'
import { noteInSite } from './append-entry.ts'
import { compareRows, readRows } from './replay.ts'
import { verifyChains } from './verify-chains.ts'
import { readTelling, untoldHeads } from './witness.ts'

/** Rows of one line. */
const AT_ONCE = 500
/** Findings that a line names. */
const NAMED = 20

const LOST = 'diario sitio: falta la línea que dice cómo se anotan las filas'

type Forms = Partial<Record<AnsweredName, string>>

/**
 * From now on every line of this process is signed, and keeps the state of the rows that its deed wrote. In a database without images, or
 * of a version that answered for other columns, every row is noted as it is. The journal names the contradictions until then,
 * because afterwards it takes the rows for granted. If the journal itself has contradictions, nothing is noted.
 * @returns contradictions, empty if nothing had to be noted.
 */
export async function keepJournal(
  ctx: Pick<Ctx, 'db' | 'keys' | 'clock'>,
  tables: ReadonlyMap<AnsweredName, Answered> = answeredTables,
): Promise<string[]> {
  const key = signingKey(ctx.keys)
  ctx.db.signWith(key)
  const formas = formsOf(tables)
  return ctx.db.write(SCHEMA_LANE, async (tx) => {
    await ctx.db.dialect.lockSchema(tx)
    const last = await lastForms(tx, key)
    if (JSON.stringify(last) === JSON.stringify(formas)) return []
    // A broken journal would make its attacker's rows valid: one with contradictions vouches for nothing new.
    const broken = await verifyChains(tx, key)
    if (last === null && (await isSigned(tx))) broken.push(LOST)
    if (broken.length > 0) return broken
    const same = [...tables.keys()].filter((name) => last?.[name] === formas[name])
    const findings = await compareRows(tx, key, same)
    const named = findings.map(({ tabla, fila }) => `${tabla} ${fila}`)
    const cadenas = await untoldHeads(tx, key)
    const datos = { formas, no_cuadraban: named.length, filas: named.slice(0, NAMED), cadenas }
    for (const [at, rows] of (await rowsInPieces(tx, tables)).entries()) {
      await noteInSite(tx, ctx.clock.now(), SYSTEM, 'filas anotadas', at === 0 ? datos : {}, rows)
    }
    return findings.map(({ texto }) => texto)
  })
}

/** How each table is written down: another text is another image. */
function formsOf(tables: ReadonlyMap<AnsweredName, Answered>): Forms {
  const form = (table: Answered) => createHash('sha256').update(JSON.stringify(table)).digest('base64url').slice(0, 12)
  return Object.fromEntries([...tables].map(([name, table]) => [name, form(table)]))
}

async function lastForms(tx: Sql, key: Uint8Array): Promise<Forms | null> {
  for await (const { formas } of readTelling(tx, key, 'forms')) return formas as Forms
  return null
}

/** Whether it has lines of a version that notes rows. */
async function isSigned(tx: Sql): Promise<boolean> {
  const line = await tx.selectFrom('journal').select('id').where('firma', 'is not', null).limit(1).executeTakeFirst()
  return line !== undefined
}

/** The names of all rows; at least one piece, which may be empty. */
async function rowsInPieces(tx: Sql, tables: ReadonlyMap<AnsweredName, Answered>): Promise<RowNames[]> {
  const pieces: Partial<Record<AnsweredName, (string | number)[]>>[] = [{}]
  let room = AT_ONCE
  for (const [name, { key }] of tables) {
    for await (const rows of readRows(tx, name)) {
      for (const row of rows) {
        if (room === 0) pieces.push({})
        room = room === 0 ? AT_ONCE - 1 : room - 1
        const piece = pieces.at(-1) as (typeof pieces)[number]
        piece[name] = [...(piece[name] ?? []), row[key] as string | number]
      }
    }
  }
  return pieces
}
