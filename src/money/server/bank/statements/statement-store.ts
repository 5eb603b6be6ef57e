import type { Selectable } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { type ColumnMap, columnMap } from '../../../statement-contract.ts'
import { WHOLE_FILE } from '../../../statement-map.ts'

export type ImportRow = Selectable<Tables['statement_imports']>

/** Imports that a screen shows. */
const SHOWN = 50

/** Newest first. */
export function listImports(sql: Sql): Promise<ImportRow[]> {
  return sql.selectFrom('statement_imports').selectAll().orderBy('id', 'desc').limit(SHOWN).execute()
}

/**
 * Maps that somebody made of an account's statements, and what was said of words in those of its bank, the last word of each. A map that
 * this version cannot read is as none. An answer about a whole file is of that file alone: the next one may be of what left.
 * @param alike methods of the same bank.
 */
export async function knownMaps(
  sql: Sql,
  metodo: number,
  alike: readonly number[],
): Promise<{ propios: { huella: string; mapa: ColumnMap }[]; palabras: Record<string, boolean> }> {
  const rows = await sql
    .selectFrom('statement_maps')
    .select(['metodo_id', 'huella', 'mapa'])
    .where(isOneOf(sql, 'metodo_id', [...new Set(alike)]))
    .orderBy('cambiado_en')
    .execute()
  const known = rows.flatMap(({ mapa, ...row }) => {
    const read = columnMap.safeParse(JSON.parse(mapa, (key, said) => (key === `tipo ${WHOLE_FILE}` ? undefined : said)))
    return read.success ? [{ ...row, mapa: read.data }] : []
  })
  return {
    propios: known.filter(({ metodo_id }) => metodo_id === metodo),
    palabras: Object.assign({}, ...known.map(({ mapa }) => mapa.palabras ?? {})),
  }
}

export async function rememberMap(
  tx: Sql,
  { metodo_id, huella, mapa, now }: { metodo_id: number; huella: string; mapa: ColumnMap; now: Instant },
): Promise<void> {
  const row = { mapa: JSON.stringify(mapa), cambiado_en: now }
  const changed = await tx
    .updateTable('statement_maps')
    .set(row)
    .where('metodo_id', '=', metodo_id)
    .where('huella', '=', huella)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n)
    await tx
      .insertInto('statement_maps')
      .values({ metodo_id, huella, ...row })
      .execute()
}
