import { type Kysely, sql } from 'kysely'
import { creating } from '#platform/server/db/create-table.ts'
import type { Tables } from '#platform/server/db/tables.ts'

const ROLES = sql`rol in ('dueno', 'revisor', 'lector', 'vendedor')`

/** What goes with its operator: a table that is made anew takes it along, and gets it back. */
const OF_OPERATORS = [
  'operator_sessions',
  'operator_devices',
  'operator_recovery_codes',
  'operator_password_links',
  'operator_passkeys',
  'operator_challenges',
  'report_notices',
]

/**
 * Lets somebody be a `vendedor`. PostgreSQL exchanges the two constraints. SQLite has them in the text of their tables, which are made
 * anew: foreign keys stay on inside a transaction, so dropping `operators` deletes what goes with its rows, and that is put aside before.
 */
export const sellersStep = creating('2026-11-23-16-people', async ({ db, dialect, run }) => {
  if (dialect.name === 'postgres') {
    await run(sql`alter table operators drop constraint operators_rol`)
    await run(sql`alter table operators add constraint operators_rol check (${ROLES})`)
    await run(sql`alter table operator_invitations drop constraint operator_invitations_rol_check`)
    await run(sql`alter table operator_invitations add constraint operator_invitations_rol_check check (${ROLES})`)
    return
  }
  const aside = await tablesOf(db)
  for (const name of aside)
    await run(sql`create temp table ${sql.id(`aparte_${name}`)} as select * from ${sql.table(name)}`)
  await run(sql`create table operators_nueva (
    id integer primary key autoincrement, nombre text not null, correo text not null, clave_hash text not null, rol text not null,
    totp_secreto text, totp_pendiente text, totp_paso integer not null, totp_usados text not null, creado_en integer not null,
    entrada_en integer, baja_en integer,
    constraint operators_correo unique (correo), constraint operators_rol check (${ROLES})) strict`)
  await run(countOn('operators'))
  await run(sql`insert into operators_nueva select * from operators`)
  await run(sql`drop table operators`)
  await run(sql`alter table operators_nueva rename to operators`)
  for (const name of aside) {
    await run(sql`insert into ${sql.table(name)} select * from ${sql.id('temp', `aparte_${name}`)}`)
    await run(sql`drop table ${sql.id('temp', `aparte_${name}`)}`)
  }
  await run(sql`create table operator_invitations_nueva (
    id integer primary key autoincrement, correo text not null unique, rol text not null check (${ROLES}), token_hash text not null unique,
    invita text not null, creado_en integer not null, caduca_en integer not null) strict`)
  await run(countOn('operator_invitations'))
  await run(sql`insert into operator_invitations_nueva select * from operator_invitations`)
  await run(sql`drop table operator_invitations`)
  await run(sql`alter table operator_invitations_nueva rename to operator_invitations`)
})

/** No id is given again to somebody else, of whom the journal would then tell what another did. */
function countOn(table: string) {
  return sql`insert into sqlite_sequence (name, seq)
    select ${sql.lit(`${table}_nueva`)}, seq from sqlite_sequence where name = ${sql.lit(table)}`
}

/** Those that a database of some rooms has. */
async function tablesOf(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
  return OF_OPERATORS.filter((name) => rows.some((row) => row.name === name))
}
