import { createHash } from 'node:crypto'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Keys } from '#platform/server/installation/keys.ts'
import { seal } from '#platform/server/installation/sealed.ts'
import type { Unread } from '../sources/pull-adapter.ts'

/** Keeps what nobody could read for a person, once, however often it is told. */
export async function keepUnread(
  tx: Sql,
  keys: Keys,
  fuente_id: number,
  unread: readonly Unread[],
  recibido_en: Instant,
): Promise<void> {
  if (unread.length === 0) return
  const rows = unread.map(({ cuerpo, motivo }) => {
    const bytes = Buffer.from(cuerpo)
    const sha256 = createHash('sha256').update(bytes).digest('base64url')
    const content = JSON.stringify({ tipo: 'text/plain', base64: bytes.toString('base64') })
    return {
      fuente_id,
      recibido_en,
      sha256,
      cuerpo: seal(keys, `movement_receipts ${fuente_id} ${sha256}`, content),
      estado: 'ilegible' as const,
      motivo,
      movimiento_id: null,
      decidido_por: '',
      decidido_por_id: null,
      decidido_en: null,
    }
  })
  await tx
    .insertInto('movement_receipts')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['fuente_id', 'sha256']).doNothing())
    .execute()
}
