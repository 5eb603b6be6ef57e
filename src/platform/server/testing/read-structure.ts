import { sql } from 'kysely'
import type { Db, Sql } from '../db/database.ts'

/**
 * The structure of a database, one fact a line and sorted, so that two databases can be compared: columns, types, defaults, CHECKs, keys, indexes,
 * counters, and everything else but the rows.
 */
export function readStructure({ read, dialect }: Pick<Db, 'read' | 'dialect'>): Promise<string[]> {
  return dialect.name === 'sqlite' ? sqliteFacts(read) : postgresFacts(read)
}

type Row = Record<string, unknown>

async function sqliteFacts(read: Sql): Promise<string[]> {
  const all = async (query: ReturnType<typeof sql<Row>>) => (await query.execute(read)).rows
  const facts: string[] = []
  const objects = await all(sql`select type, name, sql from sqlite_schema where name not like 'sqlite_%'`)
  for (const { type, name, sql: text } of objects) {
    if (type === 'index') {
      const where = /\bwhere\b(.*)$/is.exec(String(text))?.[1]
      if (where) facts.push(`where ${name}: ${normal(where)}`)
      continue
    }
    if (type !== 'table') {
      facts.push(`${type} ${name}`)
      continue
    }
    const [about] = await all(sql`select strict, wr from pragma_table_list where name = ${name} and schema = 'main'`)
    facts.push(`table ${name} strict=${about?.['strict']} without_rowid=${about?.['wr']}`)
    for (const c of await all(
      sql`select name, type, "notnull", dflt_value, pk, hidden from pragma_table_xinfo(${name})`,
    )) {
      const told = `notnull=${c['notnull']} default=${c['dflt_value']} pk=${c['pk']} hidden=${c['hidden']}`
      facts.push(`column ${name}.${c['name']} ${String(c['type']).toLowerCase()} ${told}`)
    }
    const keys = sql<Row>`select seq, "table", "from", "to", on_update, on_delete from pragma_foreign_key_list(${name})`
    for (const f of await all(keys))
      facts.push(`fk ${name}.${f['from']}#${f['seq']} -> ${f['table']}.${f['to']} ${f['on_update']}/${f['on_delete']}`)
    for (const i of await all(sql`select name, "unique", origin, partial from pragma_index_list(${name})`)) {
      const columns = await all(sql`select name, desc, coll from pragma_index_xinfo(${i['name']}) where key = 1`)
      const named = String(i['name']).startsWith('sqlite_autoindex') ? `(${i['origin']})` : i['name']
      const on = columns.map((c) => `${c['name']}/${c['desc']}/${c['coll']}`)
      facts.push(`index ${name}.${named} unique=${i['unique']} partial=${i['partial']} on ${on}`)
    }
    if (/\bautoincrement\b/i.test(String(text))) facts.push(`autoincrement ${name}`)
    facts.push(...constraintsIn(String(name), String(text)))
  }
  return facts.sort()
}

const normal = (text: string) => text.replaceAll('"', '').replace(/\s+/g, ' ').trim()

/** CHECKs and names of constraints, which SQLite keeps in the text of the table alone. */
function constraintsIn(table: string, text: string): string[] {
  const facts: string[] = []
  const pattern = /(?:constraint\s+"?(\w+)"?\s+)?\b(check|primary key|unique)\s*\(/gi
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [, name = '-', kind = ''] = found
    const start = pattern.lastIndex
    let at = start
    for (let depth = 1; depth > 0; at++) {
      if (text[at] === '(') depth++
      if (text[at] === ')') depth--
    }
    facts.push(`${kind.toLowerCase()} ${table} [${name}] ${normal(text.slice(start, at - 1))}`)
  }
  for (const [, name] of text.matchAll(/constraint\s+"?(\w+)"?\s+foreign key/gi))
    facts.push(`foreign key ${table} [${name}]`)
  return facts
}

async function postgresFacts(read: Sql): Promise<string[]> {
  const { rows } = await sql<{ fact: string }>`
    with own as (select oid, relname, relkind from pg_class where relnamespace = current_schema()::regnamespace)
    select 'column ' || relname || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' notnull=' || attnotnull
      || ' default=' || coalesce(pg_get_expr(adbin, adrelid), '-') || ' identity=' || attidentity::text || ' generated=' || attgenerated::text
      || ' collation=' || coalesce((select collname from pg_collation c where c.oid = attcollation), '-') as fact
      from own join pg_attribute a on attrelid = own.oid left join pg_attrdef on adrelid = own.oid and adnum = attnum
      where relkind = 'r' and attnum > 0 and not attisdropped
    union all select 'constraint ' || relname || '.' || conname || ' ' || contype::text || ' ' || pg_get_constraintdef(c.oid)
      || ' validated=' || convalidated || ' deferrable=' || condeferrable
      from own join pg_constraint c on conrelid = own.oid where relkind = 'r'
    union all select 'index ' || pg_get_indexdef(own.oid) from own where relkind = 'i'
    union all select 'sequence ' || relname || ' ' || format_type(seqtypid, null) || ' start=' || seqstart || ' by=' || seqincrement
      || ' cache=' || seqcache || ' cycle=' || seqcycle from own join pg_sequence on seqrelid = own.oid
    union all select 'other ' || relkind::text || ' ' || relname from own where relkind not in ('r', 'i', 'S')
    union all select 'trigger ' || tgname from own join pg_trigger on tgrelid = own.oid where not tgisinternal`.execute(
    read,
  )
  return rows.map(({ fact }) => fact).sort()
}
