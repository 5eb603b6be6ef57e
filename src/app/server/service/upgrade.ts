import { sql } from 'kysely'
import type { SchemaStep } from '#platform/server/db/migrate.ts'

/**
 * Steps of the version of 26 November 2026 (0aa7c18), the one version of development whose shops are upgraded. These made its tables; ours are made
 * by one step a room.
 */
const FROM = `
  2026-11-22-01-platform 2026-11-22-02-journal 2026-11-22-03-mail 2026-11-22-04-operators 2026-11-22-05-rates
  2026-11-22-06-site 2026-11-22-07-payment-methods 2026-11-22-08-raffles 2026-11-22-09-tickets
  2026-11-22-10-purchases 2026-11-22-11-review 2026-11-22-12-reports 2026-11-22-13-access
  2026-11-23-01-journal-actors 2026-11-23-02-purchase-actors 2026-11-23-03-mail-content 2026-11-23-04-close
  2026-11-23-04-draw 2026-11-23-05-draw 2026-11-23-07-papers 2026-11-23-08-pictures 2026-11-23-09-settings
  2026-11-23-10-files 2026-11-23-11-backups 2026-11-23-12-processes 2026-11-23-13-purchase-amounts
  2026-11-23-13-purchase-notes 2026-11-23-14-mail-of-letters 2026-11-23-14-written-letters 2026-11-23-15-restored
  2026-11-23-16-people 2026-11-23-16-people-sold 2026-11-23-16-people-who-may-not 2026-11-23-18-limits
  2026-11-23-19-payers 2026-11-23-20-movements 2026-11-23-21-reconciliation 2026-11-23-22-statements
  2026-11-23-23-automatic-confirming 2026-11-23-23-claims 2026-11-23-23-confirmed-alone
  2026-11-23-23-decided-movements 2026-11-23-23-free-money 2026-11-23-24-sources 2026-11-23-25-book-mails
  2026-11-23-25-raffle-cents 2026-11-23-25-unique-cents 2026-11-24-02-set-aside 2026-11-24-03-notified-tail
  2026-11-25-70-purchase-totals`

/** Converts its tables to the declared ones. A table that is declared otherwise is changed here too, until the first release. */
export const upgrade: SchemaStep = {
  name: '2026-11-28-20-upgrade',
  from: FROM.trim().split(/\s+/),
  async up(db, { name }) {
    const bigint = name === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of [
      // What each source told. Of those before, it was the movement's number.
      ...['cola', 'fin', 'fin_otra', 'dicho'].map(
        (it) => `alter table movement_sightings add column ${it} text not null default ''`,
      ),
      'update movement_sightings set (cola, fin) = (select cola, fin from movements where id = movimiento_id)',
      `create index movement_sightings_by_end on movement_sightings (fin) where fin <> ''`,
      `create index movement_sightings_by_other on movement_sightings (fin_otra) where fin_otra <> ''`,
      'create index movements_repeated on movements (repetida_de) where repetida_de is not null',

      // It counted proof of work that is not required any more, and would expire in an hour.
      'drop table spent_work',

      // The lines of the journal prove the rows, so nothing else has to.
      'drop table seals',
      'drop table seal_heads',
      ...(name === 'postgres' ? ['drop sequence seals_orden', 'drop table if exists tombola_commits'] : []),
      'alter table journal add column filas text',
      'alter table journal add column firma text',
      'create index journal_images on journal (id) where filas is not null and compra_id is null',

      // The books leave as files, by nobody's mail.
      'drop table book_mails',

      // Only the last reading that was not believed is told.
      'drop table rate_refusals',

      // Lookups are counted like guesses.
      'drop table lookup_counts',

      // One loop does the work of many, with one lease a job.
      `create table jobs (nombre text not null, proceso text not null, tiene text not null, hasta ${bigint} not null, proximo_en ${bigint} not null, hecho_en ${bigint}, falla_desde ${bigint}, constraint jobs_once primary key (nombre, proceso))${name === 'sqlite' ? ' strict' : ''}`,
      ...without('movement_sources', ['ocupada_hasta']),
      ...without('automatic_confirming', ['ocupada_hasta']),

      'drop index raffle_images_to_prepare',
      // Pictures are drawn in the request that sends them, with their crop: nobody claims them, none waits, and no original is kept.
      'delete from raffle_images where imagen is null',
      ...(name === 'postgres' ? PICTURES_ON_POSTGRES : PICTURES_ON_SQLITE),
      "delete from image_leftovers where clase = 'original'",
      ...without('image_leftovers', ['clase']),
      'alter table raffles add column acepta_cercanos integer not null default 0',
      'alter table raffles add column copia_de integer',

      // An old pass has no tickets and ends by its own time, as any hold.
      ...without('stock', ['pases', 'apretado_desde', 'holgado_desde', 'rechazado_en', 'quedaban', 'devueltos']),
      'alter table stock add column falsos integer not null default 0 check (falsos >= 0)',
      'drop index reservations_earning',
      'drop index reservations_held_by',
      'drop index reservations_reported',
      ...without('reservations', ['trabajo']),

      'alter table proof_marks add column rasgos text',
      `alter table proof_marks add column visto_en ${bigint} not null default 0`,
      'create index proof_marks_seen on proof_marks (visto_en, comprobante)',
      // The new columns find similar pictures; the hash only equal ones.
      'drop index proof_marks_by_marca2',
      'drop index proof_marks_by_marca3',
      'drop index proof_marks_by_marca4',

      // The root of a tree over the lines, by which one of them was checked without the others.
      ...without('draw_lists', ['raiz']),
    ])
      await sql.raw(statement).execute(db)
  },
}

const PICTURES_ON_POSTGRES = [
  'estado hechas pasos problema en_curso intentos arrendada_hasta original ancho alto recorte'
    .split(' ')
    .map((column) => `alter table raffle_images drop column ${column}`),
  'alter table raffle_images alter column imagen set not null',
].flat()
/** A column of SQLite is only required from the beginning. */
const PICTURES_ON_SQLITE = [
  `create table raffle_images_now (id integer primary key autoincrement, rifa_id integer not null references raffles (id),
    clave text not null unique, orden integer not null, alt text not null, imagen text not null, creada_en integer not null) strict`,
  'insert into raffle_images_now select id, rifa_id, clave, orden, alt, imagen, creada_en from raffle_images',
  'drop table raffle_images',
  'alter table raffle_images_now rename to raffle_images',
  'create index raffle_images_of_raffle on raffle_images (rifa_id, orden)',
]

const without = (table: string, columns: readonly string[]) =>
  columns.map((column) => `alter table ${table} drop column ${column}`)
