import type { Sql } from '#platform/server/db/database.ts'

const PAGE = 500

/** The lines of a chain of the journal as they are kept, one JSON a line, first to last. */
export async function* exportChain(sql: Sql, ambito: string): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const lines = await sql
      .selectFrom('journal')
      .select([
        'ambito',
        'numero',
        'en',
        'actor',
        'actor_id',
        'accion',
        'rifa_id',
        'compra_id',
        'datos',
        'filas',
        'hash',
      ])
      .where('ambito', '=', ambito)
      .where('numero', '>', after)
      .orderBy('numero')
      .limit(PAGE)
      .execute()
    const last = lines.at(-1)
    if (!last) return
    yield lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    after = last.numero
    await new Promise(setImmediate)
  }
}
