import type { Selectable } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'

export type MailTextRow = Selectable<Tables['mail_texts']>

export function allTexts(sql: Sql): Promise<MailTextRow[]> {
  return sql.selectFrom('mail_texts').selectAll().execute()
}

export function findText(sql: Sql, clave: string): Promise<MailTextRow | undefined> {
  return sql.selectFrom('mail_texts').selectAll().where('clave', '=', clave).executeTakeFirst()
}

/** @param version that the writer saw, 0 for none. @returns false if it is another one by now. */
export async function writeText(tx: Sql, row: Omit<MailTextRow, 'version'>, version: number): Promise<boolean> {
  if (version === 0) {
    const inserted = await tx
      .insertInto('mail_texts')
      .values({ ...row, version: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('clave')
      .executeTakeFirst()
    return inserted !== undefined
  }
  const updated = await tx
    .updateTable('mail_texts')
    .set({ ...row, version: version + 1 })
    .where('clave', '=', row.clave)
    .where('version', '=', version)
    .returning('clave')
    .executeTakeFirst()
  return updated !== undefined
}

export async function removeText(tx: Sql, clave: string, version: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom('mail_texts')
    .where('clave', '=', clave)
    .where('version', '=', version)
    .returning('clave')
    .executeTakeFirst()
  return removed !== undefined
}
