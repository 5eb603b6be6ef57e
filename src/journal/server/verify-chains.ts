import type { Sql } from '#platform/server/db/database.ts'
import type { Row } from '#platform/server/db/table.ts'
import type { ChainStretch } from '../contract.ts'
import { chainHash, isSigned } from './append-entry.ts'
import type { journal } from './schema.ts'
import { compareTold } from './witness.ts'

const PAGE = 1_000

/** Recomputes every chain; each sentence names a line that does not add up. Empty means that nothing was changed. */
export async function verifyChains(sql: Sql, key: Uint8Array): Promise<string[]> {
  const problems = [...(await verifyHeads(sql)), ...(await compareTold(sql, key))]
  for (const { ambito } of await listChains(sql)) {
    let from: number | null = 1
    while (from !== null) {
      const stretch: ChainStretch = await verifyStretch(sql, key, ambito, from)
      problems.push(...stretch.problemas)
      from = stretch.siguiente
    }
  }
  return problems
}

/** Chains, each with its number of lines. */
export async function listChains(sql: Sql): Promise<{ ambito: string; lineas: number }[]> {
  const heads = await sql.selectFrom('journal_heads').select(['ambito', 'numero']).orderBy('ambito').execute()
  return heads.map(({ ambito, numero }) => ({ ambito, lineas: numero }))
}

/** Lines of chains without an end. */
export async function verifyHeads(sql: Sql): Promise<string[]> {
  const heads = await listChains(sql)
  const scopes = await sql.selectFrom('journal').select('ambito').distinct().execute()
  return scopes
    .filter(({ ambito }) => !heads.some((head) => head.ambito === ambito))
    .map(({ ambito }) => `diario ${ambito}: falta el final de la cadena`)
}

/**
 * Recomputes up to 1,000 lines of one chain. Read at one instant (`db.consistent`) while others write.
 * @param from first line, 1 for the beginning; the hash before it is taken as it is, so continue where the last stretch ended.
 */
export async function verifyStretch(sql: Sql, key: Uint8Array, ambito: string, from: number): Promise<ChainStretch> {
  const problemas: string[] = []
  const head = await sql.selectFrom('journal_heads').selectAll().where('ambito', '=', ambito).executeTakeFirst()
  const read = await readLines(sql, ambito, from)
  // The first line has none before it.
  const before = from > 1 && read[0]?.numero === from - 1 ? read[0] : undefined
  const lines = before ? read.slice(1) : read
  let previous = { numero: before?.numero ?? 0, hash: before?.hash ?? '', firma: before?.firma ?? null }
  for (const line of lines) {
    if (
      line.numero !== previous.numero + 1 ||
      line.hash !== chainHash(previous.hash, line) ||
      !isOurs(key, previous.firma !== null, line)
    ) {
      problemas.push(`diario ${ambito}: la línea ${line.numero} fue cambiada o falta una antes`)
    }
    previous = { numero: line.numero, hash: line.hash, firma: line.firma }
  }
  const last = lines.at(-1)
  const checked = { revisadas: lines.length, hasta: last ? new Date(last.en).toISOString() : null, problemas }
  if (lines.length === PAGE) return { ...checked, siguiente: previous.numero + 1 }
  if (head && (previous.numero !== head.numero || previous.hash !== head.hash)) {
    problemas.push(`diario ${ambito}: faltan líneas al final (${previous.numero} de ${head.numero})`)
  }
  return { ...checked, siguiente: null }
}

/** Only lines from before there were images are unsigned, and none follows a signed one. */
function isOurs(key: Uint8Array, signed: boolean, line: Row<typeof journal>): boolean {
  return line.firma === null ? !signed && line.filas === null : isSigned(key, line)
}

/** A page of lines; beyond the beginning with the one before it, whose hash the first is chained to. */
function readLines(sql: Sql, ambito: string, from: number) {
  const page = sql.selectFrom('journal').selectAll().where('ambito', '=', ambito).orderBy('numero')
  return from === 1
    ? page.limit(PAGE).execute()
    : page
        .where('numero', '>=', from - 1)
        .limit(PAGE + 1)
        .execute()
}
