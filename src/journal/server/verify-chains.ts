import type { Sql } from '#platform/server/db/database.ts'
import { chainHash } from './append-entry.ts'

const PAGE = 1_000

/** Recomputes every chain; each sentence names a line that does not add up. Empty means that nothing was changed. */
export async function verifyChains(sql: Sql): Promise<string[]> {
  const problems: string[] = []
  const heads = await sql.selectFrom('journal_heads').selectAll().orderBy('ambito').execute()
  const scopes = await sql.selectFrom('journal').select('ambito').distinct().execute()
  for (const { ambito } of scopes) {
    if (!heads.some((head) => head.ambito === ambito)) problems.push(`diario ${ambito}: falta el final de la cadena`)
  }
  for (const head of heads) {
    let previous = { numero: 0, hash: '' }
    for (;;) {
      const lines = await sql
        .selectFrom('journal')
        .selectAll()
        .where('ambito', '=', head.ambito)
        .where('numero', '>', previous.numero)
        .orderBy('numero')
        .limit(PAGE)
        .execute()
      for (const line of lines) {
        if (line.numero !== previous.numero + 1 || line.hash !== chainHash(previous.hash, line)) {
          problems.push(`diario ${head.ambito}: la línea ${line.numero} fue cambiada o falta una antes`)
        }
        previous = { numero: line.numero, hash: line.hash }
      }
      if (lines.length < PAGE) break
    }
    if (previous.numero !== head.numero || previous.hash !== head.hash) {
      problems.push(`diario ${head.ambito}: faltan líneas al final (${previous.numero} de ${head.numero})`)
    }
  }
  return problems
}
