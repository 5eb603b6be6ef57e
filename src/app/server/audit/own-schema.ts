import { sql } from 'kysely'
import type { Dialect, Sql } from '#platform/server/db/database.ts'
import { type Kind, readObjects, type SchemaObject } from '#platform/server/db/read-objects.ts'
import { openMemory, sqliteDialect } from '#platform/server/db/sqlite.ts'
import { schema } from '../schema.ts'

/** PostgreSQL names what SQLite keeps in the text of a table. */
const CONSTRAINTS = `
  automatic_confirming.automatic_confirming_pkey automatic_confirming.automatic_confirming_rifa_id_fkey
  backups.backups_estado_check backups.backups_noche_key backups.backups_pkey blocked_people.blocked_people_cedula_key blocked_people.blocked_people_compra_id_fkey blocked_people.blocked_people_pkey confirmed_references.confirmed_payments_once draw_beacons.draw_beacons_pkey draw_beacons.draw_beacons_rifa_id_fkey
  draw_list_pieces.draw_list_pieces_once draw_list_pieces.draw_list_pieces_rifa_id_fkey
  draw_lists.draw_lists_cuenta_check draw_lists.draw_lists_pkey draw_lists.draw_lists_rifa_id_fkey
  draw_images.draw_images_once draw_images.draw_images_rifa_id_fkey
  draw_papers.draw_papers_pkey draw_papers.draw_papers_rifa_id_fkey
  draw_pictures.draw_pictures_pkey draw_pictures.draw_pictures_rifa_id_fkey draw_proposals.draw_proposals_became
  draw_proposals.draw_proposals_estado_check draw_proposals.draw_proposals_imagen_id_fkey
  draw_proposals.draw_proposals_pkey draw_proposals.draw_proposals_rifa_id_fkey draw_proposals.draw_proposals_tipo_check
  draw_proposals.draw_proposals_two_hands draw_proposals.draw_proposals_waits draw_reminders.draw_reminders_pkey
  draw_reminders.draw_reminders_rifa_id_fkey draw_rules.draw_rules_pkey draw_rules.draw_rules_rifa_id_fkey
  draw_steps.draw_steps_follow draw_steps.draw_steps_once draw_steps.draw_steps_one_more
  draw_steps.draw_steps_rifa_id_fkey draw_winners.draw_winners_alive draw_winners.draw_winners_claimed
  draw_winners.draw_winners_compra_id_fkey draw_winners.draw_winners_delivered draw_winners.draw_winners_estado_check
  draw_winners.draw_winners_expired draw_winners.draw_winners_mostrar_fotos_check
  draw_winners.draw_winners_mostrar_nombre_check draw_winners.draw_winners_once draw_winners.draw_winners_one
  draw_winners.draw_winners_pkey draw_winners.draw_winners_step draw_winners.draw_winners_told
  draw_winners.draw_winners_won free_pile.free_pile_place free_pile.free_pile_position free_pile.free_pile_rifa_id_fkey
  freed_numbers.freed_numbers_once freed_numbers.freed_numbers_rifa_id_fkey guess_limits.guess_limits_pkey
  idempotency.idempotency_pkey image_leftovers.image_leftovers_pkey installation.installation_one
  installation.installation_pkey installation_key.installation_key_one installation_key.installation_key_pkey
  journal.journal_pkey journal.journal_place journal_heads.journal_heads_pkey letter_optouts.letter_optouts_pkey letter_people.letter_people_carta_id_fkey letter_people.letter_people_once
  letters.letters_a_quienes_check letters.letters_clave_key letters.letters_estado_check letters.letters_pkey
  letters.letters_rifa_id_fkey letters.letters_trata_check lookup_counts.lookup_counts_pkey mail_suppressions.mail_suppressions_pkey
  mail_texts.mail_texts_pkey operator_challenges.operator_challenges_operador_id_fkey
  operator_challenges.operator_challenges_pkey operator_devices.operator_devices_key
  operator_devices.operator_devices_operador_id_fkey operator_invitations.operator_invitations_correo_key
  operator_invitations.operator_invitations_pkey operator_invitations.operator_invitations_rol_check
  operator_invitations.operator_invitations_token_hash_key operator_passkeys.operator_passkeys_operador_id_fkey
  operator_passkeys.operator_passkeys_pkey operator_password_links.operator_password_links_operador_id_fkey
  operator_password_links.operator_password_links_pkey operator_password_links.operator_password_links_token_hash_key
  operator_recovery_codes.operator_recovery_codes_key operator_recovery_codes.operator_recovery_codes_operador_id_fkey
  operator_sessions.operator_sessions_operador_id_fkey operator_sessions.operator_sessions_pkey
  operators.operators_correo operators.operators_pkey operators.operators_rol outbox.outbox_clave_key
  outbox.outbox_estado_check outbox.outbox_pkey payment_locks.payment_locks_pkey payment_methods.payment_methods_pkey
  payment_windows.payment_windows_found proof_marks.proof_marks_comprobante_fkey proof_marks.proof_marks_pkey
  processes.processes_pkey proofs.proofs_compra_id_fkey proofs.proofs_pkey purchase_counts.purchase_counts_alike
  purchase_words.purchase_words_newest purchases.purchases_codigo_key unique_cents.unique_cents_once purchases.purchases_pkey
  purchases.purchases_reserva_id_fkey purchases.purchases_reserva_id_key purchases.purchases_rifa_id_fkey
  purchases.purchases_secreto_key raffle_images.raffle_images_clave_key raffle_images.raffle_images_pkey
  raffle_images.raffle_images_rifa_id_fkey raffles.raffles_check raffles.raffles_pkey
  raffles.raffles_total_numeros_check rate_refusals.rate_refusals_pkey rate_settings.rate_settings_id_check
  rate_settings.rate_settings_pkey rate_settings.rate_settings_referencia_check rates.rates_pkey
  purchase_notes.purchase_notes_compra_id_fkey purchase_notes.purchase_notes_pkey
  rates.rates_referencia_check readiness.readiness_one readiness.readiness_pkey
  book_mails.book_mails_cada_check book_mails.book_mails_pkey report_notices.report_notices_operador_id_fkey report_notices.report_notices_pkey
  reservations.reservations_cantidad_check reservations.reservations_pkey reservations.reservations_rifa_id_fkey
  reservations.reservations_token_key review_claims.review_claims_compra_id_fkey review_claims.review_claims_pkey
  review_reasons.review_reasons_pkey schema_lock.schema_lock_pkey schema_steps.schema_steps_pkey
  settings.settings_pkey similar_proofs.similar_proofs_once
  site_settings.site_settings_pkey stock.stock_adds_up stock.stock_en_espera_check
  stock.stock_never_negative stock.stock_falsos_check stock.stock_pile stock.stock_pkey stock.stock_rifa_id_fkey
  tickets.tickets_once tickets.tickets_reserva_id_fkey tickets.tickets_rifa_id_fkey tombola_commits.tombola_commits_pkey
  undrawable_proofs.undrawable_proofs_comprobante_fkey undrawable_proofs.undrawable_proofs_pkey
  unique_registrations.registered_once
  movement_links.linked_once movement_links.movement_links_centimos_check movement_links.movement_links_compra_id_fkey
  movement_links.movement_links_movimiento_id_fkey movement_links.movement_links_por_check
  movement_sightings.movement_sightings_movimiento_id_fkey movement_sightings.told_once
  movements.movement_credit_pays movements.movement_decided movements.movement_pays_once movements.movements_check movements.movements_centimos_check movements.movements_devuelto_check
  movements.movements_confianza_check movements.movements_estado_check movements.movements_metodo_id_fkey
  movements.movements_pkey movements.movements_repetida_de_fkey movements.movements_sentido_check
  movement_receipts.movement_receipts_estado_check movement_receipts.movement_receipts_fuente_id_fkey
  movement_receipts.movement_receipts_movimiento_id_fkey movement_receipts.movement_receipts_once
  movement_receipts.movement_receipts_pkey movement_sources.movement_sources_activa_check
  movement_sources.movement_sources_metodo_id_fkey movement_sources.movement_sources_pkey
  movement_sources.movement_sources_token_hash_key movement_sources.movement_sources_via_check
  statement_imports.statement_imports_metodo_id_fkey statement_imports.statement_imports_pkey
  statement_maps.statement_maps_metodo_id_fkey statement_maps.statement_maps_once`

const SEQUENCES = `
  backups_id_seq blocked_people_id_seq draw_pictures_id_seq draw_proposals_id_seq draw_winners_id_seq journal_id_seq letters_id_seq operator_invitations_id_seq
  operators_id_seq outbox_id_seq payment_methods_id_seq purchase_notes_id_seq purchases_id_seq raffle_images_id_seq raffles_id_seq
  rate_refusals_id_seq rates_id_seq reservations_id_seq
  movement_receipts_id_seq movement_sources_id_seq movements_id_seq statement_imports_id_seq`

/** Tables of the migrations, which no room has. */
const OTHERS: SchemaObject[] = [
  ...objectsOf('schema_steps', ['name', 'timestamp']),
  ...objectsOf('schema_lock', ['id', 'is_locked']),
]
const ON_POSTGRES: SchemaObject[] = [
  ...objectsOf('tombola_commits', ['lugar', 'valor', 'en']),
  ...named('restricción', CONSTRAINTS),
  ...named('secuencia', SEQUENCES),
]

/** What the steps of the schema make of an empty database. */
interface OwnSchema {
  objects: SchemaObject[]
  /** Every table, with the columns that say which row it is. */
  keys: ReadonlyMap<string, string[]>
}

let own: Promise<OwnSchema> | undefined

/** Tables, columns and indexes of this version: both engines give them one name. */
export function ownSchema(): Promise<OwnSchema> {
  own ??= makeSchema()
  return own
}

async function makeSchema(): Promise<OwnSchema> {
  const empty = openMemory()
  for (const step of schema) await step.up(empty, sqliteDialect)
  const objects = await readObjects(empty, sqliteDialect)
  const keys = new Map<string, string[]>()
  for (const object of objects.filter((one) => one.startsWith('tabla ')))
    keys.set(object.slice('tabla '.length), await keyOf(empty, object.slice('tabla '.length)))
  await empty.destroy()
  return { objects, keys }
}

/** Its primary key, else what else no two rows have alike. */
async function keyOf(db: Sql, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select name, pk as place, 0 as other from pragma_table_info(${table}) where pk > 0
      union all select c.name, c.seqno, 1 + i.seq from pragma_index_list(${table}) i join pragma_index_info(i.name) c where i."unique"
    ) where other = (
      select coalesce((select 0 from pragma_table_info(${table}) where pk > 0), (select 1 + min(seq) from pragma_index_list(${table}) where "unique"))
    ) order by place`.execute(db)
  return rows.map(({ name }) => name)
}

/** Everything that a database of this version has beside its rows. */
export async function knownObjects({ name }: Pick<Dialect, 'name'>): Promise<Set<SchemaObject>> {
  const { objects } = await ownSchema()
  return new Set([...objects, ...OTHERS, ...(name === 'postgres' ? ON_POSTGRES : [])])
}

function objectsOf(table: string, columns: readonly string[]): SchemaObject[] {
  return [`tabla ${table}`, ...columns.map((column): SchemaObject => `columna ${table}.${column}`)]
}

function named(kind: Kind, list: string): SchemaObject[] {
  return list
    .trim()
    .split(/\s+/)
    .map((name): SchemaObject => `${kind} ${name}`)
}
