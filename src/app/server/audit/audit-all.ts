import { auditDraws } from '#draw/server/audit-draws.ts'
import { compareRows } from '#journal/server/replay.ts'
import { verifyChains } from '#journal/server/verify-chains.ts'
import { auditLinks } from '#money/server/audit-links.ts'
import { auditBooks } from '#money/server/books/audit-books.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Dialect, Sql } from '#platform/server/db/database.ts'
import { readObjects, type SchemaObject } from '#platform/server/db/read-objects.ts'
import { objectsOf } from '#platform/server/db/table.ts'
import { signingKey } from '#platform/server/installation/keys.ts'
import { auditCounts, auditProofs, auditPurchases } from '#purchases/server/audit-purchases.ts'
import { raffleState } from '#raffles/contract.ts'
import { listRaffles } from '#raffles/server/store.ts'
import { auditStrays, auditTickets } from '#tickets/server/audit-tickets.ts'
import { tables } from '../schema.ts'

/**
 * Recounts everything on a connection that sees one instant, and replays the journal. Each part reports its findings, even if another cannot read its
 * rows.
 * @param options.replay false only to see the findings of counts alone.
 * @param options.files false leaves out the bytes of the proofs, of which there may be many gigabytes.
 */
export async function auditAll(ctx: Ctx, sql: Sql, { replay = true, files = true } = {}): Promise<string[]> {
  const key = signingKey(ctx.keys)
  const parts: Record<string, () => Promise<string[]>> = {
    diario: () => verifyChains(sql, key),
    filas: async () => (await compareRows(sql, key)).map(({ texto }) => texto),
    boletos: () => auditRaffles(sql),
    compras: () => auditPurchases(ctx, sql),
    comprobantes: () => auditProofs(ctx, sql),
    cuentas: () => auditCounts(sql),
    dinero: () => auditLinks(sql),
    sorteos: () => auditDraws(ctx, sql),
    cuadre: () => auditBooks(sql),
    esquema: () => auditObjects(ctx, sql),
  }
  const problems: string[] = []
  for (const [name, part] of Object.entries(parts)) {
    if ((name === 'filas' && !replay) || (name === 'comprobantes' && !files)) continue
    try {
      problems.push(...(await part()))
    } catch (error) {
      // An altered row may be unreadable. On PostgreSQL a statement that failed ends the reading.
      problems.push(`${name}: no se pudo terminar de leer (${error instanceof Error ? error.message : String(error)})`)
    }
  }
  return problems
}

async function auditRaffles(sql: Sql): Promise<string[]> {
  const problems = await auditStrays(sql)
  for (const raffle of await listRaffles(sql, raffleState.options)) problems.push(...(await auditTickets(sql, raffle)))
  return problems
}

/** Of the migrations and of the engines, which no room has. */
const OTHERS: SchemaObject[] = [
  'tabla schema_steps',
  'columna schema_steps.name',
  'columna schema_steps.timestamp',
  'tabla schema_lock',
  'columna schema_lock.id',
  'columna schema_lock.is_locked',
]
const ON_POSTGRES: SchemaObject[] = [
  'restricción schema_lock.schema_lock_pkey',
  'restricción schema_steps.schema_steps_pkey',
]

/**
 * Names the objects that somebody added to the database or removed from it, apart from rows: a trigger changes rows later, in a transaction
 * of ours, and a guard that is gone lets two buyers have one number.
 */
async function auditObjects(ctx: Pick<Ctx, 'db'>, sql: Sql): Promise<string[]> {
  const known = await knownObjects(ctx.db.dialect)
  const found = new Set(await readObjects(sql, ctx.db.dialect))
  return [
    ...[...found].filter((one) => !known.has(one)).map((one) => `esquema: ${one} no es de Tómbola`),
    ...[...known].filter((one) => !found.has(one)).map((one) => `esquema: falta ${one}`),
  ]
}

/** All objects of a database of this version, apart from rows. */
function knownObjects({ name }: Pick<Dialect, 'name'>): Set<SchemaObject> {
  return new Set([
    ...tables.flatMap((table) => objectsOf(table, name)),
    ...OTHERS,
    ...(name === 'postgres' ? ON_POSTGRES : []),
  ])
}
