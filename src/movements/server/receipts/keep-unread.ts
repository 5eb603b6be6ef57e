import type { Insertable } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Written } from '../earlier-parts.ts'
import type { Unread } from '../sources/pull-adapter.ts'
import { receiptOf } from './keep-receipt.ts'

/** Keeps unreadable rows of a polled bank, for a person: once, however often they are sent. */
export async function keepUnread(
  tx: Sql,
  ctx: Pick<Ctx, 'keys' | 'clock'>,
  fuenteId: number,
  unread: readonly Unread[],
): Promise<void> {
  const rows = unread.map(({ cuerpo, motivo }) => {
    const receipt = receiptOf(ctx, fuenteId, { tipo: 'text/plain', bytes: Buffer.from(cuerpo) }, null)
    return { ...receipt, estado: 'ilegible' as const, motivo }
  })
  await keepOnce(tx, rows)
}

/** Keeps the bank's text of new money, sealed, as long as other messages are kept: for disputes with the bank. */
export async function keepWritten(
  tx: Sql,
  ctx: Pick<Ctx, 'keys' | 'clock'>,
  fuenteId: number,
  written: readonly Written[],
): Promise<void> {
  const rows = written.map(({ movimiento_id, id_banco, crudo }) => {
    const receipt = receiptOf(ctx, fuenteId, { tipo: 'text/plain', bytes: Buffer.from(crudo) }, id_banco)
    return { ...receipt, estado: 'leido' as const, movimiento_id }
  })
  await keepOnce(tx, rows)
}

async function keepOnce(tx: Sql, rows: readonly Insertable<Tables['movement_receipts']>[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('movement_receipts')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['fuente_id', 'sha256']).doNothing())
    .execute()
}
