import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'

/** Summary of a database, short enough to compare. */
export const facts = z.object({
  /** Steps of the schema that it knows. */
  esquema: z.array(z.string().max(100)).max(1000),
  /** SHA-256 of every (rifa, numero, reserva), in order. */
  numeros: z.string().max(64),
  /** The end of each chain of the journal, `ambito:numero:hash`. */
  diario: z.array(z.string().max(200)),
})
export type Facts = z.infer<typeof facts>

/** Rows in memory together: nobody has room for ten million sold numbers. */
const PAGE = 10_000

/** @param read sees one instant. */
export async function readFacts(read: Sql): Promise<Facts> {
  const steps = await sql<{ name: string }>`select name from schema_steps order by name`.execute(read)
  const raffles = await read.selectFrom('raffles').select('id').orderBy('id').execute()
  const heads = await read.selectFrom('journal_heads').selectAll().execute()
  return {
    esquema: steps.rows.map(({ name }) => name),
    numeros: await hashNumbers(read, idsOf(raffles)),
    diario: heads.map(({ ambito, numero, hash }) => `${ambito}:${numero}:${hash}`).sort(),
  }
}

/**
 * Same order as sorting all lines as texts, a page at a time: raffles as texts, and the numbers of one, digits of one length, by their key. The
 * database joins the lines of a page: a row for each costs several times as long.
 */
async function hashNumbers(read: Sql, raffles: readonly number[]): Promise<string> {
  const hash = createHash('sha256')
  let between = ''
  for (const id of raffles.toSorted((one, other) => (String(one) < String(other) ? -1 : 1))) {
    for (let last = ''; ; ) {
      const { rows } = await sql<{ last: string | null; lines: string }>`
        select max(numero) as last,
          string_agg(cast(${`${id} `} as text) || numero || ' ' || reserva_id, ${'\n'} order by numero) as lines
        from (select numero, reserva_id from tickets where rifa_id = ${id} and numero > ${last} order by numero limit ${PAGE}) page`.execute(
        read,
      )
      const page = rows[0]
      if (!page?.last) break
      hash.update(between + page.lines)
      between = '\n'
      last = page.last
    }
  }
  return hash.digest('hex')
}

export type KnownProof = Awaited<ReturnType<typeof listProofs>>[number]

/** Proofs in the copied database, with their sizes. */
export function listProofs(read: Sql) {
  return read.selectFrom('proofs').select(['id', 'bytes', 'sha256']).orderBy('id').execute()
}
