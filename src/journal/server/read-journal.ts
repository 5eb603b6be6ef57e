import type { Selectable } from 'kysely'
import { addDays, startOfDay } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { type JournalQuery, journalLine } from '../contract.ts'
import { deedsOf } from '../deeds.ts'

type Row = Selectable<Tables['journal']>

const PAGE = 50
const MOST_PEOPLE = 200

/** A page of the journal, newest first. */
export async function readJournal(sql: Sql, query: JournalQuery) {
  const deeds = query.que === undefined ? [null] : deedsOf(query.que)
  // One query for each deed: each walks its own index backwards and stops, where one over all of them would sort.
  const found = await Promise.all(deeds.map((deed) => selectLines(sql, query, deed)))
  const rows = found
    .flat()
    .sort((a, b) => b.en - a.en || b.id - a.id)
    .slice(0, PAGE + 1)
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  const lineas = shown.map((row) =>
    journalLine.parse({ ...row, en: new Date(row.en).toISOString(), datos: JSON.parse(row.datos) }),
  )
  return { lineas, siguiente: rows.length > PAGE && last ? `${last.en}-${last.id}` : null }
}

function selectLines(sql: Sql, query: JournalQuery, deed: string | null): Promise<Row[]> {
  let select = sql.selectFrom('journal').selectAll()
  if (deed !== null) select = select.where('accion', '=', deed)
  if (query.persona !== undefined) select = select.where('actor', '=', query.persona)
  if (query.rifa !== undefined) select = select.where('rifa_id', '=', query.rifa)
  if (query.desde !== undefined) select = select.where('en', '>=', startOfDay(query.desde))
  if (query.hasta !== undefined) select = select.where('en', '<', startOfDay(addDays(query.hasta, 1)))
  if (query.despues !== undefined) {
    const [en = 0, id = 0] = query.despues.split('-').map(Number)
    select = select.where((row) =>
      row.and([row('en', '<=', en as Row['en']), row.or([row('en', '<', en as Row['en']), row('id', '<', id)])]),
    )
  }
  return select
    .orderBy('en', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute()
}

/** Actors, and raffles with deeds. Each name is a step along the index, however many lines there are. */
export async function readJournalFilters(sql: Sql) {
  const personas: string[] = []
  let last = ''
  while (personas.length < MOST_PEOPLE) {
    const row = await sql
      .selectFrom('journal')
      .select('actor')
      .where('actor', '>', last)
      .orderBy('actor')
      .limit(1)
      .executeTakeFirst()
    if (!row) break
    last = row.actor
    personas.push(last)
  }
  const scopes = await sql.selectFrom('journal_heads').select('ambito').where('ambito', 'like', 'rifa:%').execute()
  const rifas = scopes.map(({ ambito }) => Number(ambito.slice('rifa:'.length))).sort((a, b) => a - b)
  return { personas, rifas }
}
