import { compareRows } from '#journal/server/replay.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { signingKey } from '#platform/server/installation/keys.ts'
import { METHOD_DEEDS } from './record-change.ts'
import { FIRST_METHODS } from './schema.ts'
import { allMethods, type MethodRow } from './store.ts'

/** Columns of a method that decide where money goes. */
export type RecordedMethod = Omit<MethodRow, 'id' | 'orden' | 'version'>

/** The journal's last record of a method. */
export interface MethodRecord {
  en: number
  actor: string
  /** Null when the method was deleted. */
  ahora: RecordedMethod | null
}

/** A method whose row differs from the journal: somebody changed the database, not the panel. */
export interface AlteredMethod {
  id: number
  titulo: string
  /** Null when the row is gone. */
  row: MethodRow | null
  /** Null when the journal knows of no such method. */
  recorded: RecordedMethod | null
}

/** The last record of each method by its id. Methods that nobody has touched since the installation have none. */
export async function lastRecords(sql: Sql): Promise<Map<number, MethodRecord>> {
  const lines = await sql
    .selectFrom('journal')
    .select(['en', 'actor', 'datos'])
    .where('ambito', '=', 'sitio')
    .where('accion', 'in', Object.values(METHOD_DEEDS))
    .orderBy('id')
    .execute()
  const records = new Map<number, MethodRecord>()
  for (const { en, actor, datos } of lines) {
    const { id, ahora } = JSON.parse(datos) as { id: number; ahora: RecordedMethod | null }
    records.set(id, { en, actor, ahora })
  }
  return records
}

/** A method's state by its record; as it was installed when it has none, undefined when nobody created it. */
function recordedOf(id: number, record: MethodRecord | undefined): RecordedMethod | undefined {
  return record ? (record.ahora ?? undefined) : FIRST_METHODS[id - 1]
}

/** Methods whose rows differ from the journal. Read both as they were at one instant. */
export async function findAltered(ctx: Pick<Ctx, 'keys'>, sql: Sql): Promise<AlteredMethod[]> {
  const [rows, records] = [await allMethods(sql), await lastRecords(sql)]
  const findings = await compareRows(sql, signingKey(ctx.keys), ['payment_methods'])
  return findings.map(({ fila }) => {
    const id = Number(fila)
    const row = rows.find((one) => one.id === id) ?? null
    const recorded = recordedOf(id, records.get(id)) ?? null
    return { id, titulo: recorded?.titulo ?? row?.titulo ?? '', row, recorded }
  })
}
