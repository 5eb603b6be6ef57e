import type { Selectable } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { RaffleImage } from '#raffles/contract.ts'
import type { DrawPicture } from '../draw-contract.ts'

export type WinnerRow = Selectable<Tables['draw_winners']>
export type ProposalRow = Selectable<Tables['draw_proposals']>

/** In the order in which they won. */
export function listWinners(sql: Sql, rifa_id: number): Promise<WinnerRow[]> {
  return sql.selectFrom('draw_winners').selectAll().where('rifa_id', '=', rifa_id).orderBy('orden').execute()
}

/** The one that waits for a second person. */
export function findOpenProposal(sql: Sql, rifa_id: number): Promise<ProposalRow | undefined> {
  return sql
    .selectFrom('draw_proposals')
    .selectAll()
    .where('rifa_id', '=', rifa_id)
    .where('abierta', '=', 1)
    .executeTakeFirst()
}

/** All that were confirmed. */
export function listConfirmed(sql: Sql, rifa_id: number): Promise<ProposalRow[]> {
  return sql
    .selectFrom('draw_proposals')
    .selectAll()
    .where('rifa_id', '=', rifa_id)
    .where('estado', '=', 'confirmada')
    .execute()
}

export async function listPictures(sql: Sql, rifa_id: number): Promise<Map<number, DrawPicture>> {
  const rows = await sql.selectFrom('draw_pictures').select(['id', 'imagen']).where('rifa_id', '=', rifa_id).execute()
  return new Map(rows.map(({ id, imagen }) => [id, { id, imagen: JSON.parse(imagen) as RaffleImage }]))
}
