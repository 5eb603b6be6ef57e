import { compareRows } from '#journal/server/replay.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { signingKey } from '#platform/server/installation/keys.ts'
import { METHOD_DEEDS } from './record-change.ts'
import { FIRST_METHODS } from './schema.ts'
import { allMethods, type MethodRow } from './store.ts'

/** Columns of a method that decide where money goes. */
type RecordedMethod = Omit<MethodRow, 'id' | 'orden' | 'version'>

/** The last record of each method by its id; `ahora` is null once it was deleted. Methods that nobody has touched since the installation have none. */
export async function lastRecords(sql: Sql) {
  const lines = await sql
    .selectFrom('journal')
    .select(['en', 'actor', 'datos'])
    .where('ambito', '=', 'sitio')
    .where('accion', 'in', Object.values(METHOD_DEEDS))
    .orderBy('id')
    .execute()
  return new Map(
    lines.map(({ datos, ...line }) => {
      const { id, ahora } = JSON.parse(datos) as { id: number; ahora: RecordedMethod | null }
      return [id, { ...line, ahora }]
    }),
  )
}

/**
 * Methods whose rows differ from the journal: somebody changed the database, not the panel. Read both as they were at one instant.
 * `row` is null when it is gone, `recorded` when the journal knows of no such method.
 */
export async function findAltered(ctx: Pick<Ctx, 'keys'>, sql: Sql) {
  const [rows, records] = [await allMethods(sql), await lastRecords(sql)]
  const findings = await compareRows(sql, signingKey(ctx.keys), ['payment_methods'])
  return findings.map(({ fila }) => {
    const id = Number(fila)
    const row = rows.find((one) => one.id === id) ?? null
    const record = records.get(id)
    // As it was installed, when it has no record.
    const recorded = record ? record.ahora : (FIRST_METHODS[id - 1] ?? null)
    return { id, titulo: recorded?.titulo ?? row?.titulo ?? '', row, recorded }
  })
}
