import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Unread } from '../sources/pull-adapter.ts'
import { receiptOf } from './keep-receipt.ts'

/** Keeps what a bank that was asked tells and nobody can read, for a person: once, however often it is told. */
export async function keepUnread(
  tx: Sql,
  ctx: Pick<Ctx, 'keys' | 'clock'>,
  fuenteId: number,
  unread: readonly Unread[],
): Promise<void> {
  if (unread.length === 0) return
  const rows = unread.map(({ cuerpo, motivo }) => {
    const receipt = receiptOf(ctx, fuenteId, { tipo: 'text/plain', bytes: Buffer.from(cuerpo) }, null)
    return { ...receipt, estado: 'ilegible' as const, motivo }
  })
  await tx
    .insertInto('movement_receipts')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['fuente_id', 'sha256']).doNothing())
    .execute()
}
