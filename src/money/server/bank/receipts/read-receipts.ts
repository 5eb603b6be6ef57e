import { createHash } from 'node:crypto'
import { methodsAlike, readAccount } from '#payment-methods/server/read-account.ts'
import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { describeFailure } from '#platform/server/log.ts'
import type { Told } from '../../../movement.ts'
import type { Read } from '../notices/read-notice.ts'
import { MOVEMENTS_LANE, recordMovements, type Word } from '../record-movements.ts'
import { nameTold } from '../sightings.ts'
import type { SourceRow } from '../sources/source-store.ts'
import { interpret } from './interpret.ts'
import { type Body, openReceipt, type ReceiptRow } from './keep-receipt.ts'

type ReceiptCtx = Pick<Ctx, 'db' | 'keys' | 'clock' | 'log'>

/** Ids that are read at a time. */
const AT_ONCE = 200

/**
 * Reads stored receipts that nobody has read: after a crash, or while the database was away. One that cannot be read stays for the next
 * round, and keeps nothing behind it from being read.
 */
export async function readReceipts(ctx: ReceiptCtx, ended: AbortSignal): Promise<void> {
  for (let last = 0; ; ) {
    const waiting = await ctx.db.read
      .selectFrom('movement_receipts')
      .select('id')
      .where('estado', '=', 'pendiente')
      .where('id', '>', last)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id } of waiting) {
      if (ended.aborted) return
      await readReceipt(ctx, id).catch((error) =>
        ctx.log.warn({ failure: describeFailure(error) }, 'what a source sent is read later'),
      )
      last = id
    }
    if (waiting.length < AT_ONCE) return
  }
}

/** Makes a movement of a stored receipt, once, however many processes begin with it. */
export async function readReceipt(ctx: ReceiptCtx, id: number): Promise<void> {
  const { read } = ctx.db
  const receipt = await read.selectFrom('movement_receipts').selectAll().where('id', '=', id).executeTakeFirst()
  if (receipt?.estado !== 'pendiente') return
  const source = await read
    .selectFrom('movement_sources')
    .selectAll()
    .where('id', '=', receipt.fuente_id)
    .executeTakeFirstOrThrow()
  const { told, sha256 } = await understand(ctx, receipt, source)
  await ctx.db.write(MOVEMENTS_LANE, async (tx) => {
    const mine = await tx
      .updateTable('movement_receipts')
      .set({ estado: told.es === 'movimiento' ? 'leido' : told.es, motivo: 'motivo' in told ? told.motivo : '' })
      .where('id', '=', id)
      .where('estado', '=', 'pendiente')
      .returning('id')
      .executeTakeFirst()
    // Another process was faster.
    if (!mine) return
    if (told.es === 'movimiento') {
      const word = wordOf(source, sha256, ctx.clock.now())
      const id_banco = told.movimiento.id_banco || `aviso:${id}`
      const movimiento_id = await recordOne(tx, word, { ...told.movimiento, id_banco })
      await tx.updateTable('movement_receipts').set({ movimiento_id }).where('id', '=', id).execute()
    }
    await noteWord(tx, source.id, told.es, receipt.recibido_en)
  })
}

async function understand(
  ctx: ReceiptCtx,
  receipt: ReceiptRow,
  source: SourceRow,
): Promise<{ told: Read; sha256: string }> {
  try {
    const body: Body = openReceipt(ctx, receipt)
    const sha256 = createHash('sha256').update(body.bytes).digest('hex')
    const methods = await methodsAlike(ctx.db.read, source.metodo_id)
    if (!methods) return { told: { es: 'ilegible', motivo: 'Esa cuenta ya no está en Cobros.' }, sha256 }
    return { told: interpret(source, methods, body, receipt.recibido_en), sha256 }
  } catch (error) {
    ctx.log.error({ failure: describeFailure(error) }, 'what a source sent could not be read')
    return { told: { es: 'ilegible', motivo: 'No se pudo abrir lo que llegó.' }, sha256: '' }
  }
}

function wordOf({ metodo_id, fuente, via }: SourceRow, crudo_sha256: string, now: Instant): Word {
  if (via === 'webhook') return { metodo_id, fuente, canal: 'webhook', confianza: 'banco', crudo_sha256, now }
  return { metodo_id, fuente, confianza: 'aviso', crudo_sha256, now }
}

/** Records one movement. @returns its id, or that of the movement which it confirms. */
export async function recordOne(tx: Sql, word: Word, told: Told): Promise<number> {
  await recordMovements(tx, word, [told])
  const { metodos } = await readAccount(tx, word.metodo_id)
  const { movimiento_id } = await tx
    .selectFrom('movement_sightings')
    .select('movimiento_id')
    .where('metodo_id', 'in', metodos)
    .where('fuente', '=', word.fuente)
    .where('id_banco', '=', nameTold(word, told.id_banco))
    .executeTakeFirstOrThrow()
  return movimiento_id
}

/** Time and state of a calling source's last message; an unreadable one is shown with the sources. */
async function noteWord(tx: Sql, id: number, what: Read['es'], en: Instant): Promise<void> {
  const word = { ultimo_en: en, fallos: 0, causa: null, causa_en: null }
  const changes =
    what === 'ilegible'
      ? { ultimo_en: en, causa: 'ilegible' as const, causa_en: en }
      : what === 'movimiento'
        ? { ...word, leido_hasta: en }
        : word
  await tx.updateTable('movement_sources').set(changes).where('id', '=', id).execute()
}
