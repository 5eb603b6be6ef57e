import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import type { CalendarDate } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'

const SAYING = {
  ...{ referencia: '', referencia_otra: '', cola: '', fin: '', cola_avisada: '', banco_origen: '' },
  ...{ telefono_origen: '', documento_origen: '', nombre_origen: '', concepto: '', razon: '' },
}

/** Money of before that day, with an id in `from`…`to`, with data on its payer, but for rows in `kept`. */
export async function listWithPayer(
  sql: Sql,
  before: CalendarDate,
  from: number,
  to: number,
  kept: RawBuilder<SqlBool>,
): Promise<number[]> {
  const said = raw.join(
    Object.keys(SAYING).map((column) => raw.ref(column)),
    raw` || `,
  )
  const rows = await sql
    .selectFrom('movements')
    .select('id')
    .where('id', '>=', from)
    .where('id', '<=', to)
    .where('dia', '<', before)
    .where(raw<SqlBool>`${said} <> ''`)
    .where(raw<SqlBool>`not ${kept}`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Erases payers, and the banks' names for each movement; amounts, days and links to purchases stay. In `MOVEMENTS_LANE`. */
export async function erasePayers(tx: Sql, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('movements')
    .set(SAYING)
    .where(isOneOf(tx, 'id', ids))
    .execute()
  await tx
    .deleteFrom('movement_sightings')
    .where(isOneOf(tx, 'movimiento_id', ids))
    .execute()
  await tx
    .deleteFrom('movement_receipts')
    .where(isOneOf(tx, 'movimiento_id', ids))
    .execute()
}
