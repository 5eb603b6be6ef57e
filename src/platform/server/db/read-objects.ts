import { sql } from 'kysely'
import type { Dialect, Sql } from './database.ts'

/** An object of a database apart from its rows: `columna purchases.id`, `disparador purchases.cambia`. */
export type SchemaObject = `${Kind} ${string}`

export type Kind =
  | 'columna'
  | 'disparador'
  | 'función'
  | 'índice'
  | 'política'
  | 'regla'
  | 'restricción'
  | 'secuencia'
  | 'tabla'
  | 'tipo'
  | 'vista'

interface Found {
  clase: Kind
  nombre: string
}

/**
 * All objects that the database's owner can have put into it, sorted. On PostgreSQL those of the product's schema, without those of an
 * extension.
 */
export async function readObjects(db: Sql, dialect: Pick<Dialect, 'name'>): Promise<SchemaObject[]> {
  const { rows } = await (dialect.name === 'sqlite' ? ON_SQLITE : ON_POSTGRES).execute(db)
  return [...new Set(rows.map(({ clase, nombre }): SchemaObject => `${clase} ${nombre}`))].sort()
}

/** Names that begin with `sqlite_` are the engine's own, and nobody else can make them. */
const ON_SQLITE = sql<Found>`
  select case type when 'table' then 'tabla' when 'index' then 'índice' when 'view' then 'vista' else 'disparador' end as clase,
    case type when 'trigger' then tbl_name || '.' || name else name end as nombre
  from sqlite_master where substr(name, 1, 7) <> 'sqlite_'
  union all select 'columna', m.name || '.' || c.name
  from sqlite_master as m join pragma_table_xinfo(m.name) as c
  where m.type = 'table' and substr(m.name, 1, 7) <> 'sqlite_'`

const ON_POSTGRES = sql<Found>`
  with own as (
    select c.oid, c.relkind, c.relname, c.reltype from pg_class c
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  )
  select case when relkind in ('r', 'p', 'f') then 'tabla' when relkind in ('v', 'm') then 'vista' when relkind = 'S' then 'secuencia'
    when relkind = 'c' then 'tipo' else 'índice' end as clase, relname::text as nombre
  from own where not (relkind in ('i', 'I') and exists (select from pg_constraint where conindid = own.oid and contype in ('p', 'u', 'x')))
  union all select 'columna', relname || '.' || attname from own join pg_attribute on attrelid = own.oid
    where relkind in ('r', 'p', 'f') and attnum > 0 and not attisdropped
  union all select 'restricción', relname || '.' || conname from own join pg_constraint on conrelid = own.oid
    where contype in ('p', 'u', 'c', 'f', 'x')
  union all select 'disparador', relname || '.' || tgname from own join pg_trigger on tgrelid = own.oid where not tgisinternal
  union all select 'regla', relname || '.' || rulename from own join pg_rewrite on ev_class = own.oid where rulename <> '_RETURN'
  union all select 'política', relname || '.' || polname from own join pg_policy on polrelid = own.oid
  union all select 'función', proname::text from pg_proc p where pronamespace = current_schema()::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`
